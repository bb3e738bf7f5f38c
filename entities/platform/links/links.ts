import type { EntityManager } from '@mikro-orm/postgresql'
import { defer, statement } from '#database/statement.ts'

/** The rows with `id` and `others` must be flushed before. */
type LinkParameters = [id: string, others: readonly string[]]

const linkTable = (table: string, one: string, other: string) => ({
  // The order of the ids is the order of the locks on the linked rows.
  insert: statement<object, LinkParameters>(
    `insert into ${table} (${one}, ${other}) select $1, unnest($2::text[]) order by 2 on conflict do nothing`,
  ),
  remove: statement<object, LinkParameters>(`delete from ${table} where ${one} = $1 and ${other} = any($2::text[])`),
  removeOthers: statement<object, LinkParameters>(
    `delete from ${table} where ${one} = $1 and ${other} <> all($2::text[])`,
  ),
})

const links = {
  region_payment_providers: linkTable('region_payment_providers', 'region_id', 'provider_id'),
  region_fulfillment_providers: linkTable('region_fulfillment_providers', 'region_id', 'provider_id'),
  store_currencies: linkTable('store_currencies', 'store_id', 'currency_code'),
  channel_products: linkTable('product_sales_channel', 'sales_channel_id', 'product_id'),
  product_channels: linkTable('product_sales_channel', 'product_id', 'sales_channel_id'),
  key_channels: linkTable('publishable_api_key_sales_channel', 'publishable_key_id', 'sales_channel_id'),
  category_products: linkTable('product_category_product', 'product_category_id', 'product_id'),
  product_categories: linkTable('product_category_product', 'product_id', 'product_category_id'),
  product_images: linkTable('product_images', 'product_id', 'image_id'),
  product_tags: linkTable('product_tags', 'product_id', 'product_tag_id'),
  product_tax_rate: linkTable('product_tax_rate', 'rate_id', 'product_id'),
  product_type_tax_rate: linkTable('product_type_tax_rate', 'rate_id', 'product_type_id'),
  shipping_tax_rate: linkTable('shipping_tax_rate', 'rate_id', 'shipping_option_id'),
  customer_group_customers: linkTable('customer_group_customers', 'customer_group_id', 'customer_id'),
  customer_groups: linkTable('customer_group_customers', 'customer_id', 'customer_group_id'),
  price_list_customer_groups: linkTable('price_list_customer_groups', 'price_list_id', 'customer_group_id'),
  discount_regions: linkTable('discount_regions', 'discount_id', 'region_id'),
  discount_condition_product: linkTable('discount_condition_product', 'condition_id', 'product_id'),
  discount_condition_product_type: linkTable('discount_condition_product_type', 'condition_id', 'product_type_id'),
  discount_condition_product_collection: linkTable(
    'discount_condition_product_collection',
    'condition_id',
    'product_collection_id',
  ),
  discount_condition_product_tag: linkTable('discount_condition_product_tag', 'condition_id', 'product_tag_id'),
  discount_condition_customer_group: linkTable(
    'discount_condition_customer_group',
    'condition_id',
    'customer_group_id',
  ),
}

export type Link = keyof typeof links

/* The statements travel with the next one. Collections that MikroORM has loaded stay unchanged. */

export async function linkRows(em: EntityManager, link: Link, id: string, others: readonly string[]): Promise<void> {
  if (others.length > 0) await defer(em, links[link].insert.with(id, others))
}

export async function unlinkRows(em: EntityManager, link: Link, id: string, others: readonly string[]): Promise<void> {
  if (others.length > 0) await defer(em, links[link].remove.with(id, others))
}

export async function replaceLinks(
  em: EntityManager,
  link: Link,
  id: string,
  others: readonly string[],
): Promise<void> {
  await defer(em, links[link].removeOthers.with(id, others))
  await linkRows(em, link, id, others)
}
