import { IconSettings } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { shellRoute } from '#console/app/routes.ts'

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
})

export const settingsArea: Area = { name: 'settings', path: '/settings', icon: IconSettings }
export const settingsRoutes = [settingsRoute] as const
