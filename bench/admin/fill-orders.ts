import type { Client } from 'pg'

/**
 * Inserts orders of existing customers, one minute apart. Of these, 1 in 3 is captured, 1 in 10 is fulfilled and 1
 * in 100 is completed.
 */
export async function fillOrders(db: Client, count: number): Promise<void> {
  const made = `from generate_series(1, $1) i, lateral (select now() - make_interval(mins => i) as at) made`
  const key = `lpad(i::text, 26, '0')`
  await db.query(
    `insert into address (id, created_at, updated_at, first_name, last_name, city, country_code)
     select 'addr_' || ${key}, at, at, 'Receiver' || i, 'Byron', 'Town', (select iso_2 from country limit 1) ${made}`,
    [count],
  )
  await db.query(
    `insert into "order" (id, created_at, updated_at, status, fulfillment_status, payment_status, customer_id, email,
       region_id, currency_code, sales_channel_id, shipping_address_id, billing_address_id, metadata)
     select 'order_' || ${key}, at, at, case when i % 100 = 0 then 'completed' else 'pending' end,
       case when i % 10 = 0 then 'fulfilled' else 'not_fulfilled' end,
       case when i % 3 = 0 then 'captured' else 'awaiting' end,
       'cus_' || lpad((1 + i % (select count(*) from customer where id like 'cus_0%'))::text, 26, '0'),
       'buyer' || i || '@example.com', (select id from region limit 1), 'eur', (select id from sales_channel limit 1),
       'addr_' || ${key}, 'addr_' || ${key}, '{}' ${made}`,
    [count],
  )
  await db.query(`
    insert into line_item (id, created_at, updated_at, order_id, title, is_return, is_giftcard, should_merge,
      allow_discounts, has_shipping, unit_price, includes_tax, variant_id, quantity)
    select 'item_' || n || o.id, o.created_at, o.created_at, o.id, 'Shirt', false, false, true, true, true, 1000, false,
      (select id from product_variant limit 1), n
    from "order" o, generate_series(1, 2) n where o.id like 'order_0%'`)
  await db.query(`
    insert into line_item_tax_line (id, created_at, updated_at, item_id, rate, name, code)
    select 'litl_' || id, created_at, created_at, id, 20, 'default', 'default' from line_item where id like 'item_%order_0%'`)
  await db.query(`
    insert into shipping_method (id, order_id, shipping_option_id, price, includes_tax, data)
    select 'sm_' || id, id, (select id from shipping_option limit 1), 500, false, '{}' from "order" where id like 'order_0%'`)
  await db.query(`
    insert into payment (id, created_at, updated_at, order_id, amount, amount_refunded, currency_code, provider_id, data,
      captured_at)
    select 'pay_' || id, created_at, created_at, id, 4100, 0, 'eur', 'manual', '{}',
      case when payment_status = 'captured' then created_at end
    from "order" where id like 'order_0%'`)
  await db.query(`
    insert into fulfillment (id, created_at, updated_at, order_id, provider_id, tracking_numbers, data)
    select 'ful_' || id, created_at, created_at, id, 'manual', '[]', '{}' from "order"
    where id like 'order_0%' and fulfillment_status = 'fulfilled'`)
  await db.query('vacuum analyze')
}
