import { IconPackages } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { shellRoute } from '#console/app/routes.ts'

const inventoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory',
  component: lazyRouteComponent(() => import('./inventory.tsx'), 'Inventory'),
})

export const inventoryArea: Area = { name: 'inventory', path: '/inventory', icon: IconPackages }
export const inventoryRoutes = [inventoryRoute] as const
