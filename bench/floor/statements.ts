/*
 * The SQL of a checkout as somebody would write it who has nothing else to do: one statement that changes, one that
 * reads. Each is prepared once on each connection.
 */

const row = (query: string) => `(select to_json(found) from (${query}) found)`
const list = (query: string) => `coalesce((select json_agg(found) from (${query}) found), '[]')`

export const createCart = `
  insert into cart (id, created_at, updated_at, type, region_id, sales_channel_id)
  select $1, now(), now(), 'default', $2, default_sales_channel_id from store`

/** Refuses, by changing nothing, where the variant is unknown, has no price or not so many pieces. */
export const addLine = `
  with open as (select c.id, r.currency_code from cart c join region r on r.id = c.region_id
    where c.id = $2 and c.completed_at is null for update of c)
  insert into line_item (id, created_at, updated_at, cart_id, title, description, thumbnail, is_return, is_giftcard,
    should_merge, allow_discounts, unit_price, includes_tax, variant_id, quantity)
  select $1, clock_timestamp(), clock_timestamp(), open.id, p.title, v.title, p.thumbnail, false, p.is_giftcard, true,
    p.discountable, m.amount, false, v.id, $4
  from open, product_variant v join product p on p.id = v.product_id
    join money_amount m on m.variant_id = v.id and m.price_list_id is null and m.region_id is null
  where v.id = $3 and v.deleted_at is null and p.deleted_at is null and m.currency_code = open.currency_code
    and (not v.manage_inventory or v.allow_backorder or v.inventory_quantity >= $4)`

const ADDRESS = `insert into address (id, created_at, updated_at, customer_id, first_name, last_name, address_1, city,
  postal_code, country_code)`

export const updateCart = `
  with buyer as (
    insert into customer (id, created_at, updated_at, email, has_account) values ($2, now(), now(), $3, false)
    on conflict (email, has_account) where deleted_at is null do update set email = excluded.email returning id),
  shipping as (${ADDRESS} select $4, now(), now(), buyer.id, $6, $7, $8, $9, $10, $11 from buyer),
  billing as (${ADDRESS} select $5, now(), now(), buyer.id, $6, $7, $8, $9, $10, $11 from buyer),
  code as (insert into cart_discounts (cart_id, discount_id) select $1, id from discount
    where code = $12 and deleted_at is null and not is_disabled and starts_at <= now() on conflict do nothing)
  update cart set email = $3, customer_id = buyer.id, shipping_address_id = $4, billing_address_id = $5, updated_at = now()
  from buyer where cart.id = $1 and completed_at is null`

export const addShipping = `
  insert into shipping_method (id, shipping_option_id, cart_id, price, includes_tax, data)
  select $1, o.id, c.id, o.amount, false, o.data from shipping_option o join cart c on c.region_id = o.region_id
  where c.id = $2 and o.id = $3 and o.deleted_at is null and c.completed_at is null`

export const addSession = `
  insert into payment_session (id, created_at, updated_at, cart_id, provider_id, is_selected, is_initiated, status, data, amount)
  values ($1, now(), now(), $2, 'manual', true, true, 'pending', '{"status":"pending"}', $3)`

export const lockCart = 'select completed_at from cart where id = $1 for update'

/** Stock is taken from all variants at once, or from none where one is short: then fewer rows come back than lines. */
export const takeStock = `
  with wanted as (select v.id, li.quantity from line_item li join product_variant v on v.id = li.variant_id
    where li.cart_id = $1 order by v.id for no key update of v)
  update product_variant v set inventory_quantity = v.inventory_quantity - wanted.quantity
  from wanted where v.id = wanted.id and v.inventory_quantity >= wanted.quantity returning v.id`

export const placeOrder = `
  with placed as (
    insert into "order" (id, created_at, updated_at, metadata, status, fulfillment_status, payment_status, cart_id, customer_id,
      email, region_id, currency_code, billing_address_id, shipping_address_id, sales_channel_id)
    select $2, now(), now(), '{}', 'pending', 'not_fulfilled', 'awaiting', c.id, c.customer_id, c.email, c.region_id,
      r.currency_code, c.billing_address_id, c.shipping_address_id, c.sales_channel_id
    from cart c join region r on r.id = c.region_id where c.id = $1 returning id, currency_code, display_id),
  paid as (
    insert into payment (id, created_at, updated_at, cart_id, order_id, amount, amount_refunded, currency_code, provider_id, data)
    select $3, now(), now(), $1, id, $4, 0, currency_code, 'manual', '{"status":"authorized"}' from placed),
  discounted as (
    insert into line_item_adjustment (id, item_id, description, discount_id, amount)
    select replace(item_id, 'item_', 'lia_'), item_id, 'discount', $5, amount
    from unnest($6::text[], $7::float8[]) as made(item_id, amount)),
  taxed as (
    insert into line_item_tax_line (id, created_at, updated_at, item_id, rate, name)
    select replace(id, 'item_', 'litl_'), now(), now(), id, $8, 'default' from line_item where cart_id = $1),
  shipping_taxed as (
    insert into shipping_method_tax_line (id, created_at, updated_at, shipping_method_id, rate, name)
    select replace(id, 'sm_', 'smtl_'), now(), now(), id, $8, 'default' from shipping_method where cart_id = $1),
  lines as (update line_item set order_id = $2 where cart_id = $1),
  methods as (update shipping_method set order_id = $2 where cart_id = $1),
  discounts as (insert into order_discounts (order_id, discount_id) select $2, discount_id from cart_discounts where cart_id = $1),
  used as (update discount set usage_count = usage_count + 1 where id = $5),
  sessions as (update payment_session set status = 'authorized', payment_authorized_at = now() where cart_id = $1),
  completed as (update cart set completed_at = now(), payment_authorized_at = now(), payment_id = $3 where id = $1)
  select display_id from placed`

export const readCart = `
  select to_json(shown) as cart from (
    select c.*,
      ${row('select * from region where id = c.region_id')} as region,
      ${row('select * from address where id = c.shipping_address_id')} as shipping_address,
      ${row('select * from address where id = c.billing_address_id')} as billing_address,
      ${list(`select li.*, ${row(`select v.*, ${row('select * from product where id = v.product_id')} as product
          from product_variant v where v.id = li.variant_id`)} as variant
        from line_item li where li.cart_id = c.id order by li.created_at, li.id`)} as items,
      ${list(`select sm.*, ${row('select * from shipping_option where id = sm.shipping_option_id')} as shipping_option
        from shipping_method sm where sm.cart_id = c.id order by sm.id`)} as shipping_methods,
      ${list(`select d.*, ${row('select * from discount_rule where id = d.rule_id')} as rule
        from discount d join cart_discounts l on l.discount_id = d.id where l.cart_id = c.id`)} as discounts,
      ${list('select * from payment_session where cart_id = c.id')} as payment_sessions
    from cart c where c.id = $1
  ) shown`
