import { accountRoutes } from '#console/screens/account/routes.ts'
import { activityArea, activityRoutes } from '#console/screens/activity/routes.ts'
import { catalogueRoutes } from '#console/screens/catalogue/routes.ts'
import { customersArea, customersRoutes } from '#console/screens/customers/routes.ts'
import { draftOrdersArea, draftOrdersRoutes } from '#console/screens/draft-orders/routes.ts'
import { homeArea, homeRoutes } from '#console/screens/home/routes.ts'
import { inventoryArea, inventoryRoutes } from '#console/screens/inventory/routes.ts'
import { ordersArea, ordersRoutes } from '#console/screens/orders/routes.ts'
import { pluginsRoutes } from '#console/screens/plugins/routes.ts'
import { priceListsArea, priceListsRoutes } from '#console/screens/price-lists/routes.ts'
import { productsArea, productsRoutes } from '#console/screens/products/routes.ts'
import { promotionsArea, promotionsRoutes } from '#console/screens/promotions/routes.ts'
import { settingsArea, settingsRoutes } from '#console/screens/settings/routes.ts'
import type { Area } from './area.ts'

export const areaRoutes = [
  ...homeRoutes,
  ...ordersRoutes,
  ...draftOrdersRoutes,
  ...productsRoutes,
  ...catalogueRoutes,
  ...customersRoutes,
  ...promotionsRoutes,
  ...priceListsRoutes,
  ...inventoryRoutes,
  ...settingsRoutes,
  ...activityRoutes,
  ...accountRoutes,
  ...pluginsRoutes,
] as const

/** The entries of the navigation, in groups. */
export const navigationGroups: readonly (readonly Area[])[] = [
  [homeArea],
  [ordersArea, draftOrdersArea, productsArea, inventoryArea, customersArea],
  [promotionsArea, priceListsArea],
  [activityArea, settingsArea],
]
