import { IconFilePencil } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { listSearch } from '#console/app/list-search.ts'
import { shellRoute } from '#console/app/routes.ts'

const draftOrdersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/draft-orders',
  staticData: { needs: 'draftOrders.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./draft-order-list.tsx'), 'DraftOrderList'),
})

const newDraftOrderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/draft-orders/new',
  staticData: { needs: 'draftOrders.create' },
  component: lazyRouteComponent(() => import('./new-draft-order.tsx'), 'NewDraftOrder'),
})

const draftOrderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/draft-orders/$id',
  staticData: { needs: 'draftOrders.get' },
  component: lazyRouteComponent(() => import('./draft-order-page.tsx'), 'DraftOrderPage'),
})

export const draftOrdersArea: Area = { name: 'draftOrders', path: '/draft-orders', icon: IconFilePencil }
export const draftOrdersRoutes = [draftOrdersRoute, newDraftOrderRoute, draftOrderRoute] as const
