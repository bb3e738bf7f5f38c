/* Most tables of Medusa v1 have the same name and columns as those of the shop. This file lists the exceptions. */

/** Medusa has these tables only with its inventory modules. */
export const INVENTORY_TABLES: readonly string[] = [
  'inventory_item',
  'inventory_level',
  'product_variant_inventory_item',
  'reservation_item',
  'sales_channel_location',
  'stock_location',
  'stock_location_address',
]

/** Tables of both shops that are not imported, because their files or requests are not in the database. */
export const SKIPPED_TABLES: readonly string[] = ['batch_job', 'idempotency_key', 'invite']

/** Tables that only this shop has. A table of the same name in Medusa belongs to a plugin and is not imported. */
export const CARTWRIGHT_TABLES: readonly string[] = [
  'agreed_discount',
  'api_key',
  'audit_log',
  'balance_account',
  'balance_entry',
  'catalogue_change',
  'deleted_row',
  'deleted_row_part',
  'event',
  'event_outbox',
  'event_subscription',
  'fulfillment_stock',
  'language_chain',
  'payment_attempt',
  'payment_collection_session',
  'product_option_texts',
  'product_search',
  'product_title',
  'rate_limit',
  'role',
  'row_count',
  'sale',
  'sales_calendar',
  'schema_migration',
  'session',
  'settled_debt',
  'settings_version',
  'tax_entry',
  'translated_text',
  'webhook',
  'webhook_delivery',
]

export const MEDUSA_TABLES: readonly string[] = [
  'analytics_config',
  'discount_rule_products',
  'migrations',
  'notification_provider',
  'payment_collection_payments',
  'payment_collection_sessions',
  'product_shipping_profile',
  'product_variant_money_amount',
  'staged_job',
]

/** Columns of Medusa that the shop needs no copy of, by their ends. */
export const UNNEEDED_COLUMNS: readonly RegExp[] = [
  /^(discount_condition_\w+|\w+_tax_rate|publishable_api_key_sales_channel)\.(created_at|updated_at|deleted_at|id)$/,
  /^(custom_shipping_option|inventory_item|inventory_level|order_item_change|stock_location)\.deleted_at$/,
  /^claim_item_tags\.(item_id|tag_id)$/,
]

/** The import fails if it cannot import a row of these tables. */
export const REQUIRED_ROW_TABLES: readonly string[] = [
  'claim_order',
  'customer',
  'discount',
  'gift_card',
  'gift_card_transaction',
  'order',
  'payment',
  'product',
  'product_variant',
  'refund',
  'return',
  'swap',
]

/** Queries that replace a plain copy of the table. */
export const TABLE_SELECTS: Readonly<Record<string, string>> = {
  claim_item_tags: 'select item_id as claim_item_id, tag_id as claim_tag_id from claim_item_tags',
  ...Object.fromEntries(INVENTORY_TABLES.filter((table) => table !== 'stock_location_address').map(selectAlive)),
  money_amount: `
    select m.*, linked.variant_id from money_amount m
    join product_variant_money_amount linked on linked.money_amount_id = m.id and linked.deleted_at is null`,
  order_edit: `
    select e.*, case
      when confirmed_at is not null then 'confirmed' when declined_at is not null then 'declined'
      when canceled_at is not null then 'canceled' when requested_at is not null then 'requested' else 'created'
    end as status from order_edit e`,
  order_item_change: 'select * from order_item_change where deleted_at is null',
  payment: `
    select p.*, linked.payment_collection_id from payment p
    left join payment_collection_payments linked on linked.payment_id = p.id`,
  product: `
    select p.*, linked.profile_id from product p left join (
      select product_id, min(profile_id) as profile_id from product_shipping_profile group by product_id
    ) linked on linked.product_id = p.id`,
  publishable_api_key_sales_channel: 'select * from publishable_api_key_sales_channel where deleted_at is null',
  refund: `select r.*, 'settled' as status from refund r`,
}

function selectAlive(table: string): [table: string, select: string] {
  return [table, `select * from ${table} where deleted_at is null`]
}

/** SQL values for required columns that Medusa leaves empty. Other columns get their default. */
export const COLUMN_DEFAULTS: Readonly<Record<string, string>> = {
  'currency.decimal_digits': 'coalesce((select decimal_digits from currency where code = filled.code), 2)',
  'custom_shipping_option.price': '0',
  'fulfillment.provider_id': "'manual'",
  'product.profile_id': `(select id from moving.shipping_profile
    order by deleted_at is not null, type <> 'default', created_at, id limit 1)`,
  'store.inventory_enabled': '(select inventory_enabled from store)',
  'store.requires_shipping': '(select requires_shipping from store)',
  'store.default_sales_channel_id':
    '(select id from moving.sales_channel order by deleted_at is not null, created_at, id limit 1)',
  'user.role': "'member'",
}

/** Rows of Medusa replace the initial rows of these tables. */
export const REPLACED_TABLES: readonly string[] = ['store_currencies', 'store', 'sales_channel', 'shipping_profile']

export const EMPTY_TABLES: readonly string[] = [
  'cart',
  'customer',
  'customer_group',
  'discount',
  'gift_card',
  'order',
  'price_list',
  'product',
  'product_category',
  'product_collection',
  'publishable_api_key',
  'region',
]
