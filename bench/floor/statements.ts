/*
 * Each statement is prepared once for each connection and is a transaction. Each change of a cart updates the row of
 * the cart, so that the completion can check by its row version that the price is current.
 */

const row = (query: string) => `(select to_json(found) from (${query}) found)`
const list = (query: string) => `coalesce((select json_agg(found) from (${query}) found), '[]')`

export const createCart = `
  insert into cart (id, created_at, updated_at, type, region_id, sales_channel_id)
  select $1, now(), now(), 'default', $2, default_sales_channel_id from store`

/** Changes nothing if the variant is unknown, has no price or is out of stock. */
export const addLine = `
  with open as (update cart c set updated_at = clock_timestamp() from region r
    where c.id = $2 and c.completed_at is null and r.id = c.region_id returning c.id, r.currency_code)
  insert into line_item (id, created_at, updated_at, cart_id, title, description, thumbnail, is_return, is_giftcard,
    should_merge, allow_discounts, unit_price, includes_tax, variant_id, quantity)
  select $1, clock_timestamp(), clock_timestamp(), open.id, p.title, v.title, p.thumbnail, false, p.is_giftcard, true,
    p.discountable, m.amount, false, v.id, $4
  from open, product_variant v join product p on p.id = v.product_id
    cross join lateral (
      select min(m.amount) as amount from money_amount m left join price_list l on l.id = m.price_list_id
      where m.variant_id = v.id and m.deleted_at is null and m.region_id is null and m.currency_code = open.currency_code
        and m.min_quantity is null and (m.price_list_id is null or l.deleted_at is null and l.status = 'active'
          and (l.starts_at is null or l.starts_at < now()) and (l.ends_at is null or l.ends_at > now())
          and not exists (select from price_list_customer_groups g where g.price_list_id = l.id))) m
  where v.id = $3 and v.deleted_at is null and p.deleted_at is null and m.amount is not null
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
  update cart set email = $3, customer_id = buyer.id, shipping_address_id = $4, billing_address_id = $5,
    updated_at = clock_timestamp()
  from buyer where cart.id = $1 and completed_at is null`

export const addShipping = `
  with open as (update cart set updated_at = clock_timestamp() where id = $2 and completed_at is null
    returning id, region_id)
  insert into shipping_method (id, shipping_option_id, cart_id, price, includes_tax, data)
  select $1, o.id, open.id, o.amount, false, o.data from shipping_option o join open on open.region_id = o.region_id
  where o.id = $3 and o.deleted_at is null`

export const addSession = `
  with open as (update cart set updated_at = clock_timestamp()
    where id = $2 and completed_at is null and xmin = $4::xid returning id)
  insert into payment_session (id, created_at, updated_at, cart_id, provider_id, is_selected, is_initiated, status, data, amount)
  select $1, now(), now(), open.id, 'manual', true, true, 'pending', '{"status":"pending"}', $3 from open returning *`

/** Makes the commit of this transaction wait for the disk. */
export const commitDurably = `set_config('synchronous_commit', 'on', true)`

/**
 * Takes stock and creates the order. Changes nothing if stock is missing, or if the cart is completed or changed
 * after it was priced.
 */
export const placeOrder = `
  with wanted as (
    select variant_id as id, sum(quantity)::int as quantity from line_item where cart_id = $1 group by variant_id),
  locked as (
    select v.id, w.quantity, not v.manage_inventory or v.allow_backorder or v.inventory_quantity >= w.quantity as enough
    from product_variant v join wanted w on w.id = v.id order by v.id for no key update of v),
  open as (
    update cart c set completed_at = now(), payment_authorized_at = now(), payment_id = $3 from region r
    where c.id = $1 and c.completed_at is null and c.xmin = $9::xid and r.id = c.region_id
      and (select bool_and(enough) from locked)
    returning c.id, c.customer_id, c.email, c.region_id, c.billing_address_id, c.shipping_address_id, c.sales_channel_id,
      r.currency_code),
  taken as (
    update product_variant v set inventory_quantity = v.inventory_quantity - locked.quantity,
      taken_quantity = v.taken_quantity + locked.quantity
    from locked, open where v.id = locked.id),
  placed as (
    insert into "order" (id, created_at, updated_at, metadata, status, fulfillment_status, payment_status, cart_id, customer_id,
      email, region_id, currency_code, billing_address_id, shipping_address_id, sales_channel_id)
    select $2, now(), now(), '{}', 'pending', 'not_fulfilled', 'awaiting', id, customer_id, email, region_id,
      currency_code, billing_address_id, shipping_address_id, sales_channel_id
    from open returning display_id),
  paid as (
    insert into payment (id, created_at, updated_at, cart_id, order_id, amount, amount_refunded, currency_code, provider_id, data)
    select $3, now(), now(), id, $2, $4, 0, currency_code, 'manual', '{"status":"authorized"}' from open),
  discounted as (
    insert into line_item_adjustment (id, item_id, description, discount_id, amount)
    select replace(item_id, 'item_', 'lia_'), item_id, 'discount', $5, amount
    from open, unnest($6::text[], $7::float8[]) as made(item_id, amount)),
  taxed as (
    insert into line_item_tax_line (id, created_at, updated_at, item_id, rate, name)
    select replace(l.id, 'item_', 'litl_'), now(), now(), l.id, $8, 'default' from line_item l join open on l.cart_id = open.id),
  shipping_taxed as (
    insert into shipping_method_tax_line (id, created_at, updated_at, shipping_method_id, rate, name)
    select replace(m.id, 'sm_', 'smtl_'), now(), now(), m.id, $8, 'default'
    from shipping_method m join open on m.cart_id = open.id),
  lines as (update line_item l set order_id = $2 from open where l.cart_id = open.id),
  methods as (update shipping_method m set order_id = $2 from open where m.cart_id = open.id),
  discounts as (insert into order_discounts (order_id, discount_id)
    select $2, discount_id from cart_discounts join open on cart_id = open.id),
  used as (update discount set usage_count = usage_count + 1 from open where discount.id = $5),
  sessions as (update payment_session set status = 'authorized', payment_authorized_at = now()
    from open where cart_id = open.id)
  select display_id, ${commitDurably} from placed`

export const findOrder = `select id, display_id from "order" where cart_id = $1`

export const readCart = `
  select to_json(shown) as cart from (
    select c.*, c.xmin as version,
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
