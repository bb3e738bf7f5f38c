import type { RouterInputs } from '#client/index.ts'
import type { TableName } from '#routers/pipeline/dry-run/dry-run.ts'
import type { Change } from './change.ts'

type RouterName = keyof RouterInputs['admin']

const ORDERS = ['orders', 'draftOrders', 'orderEdits', 'returns', 'swaps', 'statistics', 'setup'] as const
const CATALOGUE = [
  'products',
  'variants',
  'priceLists',
  'collections',
  'productCategories',
  'productTypes',
  'productTags',
  'statistics',
  'setup',
] as const
const STOCK = [
  'inventoryItems',
  'stockCounts',
  'reservations',
  'stockLocations',
  'variants',
  'products',
  'statistics',
] as const
const MARKET = [
  'regions',
  'taxRates',
  'shippingOptions',
  'shippingProfiles',
  'salesChannels',
  'store',
  'currencies',
  'setup',
] as const

/** The routers that show rows of a table. The router that made the change is always affected, so it need not be listed. */
const ROUTERS_OF_TABLE: Readonly<Record<string, readonly RouterName[]>> = {
  ...shared(ORDERS, ['order', 'order_edit', 'order_item_change', 'cart', 'line_item', 'shipping_method']),
  ...shared([...ORDERS, 'deletedRows'], ['draft_order']),
  ...shared([...ORDERS, 'payments', 'balances'], ['payment', 'refund']),
  ...shared(ORDERS, ['payment_collection', 'gift_card_transaction', 'fulfillment']),
  ...shared(ORDERS, ['return', 'claim_order', 'swap']),
  ...shared(CATALOGUE, ['product', 'product_variant', 'product_option', 'product_option_value', 'product_tag']),
  ...shared(CATALOGUE, ['product_type', 'image', 'money_amount']),
  ...shared([...CATALOGUE, 'deletedRows'], ['product_collection', 'product_category', 'price_list']),
  ...shared(STOCK, ['inventory_item', 'inventory_level', 'reservation_item']),
  ...shared([...STOCK, 'deletedRows'], ['stock_location']),
  ...shared(['stockLocations', 'salesChannels'], ['sales_channel_location']),
  ...shared(MARKET, ['country', 'currency']),
  ...shared([...MARKET, 'deletedRows'], ['region', 'tax_rate', 'shipping_profile', 'shipping_option', 'sales_channel']),
  // The time zone of the store.
  ...shared([...MARKET, 'auth', 'statistics'], ['store']),
  ...shared(['customers', 'customerGroups'], ['customer', 'address']),
  ...shared(['customers', 'customerGroups', 'priceLists', 'deletedRows'], ['customer_group']),
  ...shared(['discounts', 'deletedRows'], ['discount']),
  ...shared(['discounts'], ['discount_rule', 'discount_condition']),
  ...shared(['returnReasons', 'deletedRows'], ['return_reason']),
  ...shared(['users', 'invites', 'auth', 'account', 'roles'], ['user', 'invite', 'role']),
  ...shared(['account', 'auth', 'users'], ['second_factor', 'passkey', 'session']),
  ...shared(['webhooks', 'statistics'], ['webhook', 'webhook_delivery']),
  ...shared(['batchJobs'], ['batch_job']),
  ...shared(['giftCards', 'deletedRows'], ['gift_card']),
  ...shared(['balances'], ['balance_account', 'balance_entry']),
  ...shared(['notes', 'deletedRows'], ['note']),
  ...shared(['carriers', 'deletedRows'], ['carrier']),
  ...shared(['batchJobs', 'deletedRows'], ['import_mapping']),
  ...shared(['tags'], ['tag']),
  ...shared(['account', 'savedViews'], ['saved_view']),
  ...shared(['notifications'], ['notification']),
  translation: ['translations', 'shippingOptions', 'regions', 'returnReasons', ...CATALOGUE],
}

/** Every change adds entries to these lists. */
const JOURNALS: readonly RouterName[] = ['auditLog', 'events']

function shared(routers: readonly RouterName[], tables: readonly TableName[]): Record<string, readonly RouterName[]> {
  return Object.fromEntries(tables.map((table) => [table, routers]))
}

/** The names of the routers of `trpc.admin` that show the same rows as a router. */
export const routersBeside = (router: string): ReadonlySet<string> =>
  new Set([
    ...JOURNALS,
    router,
    ...Object.values(ROUTERS_OF_TABLE)
      .filter((routers) => routers.some((one) => one === router))
      .flat(),
  ])

/** The names of the routers of `trpc.admin` whose answers a change may have altered. */
export function affectedRouters({ cause, rows }: Change): ReadonlySet<string> {
  const [side, router = ''] = cause.split('.')
  return new Set([
    ...JOURNALS,
    ...(side === 'admin' ? [router] : []),
    ...rows.flatMap(({ entity }) => ROUTERS_OF_TABLE[entity] ?? []),
  ])
}
