import { statement } from '#database/statement.ts'

/** A row with the name that a merchant knows. */
export interface NamedObject {
  id: string
  /** The admin resource of the row, such as `draftOrders`. */
  resource: string
  name: string
  /** The order or product that the row belongs to. Its name is the name of the row. */
  owner_id: string | null
}

const own = (table: string, name: string) =>
  `select id, ${name} as name, null as owner_id from ${table} where id = any($1)`

const orderOf = (table: string, orderId: string) => `
  select part.id, '#' || o.display_id as name, o.id as owner_id
  from ${table} part join "order" o on o.id = ${orderId} where part.id = any($1)`

const ORDER = 'part.order_id'
const ORDER_OF_CLAIM = '(select c.order_id from claim_order c where c.id = part.claim_order_id)'
const ORDER_OF_SWAP = '(select s.order_id from swap s where s.id = part.swap_id)'
const ORDER_OF_PART = `coalesce(${ORDER}, ${ORDER_OF_CLAIM}, ${ORDER_OF_SWAP})`

const RESOURCES: Readonly<Record<string, readonly string[]>> = {
  orders: [
    own('"order"', "'#' || display_id"),
    orderOf('claim_order', ORDER),
    orderOf('fulfillment', ORDER_OF_PART),
    orderOf('refund', ORDER_OF_PART),
  ],
  draftOrders: [own('draft_order', "'#' || display_id")],
  orderEdits: [orderOf('order_edit', ORDER)],
  returns: [orderOf('return', ORDER_OF_PART)],
  swaps: [orderOf('swap', ORDER)],
  payments: [orderOf('payment', `coalesce(${ORDER}, ${ORDER_OF_SWAP})`)],
  products: [own('product', 'title')],
  variants: [
    `select v.id, concat_ws(' · ', p.title, v.title) as name, p.id as owner_id
     from product_variant v join product p on p.id = v.product_id where v.id = any($1)`,
  ],
  collections: [own('product_collection', 'title')],
  productCategories: [own('product_category', 'name')],
  priceLists: [own('price_list', 'name')],
  customers: [own('customer', "coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email)")],
  customerGroups: [own('customer_group', 'name')],
  discounts: [own('discount', 'code')],
  giftCards: [own('gift_card', 'code')],
  inventoryItems: [own('inventory_item', 'coalesce(title, sku)')],
  stockLocations: [own('stock_location', 'name')],
  regions: [own('region', 'name')],
  taxRates: [own('tax_rate', 'name')],
  shippingOptions: [own('shipping_option', 'name')],
  shippingProfiles: [own('shipping_profile', 'name')],
  salesChannels: [own('sales_channel', 'name')],
  returnReasons: [own('return_reason', 'label')],
  carriers: [own('carrier', 'name')],
  publishableApiKeys: [own('publishable_api_key', 'title')],
  users: [own('"user"', "coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email)")],
  invites: [own('invite', 'user_email')],
  roles: [own('role', 'name')],
  webhooks: [own('webhook', 'url')],
}

/** The admin resources whose rows have names. */
export const NAMED_RESOURCES: readonly string[] = Object.keys(RESOURCES)

const selects = Object.entries(RESOURCES).flatMap(([resource, queries]) =>
  queries.map(
    (query) =>
      `select id, '${resource}' as resource, name, owner_id from (${query}) as named where '${resource}' = any($2::text[])`,
  ),
)

/** Returns the rows with these IDs among the resources. Rows that were removed from the database, and rows without a name, are missing. */
export const findNamedObjects = statement<NamedObject, [ids: readonly string[], resources: readonly string[]]>(
  `select * from (${selects.join(' union all ')}) as object where name is not null`,
)
