import { account } from './admin/account/index.ts'
import { apiKeys } from './admin/api-keys.ts'
import { apps } from './admin/apps.ts'
import { auditLog } from './admin/audit-log.ts'
import { auth } from './admin/auth.ts'
import { balances } from './admin/balances.ts'
import { batchJobs } from './admin/batch-jobs/index.ts'
import { carriers } from './admin/carriers.ts'
import { changes } from './admin/changes.ts'
import { collections } from './admin/collections.ts'
import { currencies } from './admin/currencies.ts'
import { customerGroups } from './admin/customer-groups.ts'
import { customers } from './admin/customers.ts'
import { deletedRows } from './admin/deleted-rows.ts'
import { discounts } from './admin/discounts/index.ts'
import { draftOrders } from './admin/draft-orders/index.ts'
import { events } from './admin/events.ts'
import { giftCards } from './admin/gift-cards.ts'
import { inventoryItems } from './admin/inventory-items/index.ts'
import { invites } from './admin/invites.ts'
import { jobs } from './admin/jobs.ts'
import { notes } from './admin/notes.ts'
import { notifications } from './admin/notifications.ts'
import { orderEdits } from './admin/order-edits/index.ts'
import { orders as adminOrders } from './admin/orders/index.ts'
import { paymentCollections } from './admin/payment-collections.ts'
import { payments } from './admin/payments.ts'
import { plugins } from './admin/plugins.ts'
import { priceLists } from './admin/price-lists/index.ts'
import { productCategories } from './admin/product-categories.ts'
import { productTags, productTypes } from './admin/product-labels.ts'
import { products } from './admin/products/index.ts'
import { publishableApiKeys } from './admin/publishable-api-keys.ts'
import { regions } from './admin/regions/index.ts'
import { reservations } from './admin/reservations.ts'
import { returnReasons } from './admin/return-reasons.ts'
import { returns } from './admin/returns.ts'
import { roles } from './admin/roles.ts'
import { salesChannels } from './admin/sales-channels.ts'
import { savedViews } from './admin/saved-views.ts'
import { setup } from './admin/setup.ts'
import { shippingOptions } from './admin/shipping-options.ts'
import { shippingProfiles } from './admin/shipping-profiles.ts'
import { statistics } from './admin/statistics.ts'
import { stockCounts } from './admin/stock-counts.ts'
import { stockLocations } from './admin/stock-locations.ts'
import { store } from './admin/store.ts'
import { swaps } from './admin/swaps.ts'
import { tags } from './admin/tags.ts'
import { taxRates } from './admin/tax-rates/index.ts'
import { translations } from './admin/translations.ts'
import { uploads } from './admin/uploads.ts'
import { users } from './admin/users/index.ts'
import { variants } from './admin/variants.ts'
import { webhooks } from './admin/webhooks/index.ts'
import { router } from './procedures/trpc.ts'
import { auth as storeAuth } from './store/auth.ts'
import { carts } from './store/carts/index.ts'
import { collections as storeCollections } from './store/collections.ts'
import { customers as storeCustomers } from './store/customers/index.ts'
import { giftCards as storeGiftCards } from './store/gift-cards.ts'
import { languages } from './store/languages.ts'
import { orderEdits as storeOrderEdits } from './store/order-edits.ts'
import { orders } from './store/orders/index.ts'
import { paymentCollections as storePaymentCollections } from './store/payment-collections.ts'
import { paymentLinks } from './store/payment-links/index.ts'
import { productCategories as storeProductCategories } from './store/product-categories.ts'
import { productTags as storeProductTags, productTypes as storeProductTypes } from './store/product-labels.ts'
import { products as storeProducts } from './store/products.ts'
import { regions as storeRegions } from './store/regions.ts'
import { returnReasons as storeReturnReasons } from './store/return-reasons.ts'
import { returns as storeReturns } from './store/returns.ts'
import { shippingOptions as storeShippingOptions } from './store/shipping-options.ts'
import { swaps as storeSwaps } from './store/swaps.ts'
import { variants as storeVariants } from './store/variants.ts'

export const adminRouter = router({
  auth,
  account,
  store,
  currencies,
  regions,
  shippingProfiles,
  shippingOptions,
  salesChannels,
  publishableApiKeys,
  taxRates,
  giftCards,
  balances,
  users,
  invites,
  roles,
  apiKeys,
  apps,
  products,
  productCategories,
  productTags,
  productTypes,
  variants,
  inventoryItems,
  stockLocations,
  reservations,
  collections,
  priceLists,
  customers,
  customerGroups,
  discounts,
  batchJobs,
  orders: adminOrders,
  orderEdits,
  paymentCollections,
  payments,
  returns,
  swaps,
  draftOrders,
  uploads,
  events,
  webhooks,
  notifications,
  auditLog,
  changes,
  jobs,
  plugins,
  setup,
  statistics,
  translations,
  returnReasons,
  carriers,
  tags,
  deletedRows,
  savedViews,
  notes,
  stockCounts,
})

export const storeRouter = router({
  auth: storeAuth,
  customers: storeCustomers,
  carts,
  orders,
  orderEdits: storeOrderEdits,
  paymentCollections: storePaymentCollections,
  paymentLinks,
  collections: storeCollections,
  giftCards: storeGiftCards,
  languages,
  regions: storeRegions,
  returns: storeReturns,
  returnReasons: storeReturnReasons,
  swaps: storeSwaps,
  shippingOptions: storeShippingOptions,
  productCategories: storeProductCategories,
  productTags: storeProductTags,
  productTypes: storeProductTypes,
  products: storeProducts,
  variants: storeVariants,
})

/** Written out, because the compiler refuses to write an inferred type of this length into the declarations. */
export type AppRouter = ReturnType<typeof router<{ admin: typeof adminRouter; store: typeof storeRouter }>>

export const appRouter: AppRouter = router({ admin: adminRouter, store: storeRouter })
