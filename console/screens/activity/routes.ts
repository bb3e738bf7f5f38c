import { IconActivity } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { shellRoute } from '#console/app/routes.ts'

const activityRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/activity',
  component: lazyRouteComponent(() => import('./activity.tsx'), 'Activity'),
})

export const activityArea: Area = { name: 'activity', path: '/activity', icon: IconActivity }
export const activityRoutes = [activityRoute] as const
