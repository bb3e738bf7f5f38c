import { IconHome } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { shellRoute } from '#console/app/routes.ts'
import { prefetchHome } from './home-queries.ts'

const homeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  loader: prefetchHome,
  component: lazyRouteComponent(() => import('./home.tsx'), 'Home'),
})

const taxReportRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tax-report',
  staticData: { needs: 'statistics.taxes' },
  component: lazyRouteComponent(() => import('./tax-report.tsx'), 'TaxReport'),
})

export const homeArea: Area = { name: 'home', path: '/', icon: IconHome }
export const homeRoutes = [homeRoute, taxReportRoute] as const
