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

const orderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders/$id',
  staticData: { needs: 'orders.get' },
  component: lazyRouteComponent(() => import('./order-page.tsx'), 'OrderPage'),
})

export const ordersArea: Area = { name: 'orders', path: '/orders', icon: IconReceipt }
export const ordersRoutes = [ordersRoute, packingRoute, orderRoute] as const
