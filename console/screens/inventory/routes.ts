import { IconPackages } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { listSearch } from '#console/app/list-search.ts'
import { shellRoute } from '#console/app/routes.ts'

const inventoryRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory',
  staticData: { needs: 'variants.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./inventory-home.tsx'), 'InventoryHome'),
})

const gateRoute = createRoute({
  getParentRoute: () => shellRoute,
  id: 'with-inventory',
  component: lazyRouteComponent(() => import('./inventory-gate.tsx'), 'InventoryGate'),
})

const itemRoute = createRoute({
  getParentRoute: () => gateRoute,
  path: '/inventory/items/$id',
  staticData: { needs: 'inventoryItems.get' },
  component: lazyRouteComponent(() => import('./items/item-page.tsx'), 'ItemPage'),
})

const countRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/inventory/count',
  staticData: { needs: 'stockCounts.find' },
  component: lazyRouteComponent(() => import('./counts/count-page.tsx'), 'CountPage'),
})

const locationsRoute = createRoute({
  getParentRoute: () => gateRoute,
  path: '/inventory/locations',
  staticData: { needs: 'stockLocations.list' },
  component: lazyRouteComponent(() => import('./locations/location-list.tsx'), 'LocationList'),
})

const reservationsRoute = createRoute({
  getParentRoute: () => gateRoute,
  path: '/inventory/reservations',
  staticData: { needs: 'reservations.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./reservations/reservation-list.tsx'), 'ReservationList'),
})

export const inventoryArea: Area = { name: 'inventory', path: '/inventory', icon: IconPackages }
export const inventoryRoutes = [
  inventoryRoute,
  countRoute,
  gateRoute.addChildren([itemRoute, locationsRoute, reservationsRoute]),
] as const
