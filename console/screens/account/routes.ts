import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '#console/app/routes.ts'

const accountRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
})

export const accountRoutes = [accountRoute] as const
