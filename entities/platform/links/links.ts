import type { EntityManager } from '@mikro-orm/postgresql'

const linkColumns = {
  region_payment_providers: ['region_id', 'provider_id'],
  region_fulfillment_providers: ['region_id', 'provider_id'],
  store_currencies: ['store_id', 'currency_code'],
  product_sales_channel: ['sales_channel_id', 'product_id'],
  publishable_api_key_sales_channel: ['publishable_key_id', 'sales_channel_id'],
  product_category_product: ['product_category_id', 'product_id'],
  product_tax_rate: ['rate_id', 'product_id'],
  product_type_tax_rate: ['rate_id', 'product_type_id'],
  shipping_tax_rate: ['rate_id', 'shipping_option_id'],
  customer_group_customers: ['customer_group_id', 'customer_id'],
  price_list_customer_groups: ['price_list_id', 'customer_group_id'],
  discount_regions: ['discount_id', 'region_id'],
  discount_condition_product: ['condition_id', 'product_id'],
  discount_condition_product_type: ['condition_id', 'product_type_id'],
  discount_condition_product_collection: ['condition_id', 'product_collection_id'],
  discount_condition_product_tag: ['condition_id', 'product_tag_id'],
  discount_condition_customer_group: ['condition_id', 'customer_group_id'],
} as const

export type LinkTable = keyof typeof linkColumns

/* The row with `id` must be flushed before. Collections that MikroORM has loaded stay unchanged. */

export async function linkRows(
  em: EntityManager,
  table: LinkTable,
  id: string,
  others: readonly string[],
): Promise<void> {
  const [one, other] = linkColumns[table]
  // The order of the ids is the order of the locks on the linked rows.
  await em.execute(
    `insert into ${table} (${one}, ${other}) select ?, jsonb_array_elements_text(?::jsonb) order by 2 on conflict do nothing`,
    [id, JSON.stringify(others)],
  )
}

export async function unlinkRows(
  em: EntityManager,
  table: LinkTable,
  id: string,
  others: readonly string[],
): Promise<void> {
  const [one, other] = linkColumns[table]
  await em.execute(
    `delete from ${table} where ${one} = ? and ${other} in (select jsonb_array_elements_text(?::jsonb))`,
    [id, JSON.stringify(others)],
  )
}

export async function replaceLinks(
  em: EntityManager,
  table: LinkTable,
  id: string,
  others: readonly string[],
): Promise<void> {
  const [one, other] = linkColumns[table]
  await em.execute(
    `delete from ${table} where ${one} = ? and ${other} not in (select jsonb_array_elements_text(?::jsonb))`,
    [id, JSON.stringify(others)],
  )
  await linkRows(em, table, id, others)
}
