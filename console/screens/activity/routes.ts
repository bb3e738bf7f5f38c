import { IconActivity } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { listSearch } from '#console/app/list-search.ts'
import { shellRoute } from '#console/app/routes.ts'

const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/activity',
  staticData: { needs: 'auditLog.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./audit/audit-list.tsx'), 'AuditList'),
})

const auditEntryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/activity/changes/$id',
  staticData: { needs: 'auditLog.get' },
  component: lazyRouteComponent(() => import('./audit/audit-entry-page.tsx'), 'AuditEntryPage'),
})

const eventsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/activity/events',
  staticData: { needs: 'events.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./event-list.tsx'), 'EventList'),
})

const jobsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/activity/jobs',
  staticData: { needs: 'jobs.list' },
  component: lazyRouteComponent(() => import('./job-list.tsx'), 'JobList'),
})

const batchJobsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/activity/batch-jobs',
  staticData: { needs: 'batchJobs.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./batch-job-list.tsx'), 'BatchJobList'),
})

const notificationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/activity/notifications',
  staticData: { needs: 'notifications.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./notification-list.tsx'), 'NotificationList'),
})

export const activityArea: Area = { name: 'activity', path: '/activity', icon: IconActivity }
export const activityRoutes = [
  auditRoute,
  auditEntryRoute,
  eventsRoute,
  jobsRoute,
  batchJobsRoute,
  notificationsRoute,
] as const
