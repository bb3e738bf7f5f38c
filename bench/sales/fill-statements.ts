export interface SalesAmounts {
  orders: number
  variants: number
  customers: number
  /** Carts of the last 30 days without an order. */
  openCarts: number
}

export const FILLED_TABLES = [
  'cart',
  'customer',
  'event',
  'line_item',
  'line_item_adjustment',
  'line_item_tax_line',
  'order',
  'payment',
  'refund',
  'shipping_method',
  'shipping_method_tax_line',
  'tax_entry',
]

/** The first variants sell most. */
const POPULARITY = 3

const key = (prefix: string, i: string) => `'${prefix}_' || lpad((${i})::text, 26, '0')`
const AT = `now() - make_interval(secs => 63072000.0 * (count.orders - i) / count.orders)`
const random = (i: string) => `(hashint8(${i}) & 2147483647)`
const COUNTRY = `(array['de', 'fr', 'it', 'es', 'pl'])[1 + i % 5]`

/* One order in four has a discount of 10 %, and of these one in five a refund of a tenth. */
const HAS_DISCOUNT = 'i % 4 = 0'
const HAS_REFUND = 'i % 20 = 0'
const DISCOUNT = `case when ${HAS_DISCOUNT} then 300 else 0 end`
const NET = `(3500 - ${DISCOUNT})`
const REFUND = 384
const REFUND_NET = 320

const taxJson = (
  kind: string,
  net: string,
  tax: string,
) => `jsonb_build_object('kind', '${kind}', 'country_code', ${COUNTRY},
  'name', 'default', 'code', 'default', 'rate', 20, 'is_giftcard', false, 'taxable', ${net}, 'net', ${net}, 'tax', ${tax})`

