import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '#console/app/routes.ts'

/* The pages of the operators of a deployment with many shops. Only the operator's host answers their requests. */

const operatorRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'operator',
  component: lazyRouteComponent(() => import('./operator-frame.tsx'), 'OperatorFrame'),
})

const shopsRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/operator',
  component: lazyRouteComponent(() => import('./shop-list.tsx'), 'ShopList'),
})

const shopRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/operator/shops/$id',
  component: lazyRouteComponent(() => import('./shop-page.tsx'), 'ShopPage'),
})

const operatorsRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/operator/operators',
  component: lazyRouteComponent(() => import('./operator-list.tsx'), 'OperatorList'),
})

const actionsRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/operator/activity',
  component: lazyRouteComponent(() => import('./action-list.tsx'), 'ActionList'),
})

const tasksRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/operator/tasks',
  component: lazyRouteComponent(() => import('./task-list.tsx'), 'TaskList'),
})

const accountRoute = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/operator/account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
})

export const operatorRoutes = operatorRoute.addChildren([
  shopsRoute,
  shopRoute,
  operatorsRoute,
  actionsRoute,
  tasksRoute,
  accountRoute,
])
