import { IconTag } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { shellRoute } from '#console/app/routes.ts'

const productsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/products',
  component: lazyRouteComponent(() => import('./products.tsx'), 'Products'),
})

export const productsArea: Area = { name: 'products', path: '/products', icon: IconTag }
export const productsRoutes = [productsRoute] as const
