import { IconReceipt } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { listSearch } from '#console/app/list-search.ts'
import { shellRoute } from '#console/app/routes.ts'

const ordersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders',
  staticData: { needs: 'orders.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./list/order-list.tsx'), 'OrderList'),
})

const packingRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/packing',
  staticData: { needs: 'orders.packingSlips' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./packing/packing-page.tsx'), 'PackingPage'),
})

const pastOrdersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/past',
  staticData: { needs: 'orders.listPast' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./past/past-order-list.tsx'), 'PastOrderList'),
})

const pastOrderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/past/$id',
  staticData: { needs: 'orders.getPast' },
  component: lazyRouteComponent(() => import('./past/past-order-page.tsx'), 'PastOrderPage'),
})

const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/$id',
  staticData: { needs: 'orders.get' },
  component: lazyRouteComponent(() => import('./order-page.tsx'), 'OrderPage'),
})

export const ordersArea: Area = { name: 'orders', path: '/orders', icon: IconReceipt }
export const ordersRoutes = [ordersRoute, packingRoute, pastOrdersRoute, pastOrderRoute, orderRoute] as const
