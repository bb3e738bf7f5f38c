import { IconListDetails } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { listSearch } from '#console/app/list-search.ts'
import { shellRoute } from '#console/app/routes.ts'

const priceListsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/price-lists',
  staticData: { needs: 'priceLists.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./price-list-list.tsx'), 'PriceListList'),
})

const newPriceListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/price-lists/new',
  staticData: { needs: 'priceLists.create' },
  component: lazyRouteComponent(() => import('./new-price-list.tsx'), 'NewPriceList'),
})

const priceListRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/price-lists/$id',
  staticData: { needs: 'priceLists.get' },
  component: lazyRouteComponent(() => import('./price-list-page.tsx'), 'PriceListPage'),
})

export const priceListsArea: Area = { name: 'priceLists', path: '/price-lists', icon: IconListDetails }
export const priceListsRoutes = [priceListsRoute, newPriceListRoute, priceListRoute] as const
