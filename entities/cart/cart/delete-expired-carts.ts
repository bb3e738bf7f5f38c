import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'

const BATCH = 100

/**
 * Deletes open carts without a change for `days`, with everything that belongs to them. A batch takes one short
 * statement. Skips carts that a request has locked, and carts of a payment, an order, a swap or a draft order.
 */
export async function deleteExpiredCarts(em: EntityManager, days: number, signal?: AbortSignal): Promise<void> {
  let after = ''
  while (!signal?.aborted) {
    const [batch] = await deleteBatch(em, days, after, BATCH)
    if (!batch?.last) return
    after = batch.last
  }
}

const deleteBatch = statement<{ last: string | null }>(`
  with limits as (select now() - make_interval(days => $1::integer) as since),
  expired as materialized (
    select c.id, c.billing_address_id, c.shipping_address_id
    from cart c, limits
    where c.completed_at is null and c.type = 'default' and c.id > $2 and c.updated_at < limits.since
      and c.payment_id is null and c.payment_authorized_at is null
      and not exists (
        select from line_item l where l.cart_id = c.id and (l.updated_at >= limits.since or l.order_id is not null))
      and not exists (
        select from payment_session s where s.cart_id = c.id
          and (s.updated_at >= limits.since or s.status in ('authorized', 'requires_more')))
      and not exists (select from payment_attempt a where a.cart_id = c.id)
      and not exists (select from payment p where p.cart_id = c.id)
      and not exists (select from "order" o where o.cart_id = c.id)
      and not exists (select from swap s where s.cart_id = c.id)
      and not exists (select from draft_order d where d.cart_id = c.id)
      and not exists (
        select from shipping_method m where m.cart_id = c.id
          and num_nonnulls(m.order_id, m.return_id, m.swap_id, m.claim_order_id) > 0)
    order by c.id limit $3::integer
    for update of c skip locked),
  lines as materialized (select id from line_item where cart_id in (select id from expired)),
  methods as materialized (select id from shipping_method where cart_id in (select id from expired)),
  adjustments as (delete from line_item_adjustment where item_id in (select id from lines)),
  line_taxes as (delete from line_item_tax_line where item_id in (select id from lines)),
  method_taxes as (delete from shipping_method_tax_line where shipping_method_id in (select id from methods)),
  deleted_lines as (delete from line_item where id in (select id from lines)),
  deleted_methods as (delete from shipping_method where id in (select id from methods)),
  sessions as (delete from payment_session where cart_id in (select id from expired)),
  options as (delete from custom_shipping_option where cart_id in (select id from expired)),
  carts as (delete from cart where id in (select id from expired)),
  addresses as (
    delete from address a
    where a.id in (select billing_address_id from expired union select shipping_address_id from expired)
      and a.customer_id is null
      and not exists (select from "order" o where a.id in (o.billing_address_id, o.shipping_address_id))
      and not exists (select from customer c where c.billing_address_id = a.id)
      and not exists (
        select from cart c where a.id in (c.billing_address_id, c.shipping_address_id)
          and c.id not in (select id from expired))
      and not exists (select from claim_order c where c.shipping_address_id = a.id)
      and not exists (select from swap s where s.shipping_address_id = a.id))
  select max(id) as last from expired`)
