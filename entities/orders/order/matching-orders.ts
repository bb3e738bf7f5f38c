import { type RawQueryFragment, raw } from '@mikro-orm/postgresql'
import { taggedIdsSql } from '#entities/platform/tag/find-tags.ts'

/** One word of a search of orders. */
export interface OrderWord {
  /** The number of an order, or null. */
  display_id: number | null
  /** An `ilike` pattern. */
  pattern: string
  /** Whether the word is long enough for the titles and SKUs of products. A short one matches almost every order. */
  isLong: boolean
  /** Whether the word may be in the names and the phone of the customer. */
  withCustomers: boolean
}

/** A query for the ids of orders with the word in their number, e-mail, addresses, tags, customer or products. */
export const selectMatchingOrderIds = ({ display_id, withCustomers, ...word }: OrderWord): RawQueryFragment => {
  const parts = [
    ORDERS_SQL,
    ...(withCustomers ? [ORDERS_OF_CUSTOMERS_SQL] : []),
    ...(word.isLong ? [ORDERS_OF_PRODUCTS_SQL] : []),
  ]
  return unionOf(parts, word.pattern, display_id)
}

function unionOf(parts: readonly string[], pattern: string, ...first: unknown[]): RawQueryFragment {
  const sql = parts.join(' union ')
  return raw(`(${sql})`, [...first, ...Array(sql.split('ilike ?').length - 1).fill(pattern)])
}

/** A query for the id of the order with this number. */
export const selectNumberedOrderIds = (display_id: number): RawQueryFragment =>
  raw('(select id from "order" where display_id = ?::int)', [display_id])

const ADDRESS_MATCHES = 'a.first_name ilike ? or a.last_name ilike ? or a.city ilike ?'
const TAGGED_ORDERS_SQL = taggedIdsSql('order')
const TAGGED_CUSTOMERS_SQL = taggedIdsSql('customer')

// Each part of the union uses its own index.
const ORDERS_SQL = `
  select id from "order" where display_id = ?::int
  union select id from "order" where email ilike ?
  union select o.id from address a join "order" o on o.shipping_address_id = a.id where ${ADDRESS_MATCHES}
  union select o.id from address a join "order" o on o.billing_address_id = a.id where ${ADDRESS_MATCHES}
  union ${TAGGED_ORDERS_SQL}`

const ORDERS_OF_CUSTOMERS_SQL = `
  select o.id from customer c join "order" o on o.customer_id = c.id
    where c.first_name ilike ? or c.last_name ilike ? or c.phone ilike ?`

const ORDERS_OF_PRODUCTS_SQL = `
  select l.order_id from product_variant v join line_item l on l.variant_id = v.id
    where v.sku ilike ? and l.order_id is not null
  union select l.order_id from product p join product_variant v on v.product_id = p.id
    join line_item l on l.variant_id = v.id where p.title ilike ? and l.order_id is not null`

/** A query for the ids of customers with the `ilike` pattern in their own columns and tags, and with orders also in their addresses. */
export const selectMatchingCustomerIds = (pattern: string, withOrders: boolean): RawQueryFragment =>
  unionOf(withOrders ? [CUSTOMERS_SQL, CUSTOMERS_OF_ORDERS_SQL] : [CUSTOMERS_SQL], pattern)

const CUSTOMERS_SQL = `
  select id from customer where email ilike ? or first_name ilike ? or last_name ilike ?
  union select id from customer where phone ilike ?
  union ${TAGGED_CUSTOMERS_SQL}`

const CUSTOMERS_OF_ORDERS_SQL = `
  select o.customer_id from address a join "order" o on o.shipping_address_id = a.id where ${ADDRESS_MATCHES}
  union select o.customer_id from address a join "order" o on o.billing_address_id = a.id where ${ADDRESS_MATCHES}`
