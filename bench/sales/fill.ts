import { Client } from 'pg'

export interface SalesAmounts {
  orders: number
  variants: number
  customers: number
}

/** The first variants sell most. */
const POPULARITY = 3

/**
 * Inserts orders of two years with two lines each in four markets. One order in twenty has a refund. The triggers are
 * disabled, so the sums are computed at the end. Returns the seconds of this computation.
 */
export async function fillSales(url: string, amounts: SalesAmounts): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off;
      set maintenance_work_mem = '256MB'`)
    const indexes = await dropIndexes(client)
    for (const sql of statements(amounts)) await client.query(sql)
    for (const sql of indexes) await client.query(sql)
    await client.query('vacuum analyze')
    const began = performance.now()
    await client.query('select rebuild_sales()')
    const seconds = (performance.now() - began) / 1000
    await client.query('vacuum analyze')
    return seconds
  } finally {
    await client.end()
  }
}

const FILLED = ['order', 'line_item', 'payment', 'refund', 'tax_entry']

/** Rows without indexes are inserted several times as fast. Returns the statements that create the indexes again. */
async function dropIndexes(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select quote_ident(indexname) as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and tablename = any($1) and indexname not in (select conname from pg_constraint)`,
    [FILLED],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}

const key = (prefix: string, i: string) => `'${prefix}_' || lpad((${i})::text, 26, '0')`
const AT = `now() - make_interval(secs => 63072000.0 * i / count.orders)`

const statements = ({ orders, variants, customers }: SalesAmounts): string[] => {
  const rows = `generate_series(1, ${orders}) i cross join (select ${orders}::float8 as orders) count`
  return [
    `create table bench_market as
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
    `insert into "order" (id, created_at, updated_at, metadata, status, fulfillment_status, payment_status, customer_id, email,
       region_id, currency_code, difference_due, sold_subtotal, sold_discount, sold_shipping, sold_tax, taxes)
     select ${key('order', 'i')}, ${AT}, ${AT}, '{}', 'completed', 'fulfilled', 'captured',
       ${key('cus', `1 + (hashint4(i) & 2147483647) % ${customers}`)}, 'buyer' || (1 + (hashint4(i) & 2147483647) % ${customers}) || '@example.com',
       m.id, m.currency_code, 0, 2000, 200, 500, 460, '[]'
     from ${rows} join bench_market m on m.n = 1 + i % 4`,
    `insert into line_item (id, created_at, updated_at, order_id, title, is_return, is_giftcard, should_merge, allow_discounts,
       unit_price, is_price_fixed, includes_tax, variant_id, quantity)
     select ${key('item', 'i * 10 + n')}, ${AT}, ${AT}, ${key('order', 'i')}, 'Product', false, false, true, true, 1000, false, false,
       ${key('variant', `1 + floor(power(((hashint8(i * 10 + n) & 2147483647) / 2147483648.0), ${POPULARITY}) * ${variants})::int`)}, n
     from ${rows} cross join generate_series(1, 2) n`,
    `insert into payment (id, created_at, updated_at, order_id, amount, amount_refunded, currency_code, provider_id, data, captured_at)
     select ${key('pay', 'i')}, ${AT}, ${AT}, ${key('order', 'i')}, 2760, 0, 'eur', 'manual', '{}', ${AT} from ${rows}`,
    `insert into refund (id, created_at, updated_at, order_id, payment_id, amount, reason, status)
     select ${key('ref', 'i')}, ${AT}, ${AT}, ${key('order', 'i')}, ${key('pay', 'i')}, 500, 'other', 'settled'
     from ${rows} where i % 20 = 0`,
    `insert into tax_entry (order_id, at, currency_code, kind, country_code, name, code, rate, is_giftcard, taxable, net, tax)
     select ${key('order', 'i')}, ${AT}, m.currency_code, 'sale', (array['de', 'fr', 'it', 'es', 'pl'])[1 + i % 5], 'default', 'default',
       20, false, 2300, 2300, 460 from ${rows} join bench_market m on m.n = 1 + i % 4`,
    `insert into tax_entry (order_id, at, currency_code, kind, country_code, name, code, rate, is_giftcard, taxable, net, tax)
     select ${key('order', 'i')}, ${AT}, m.currency_code, 'refund', (array['de', 'fr', 'it', 'es', 'pl'])[1 + i % 5], 'default',
       'default', 20, false, 417, 417, 83 from ${rows} join bench_market m on m.n = 1 + i % 4 where i % 20 = 0`,
    'drop table bench_market',
  ]
}
