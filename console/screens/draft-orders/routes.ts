import { IconFilePencil } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { shellRoute } from '#console/app/routes.ts'

const draftOrdersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/draft-orders',
  component: lazyRouteComponent(() => import('./draft-orders.tsx'), 'DraftOrders'),
})

export const draftOrdersArea: Area = { name: 'draftOrders', path: '/draft-orders', icon: IconFilePencil }
export const draftOrdersRoutes = [draftOrdersRoute] as const
