import { IconSettings } from '@tabler/icons-react'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { Area } from '#console/app/area.ts'
import { listSearch } from '#console/app/list-search.ts'
import { shellRoute } from '#console/app/routes.ts'
import { accessRoutes } from './access-routes.ts'

const settingsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
})

const storeRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/store',
  staticData: { needs: 'store.get' },
  component: lazyRouteComponent(() => import('./store/store-page.tsx'), 'StorePage'),
})

const regionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/regions',
  staticData: { needs: 'regions.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./regions/region-list.tsx'), 'RegionList'),
})

const newRegionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/regions/new',
  staticData: { needs: 'regions.create' },
  component: lazyRouteComponent(() => import('./regions/new-region.tsx'), 'NewRegion'),
})

const sellInCountriesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/regions/countries',
  staticData: { needs: 'regions.createBatch' },
  component: lazyRouteComponent(() => import('./regions/sell-in-countries.tsx'), 'SellInCountries'),
})

const regionRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/regions/$id',
  staticData: { needs: 'regions.get' },
  component: lazyRouteComponent(() => import('./regions/region-page.tsx'), 'RegionPage'),
})

const profilesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/shipping-profiles',
  staticData: { needs: 'shippingProfiles.list' },
  component: lazyRouteComponent(() => import('./profiles/profile-list.tsx'), 'ProfileList'),
})

const channelsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/sales-channels',
  staticData: { needs: 'salesChannels.list' },
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('./channels/channel-list.tsx'), 'ChannelList'),
})

const deletedRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/deleted',
  staticData: { needs: 'deletedRows.list' },
  component: lazyRouteComponent(() => import('./deleted/deleted-rows.tsx'), 'DeletedRows'),
})

const returnReasonsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/return-reasons',
  staticData: { needs: 'returnReasons.list' },
  component: lazyRouteComponent(() => import('./return-reasons/reason-list.tsx'), 'ReasonList'),
})

const carriersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/carriers',
  staticData: { needs: 'carriers.list' },
  component: lazyRouteComponent(() => import('./carriers/carrier-list.tsx'), 'CarrierList'),
})

const translationsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings/translations',
  staticData: { needs: 'translations.list' },
  component: lazyRouteComponent(() => import('./translations/translation-report.tsx'), 'TranslationReport'),
})

export const settingsRoutes = [
  settingsRoute,
  storeRoute,
  regionsRoute,
  newRegionRoute,
  sellInCountriesRoute,
  regionRoute,
  profilesRoute,
  channelsRoute,
  returnReasonsRoute,
  deletedRoute,
  carriersRoute,
  translationsRoute,
  ...accessRoutes,
] as const

/** Such as `/settings/store`, without the pages below it. */
const isPageOfSettings = (path: string) => path.split('/').length === 3

export const settingsArea: Area = {
  name: 'settings',
  path: '/settings',
  icon: IconSettings,
  pages: settingsRoutes.flatMap(({ options }) => ('path' in options ? options.path : [])).filter(isPageOfSettings),
}
