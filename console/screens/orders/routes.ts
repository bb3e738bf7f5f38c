import { IconReceipt } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { shellRoute } from '#console/app/routes.ts'

const ordersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/orders',
  component: lazyRouteComponent(() => import('./orders.tsx'), 'Orders'),
})

export const ordersArea: Area = { name: 'orders', path: '/orders', icon: IconReceipt }
export const ordersRoutes = [ordersRoute] as const
