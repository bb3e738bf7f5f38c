import { IconDiscount } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { shellRoute } from '#console/app/routes.ts'

const promotionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/promotions',
  component: lazyRouteComponent(() => import('./promotions.tsx'), 'Promotions'),
})

export const promotionsArea: Area = { name: 'promotions', path: '/promotions', icon: IconDiscount }
export const promotionsRoutes = [promotionsRoute] as const
