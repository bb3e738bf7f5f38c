import { IconTag } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { listSearch } from '#console/app/list-search.ts'
import { shellRoute } from '#console/app/routes.ts'

const productsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products',
  staticData: { needs: 'products.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./product-list.tsx'), 'ProductList'),
})

const newProductRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/new',
  staticData: { needs: 'products.create' },
  component: lazyRouteComponent(() => import('./new-product.tsx'), 'NewProduct'),
})

const tableRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/table',
  staticData: { needs: 'products.update' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./product-table.tsx'), 'ProductTable'),
})

const deletedRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/deleted',
  staticData: { needs: 'products.listDeleted' },
  component: lazyRouteComponent(() => import('./deleted-products.tsx'), 'DeletedProducts'),
})

const productRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/$id',
  staticData: { needs: 'products.get' },
  component: lazyRouteComponent(() => import('./product-page.tsx'), 'ProductPage'),
})

const variantRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products/$id/variants/$variantId',
  staticData: { needs: 'products.get' },
  component: lazyRouteComponent(() => import('./variant-page.tsx'), 'VariantPage'),
})

export const productsArea: Area = { name: 'products', path: '/products', icon: IconTag }
export const productsRoutes = [
  productsRoute,
  newProductRoute,
  tableRoute,
  deletedRoute,
  productRoute,
  variantRoute,
] as const
