import { IconListDetails } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { shellRoute } from '#console/app/routes.ts'

const priceListsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/price-lists',
  component: lazyRouteComponent(() => import('./price-lists.tsx'), 'PriceLists'),
})

export const priceListsArea: Area = { name: 'priceLists', path: '/price-lists', icon: IconListDetails }
export const priceListsRoutes = [priceListsRoute] as const
