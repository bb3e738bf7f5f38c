import type { Opt } from '@mikro-orm/postgresql'
import { createQueryFactory } from '#database/query.ts'
import type { Columns, Row } from '#database/rows.ts'
import type { entities } from './index.ts'

type EntityClass = (typeof entities)[number]
type EntityTables = { [Class in EntityClass as TableOf<Class>]: TableColumns<InstanceType<Class>> }
type TableOf<Class> = Class extends { '~entityName'?: infer Name extends string }
  ? Name extends keyof OtherTableNames
    ? OtherTableNames[Name]
    : SnakeCase<Name>
  : never
type OtherTableNames = { App: 'oauth'; ProductImage: 'image'; CollectionSession: 'payment_collection_session' }
type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${Lowercase<First>}${SnakeCaseRest<Rest>}`
  : Name
type SnakeCaseRest<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCaseRest<Rest>}`
  : Name

type TableColumns<Entity> = { [Name in keyof Columns<Entity>]: ColumnValue<Row<Entity>[Name]> }
type ColumnValue<Value> = undefined extends Value ? Unbranded<Exclude<Value, undefined>> | null : Unbranded<Value>
type Unbranded<Value> = Value extends Opt<infer Plain> ? Plain : Value

type Link<First extends string, Second extends string> = { [Column in First | Second]: string }
type LinkTables = {
  cart_discounts: Link<'cart_id', 'discount_id'>
  cart_gift_cards: Link<'cart_id', 'gift_card_id'>
  claim_item_tags: Link<'claim_item_id', 'claim_tag_id'>
  customer_group_customers: Link<'customer_id', 'customer_group_id'>
  discount_regions: Link<'discount_id', 'region_id'>
  order_discounts: Link<'order_id', 'discount_id'>
  order_gift_cards: Link<'order_id', 'gift_card_id'>
  price_list_customer_groups: Link<'price_list_id', 'customer_group_id'>
  product_category_product: Link<'product_category_id', 'product_id'>
  product_images: Link<'product_id', 'image_id'>
  product_sales_channel: Link<'product_id', 'sales_channel_id'>
  product_tags: Link<'product_id', 'product_tag_id'>
  product_tax_rate: Link<'rate_id', 'product_id'>
  product_type_tax_rate: Link<'rate_id', 'product_type_id'>
  publishable_api_key_sales_channel: Link<'publishable_key_id', 'sales_channel_id'>
  region_fulfillment_providers: Link<'region_id', 'provider_id'>
  region_payment_providers: Link<'region_id', 'provider_id'>
  shipping_tax_rate: Link<'rate_id', 'shipping_option_id'>
  store_currencies: Link<'store_id', 'currency_code'>
}

export type Tables = EntityTables & LinkTables

export type TableName = keyof Tables
/** A column with its table, such as `order.payment_status`. */
export type TableColumn = { [Table in TableName]: `${Table}.${keyof Tables[Table] & string}` }[TableName]

/**
 * Creates a prepared statement from a Kysely query. Its types come from the entities.
 * @example
 * const lineIds = query((db, cart_id: string) => db.selectFrom('line_item').select('id').where('cart_id', '=', cart_id))
 * const rows = await lineIds(em, 'cart_1')
 */
export const query = createQueryFactory<Tables>()