/** Orders of two years with two lines each in four markets. */
export const salesStatements = ({ orders, variants, customers, openCarts }: SalesAmounts): string[] => {
  const rows = `generate_series(1, ${orders}) i cross join (select ${orders}::float8 as orders) count`
  const markets = `${rows} join bench_market m on m.n = 1 + i % 4`
  const lines = `${rows} cross join generate_series(1, 2) n`
  const carts = `generate_series(1, ${openCarts}) i`
  const variant = (line: string) =>
    key('variant', `1 + floor(power(${random(line)} / 2147483648.0, ${POPULARITY}) * ${variants})::int`)
  const customer = `1 + ${random('i')} % ${customers}`
  const secondsAgo = `(2592000.0 * (${openCarts} - i) / ${openCarts})`
  const cartAt = `now() - make_interval(secs => ${secondsAgo})`
  // Ids begin with their time, so open carts are between those of the orders of the same days.
  const openId = `${key('cart', `floor(${orders} * (1 - ${secondsAgo} / 63072000.0))::int`)} || '_' || i`
  const lineColumns = `(id, created_at, updated_at, cart_id, order_id, title, is_return, is_giftcard, should_merge, allow_discounts,
    unit_price, is_price_fixed, includes_tax, variant_id, quantity)`
  return [
    `create temporary table bench_market as
     select row_number() over (order by id) as n, id, currency_code from region where deleted_at is null`,
    `insert into region (id, created_at, updated_at, name, currency_code, tax_rate, gift_cards_taxable, automatic_taxes, includes_tax)
     select 'reg_bench_' || i, now(), now(), 'Market ' || i, 'eur', 20, true, true, false from generate_series(1, 3) i`,
    `insert into bench_market select (select max(n) from bench_market) + i, 'reg_bench_' || i, 'eur' from generate_series(1, 3) i`,
    `insert into product (id, created_at, updated_at, title, handle, status, is_giftcard, discountable, profile_id)
     select ${key('prod', 'i')}, now(), now(), 'Product ' || i, 'product-' || i, 'published', false, true,
       (select id from shipping_profile where type = 'default' limit 1) from generate_series(1, ${variants}) i`,
    `insert into product_variant (id, created_at, updated_at, title, product_id, sku, variant_rank, inventory_quantity,
       allow_backorder, manage_inventory)
     select ${key('variant', 'i')}, now(), now(), 'One size', ${key('prod', 'i')}, 'SKU-' || i, 0, i % 50, false, true
     from generate_series(1, ${variants}) i`,
    `insert into customer (id, created_at, updated_at, email, has_account)
     select ${key('cus', 'i')}, now(), now(), 'buyer' || i || '@example.com', false from generate_series(1, ${customers}) i`,
    `insert into cart (id, created_at, updated_at, email, type, region_id, customer_id, completed_at)
     select ${key('cart', 'i')}, ${AT}, ${AT}, 'buyer' || (${customer}) || '@example.com', 'default', m.id, ${key('cus', customer)}, ${AT}
     from ${markets}`,
    `insert into "order" (id, created_at, updated_at, metadata, status, fulfillment_status, payment_status, cart_id, customer_id, email,
       region_id, currency_code, difference_due, is_returning, sold_subtotal, sold_discount, sold_shipping, sold_tax, taxes)
     select ${key('order', 'i')}, ${AT}, ${AT}, '{}', 'completed', 'not_fulfilled',
       case when ${HAS_REFUND} then 'partially_refunded' else 'captured' end, ${key('cart', 'i')}, ${key('cus', customer)},
       'buyer' || (${customer}) || '@example.com', m.id, m.currency_code, 0, row_number() over (partition by ${customer} order by i) > 1, 3000, ${DISCOUNT}, 500, ${NET} / 5,
       case when ${HAS_REFUND} then jsonb_build_array(${taxJson('sale', NET, `${NET} / 5`)}, ${taxJson('refund', `${REFUND_NET}`, `${REFUND - REFUND_NET}`)})
       else jsonb_build_array(${taxJson('sale', NET, `${NET} / 5`)}) end
     from ${markets}`,
    `insert into line_item ${lineColumns}
     select ${key('item', 'i * 10 + n')}, ${AT}, ${AT}, ${key('cart', 'i')}, ${key('order', 'i')}, 'Product', false, false, true, true,
       1000, false, false, ${variant('i * 10 + n')}, n from ${lines}`,
    `insert into line_item_tax_line (id, created_at, updated_at, item_id, rate, name, code)
     select ${key('litl', 'i * 10 + n')}, ${AT}, ${AT}, ${key('item', 'i * 10 + n')}, 20, 'default', 'default' from ${lines}`,
    `insert into line_item_adjustment (id, item_id, description, amount)
     select ${key('lia', 'i * 10 + n')}, ${key('item', 'i * 10 + n')}, 'discount', n * 100 from ${lines} where ${HAS_DISCOUNT}`,
    `insert into shipping_method (id, shipping_option_id, cart_id, order_id, price, includes_tax, data)
     select ${key('sm', 'i')}, option.id, ${key('cart', 'i')}, ${key('order', 'i')}, 500, false, '{}'
     from generate_series(1, ${orders}) i cross join (select id from shipping_option limit 1) option`,
    `insert into shipping_method_tax_line (id, created_at, updated_at, shipping_method_id, rate, name, code)
     select ${key('smtl', 'i')}, ${AT}, ${AT}, ${key('sm', 'i')}, 20, 'default', 'default' from ${rows}`,
    `insert into payment (id, created_at, updated_at, order_id, cart_id, amount, amount_refunded, currency_code, provider_id, data, captured_at)
     select ${key('pay', 'i')}, ${AT}, ${AT}, ${key('order', 'i')}, ${key('cart', 'i')}, ${NET} * 6 / 5,
       case when ${HAS_REFUND} then ${REFUND} else 0 end, m.currency_code, 'manual', '{}', ${AT} from ${markets}`,
    `insert into refund (id, created_at, updated_at, order_id, payment_id, amount, reason, status)
     select ${key('ref', 'i')}, ${AT}, ${AT}, ${key('order', 'i')}, ${key('pay', 'i')}, ${REFUND}, 'other', 'settled'
     from ${rows} where ${HAS_REFUND}`,
    `insert into tax_entry (order_id, at, currency_code, kind, country_code, name, code, rate, is_giftcard, taxable, net, tax)
     select o.id, o.created_at, o.currency_code, e.kind, e.country_code, e.name, e.code, e.rate, e.is_giftcard, e.taxable, e.net, e.tax
     from "order" o, jsonb_to_recordset(o.taxes) e (kind text, country_code text, name text, code text, rate float8,
       is_giftcard boolean, taxable bigint, net bigint, tax bigint)`,
    `insert into event (created_at, name, payload, is_private)
     select created_at, 'order.placed', jsonb_build_object('id', id), false from "order" where created_at > now() - interval '30 days'`,
    `insert into cart (id, created_at, updated_at, type, region_id, email)
     select ${openId}, ${cartAt}, ${cartAt}, 'default', m.id, case when i % 3 = 0 then 'visitor@example.com' end
     from ${carts} join bench_market m on m.n = 1 + i % 4`,
    `insert into line_item ${lineColumns}
     select ${key('openitem', 'i')}, ${cartAt}, ${cartAt}, ${openId}, null, 'Product', false, false, true, true, 1000, false,
       false, ${variant('i')}, 1 from ${carts} where i % 2 = 0`,
    `insert into deleted_cart (slot, carts, with_items, with_contact)
     select now() - make_interval(mins => 15 * i) - interval '30 days', 20, 10, 3 from generate_series(1, 67200) i`,
  ]
}
