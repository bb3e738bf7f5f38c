import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch } from '#console/app/list-search.ts'
import { shellRoute } from '#console/app/routes.ts'
import { transferDataOf } from './transfer-data.ts'

const categoriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/categories',
  staticData: { needs: 'productCategories.list' },
  component: lazyRouteComponent(() => import('./category-tree.tsx'), 'CategoryTree'),
})

const collectionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/collections',
  staticData: { needs: 'collections.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./collection-list.tsx'), 'CollectionList'),
})

const newCollectionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/collections/new',
  staticData: { needs: 'collections.create' },
  component: lazyRouteComponent(() => import('./new-collection.tsx'), 'NewCollection'),
})

const collectionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/collections/$id',
  staticData: { needs: 'collections.get' },
  component: lazyRouteComponent(() => import('./collection-page.tsx'), 'CollectionPage'),
})

const transferRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/transfer',
  staticData: { needs: 'batchJobs.create' },
  validateSearch: ({ data }: { data?: unknown }) => ({ data: transferDataOf(data) }),
  component: lazyRouteComponent(() => import('./product-transfer.tsx'), 'ProductTransfer'),
})

export const catalogueRoutes = [
  categoriesRoute,
  collectionsRoute,
  newCollectionRoute,
  collectionRoute,
  transferRoute,
] as const
