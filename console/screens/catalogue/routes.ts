import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch } from '#console/app/list-search.ts'
import { shellRoute } from '#console/app/routes.ts'

const categoriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/categories',
  component: lazyRouteComponent(() => import('./category-tree.tsx'), 'CategoryTree'),
})

const collectionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/collections',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./collection-list.tsx'), 'CollectionList'),
})

const newCollectionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/collections/new',
  component: lazyRouteComponent(() => import('./new-collection.tsx'), 'NewCollection'),
})

const collectionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/collections/$id',
  component: lazyRouteComponent(() => import('./collection-page.tsx'), 'CollectionPage'),
})

const transferRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/transfer',
  component: lazyRouteComponent(() => import('./product-transfer.tsx'), 'ProductTransfer'),
})

export const catalogueRoutes = [
  categoriesRoute,
  collectionsRoute,
  newCollectionRoute,
  collectionRoute,
  transferRoute,
] as const
