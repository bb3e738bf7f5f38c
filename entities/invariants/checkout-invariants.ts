import { TAKEN_QUANTITIES_SQL } from '#entities/catalogue/product/taken-quantities.ts'
import { EVENTS_KEPT_SINCE, type Invariant } from './invariant.ts'

/** Nothing is lost, and nothing is there twice. */
export const CHECKOUT_INVARIANTS: Record<string, Invariant> = {
  'lost-order': {
    never: 'a completed cart without an order, or a swap that it has confirmed',
    sql: `select id from cart where completed_at is not null
      and not exists (select from "order" where cart_id = cart.id)
      and not exists (select from swap where cart_id = cart.id and confirmed_at is not null)`,
  },
  'order-of-open-cart': {
    never: 'an order of an open cart',
    sql: 'select o.id from "order" o join cart c on c.id = o.cart_id where c.completed_at is null',
  },
  'several-orders': {
    never: 'a cart with several orders',
    sql: 'select cart_id as id from "order" group by cart_id having count(*) > 1',
  },
  'order-without-lines': {
    never: 'an order without lines',
    sql: 'select id from "order" o where not exists (select from line_item where order_id = o.id)',
  },
  'lines-left-behind': {
    never: 'a line of a cart that is not in its order, which was not edited',
    sql: `select li.id from line_item li join "order" o on o.cart_id = li.cart_id
      where li.order_id is distinct from o.id and not exists (
        select from order_edit where order_id = o.id and status = 'confirmed')`,
  },
  'order-number-twice': {
    never: 'a number of several orders',
    sql: 'select display_id as id from "order" group by display_id having count(*) > 1',
  },
  'order-number-to-come': {
    never: 'an order with a number that is yet to be given',
    sql: 'select id from "order" where display_id > (select last_value from order_display_id_seq)',
  },
  'several-sessions': {
    never: 'a cart with several selected sessions',
    sql: 'select cart_id as id from payment_session where is_selected group by cart_id having count(*) > 1',
  },
  'code-drift': {
    never: 'a code used more or less often than it was counted',
    sql: `select id from discount d
      where usage_count <> (select count(*) from order_discounts where discount_id = d.id)`,
  },
  'code-overused': {
    never: 'a code used more often than it may be',
    sql: 'select id from discount where usage_count > usage_limit',
  },
  'stock-drift': {
    never: 'a variant of which not as much was taken as orders, claims and swaps have',
    sql: `
      select v.id from product_variant v
      left join ${TAKEN_QUANTITIES_SQL} taken on taken.variant_id = v.id
      where v.taken_quantity <> coalesce(taken.quantity, 0)`,
  },
  'untold-order': {
    never: 'an order that was never announced',
    sql: `select id from "order" o where created_at > ${EVENTS_KEPT_SINCE}
      and not exists (select from event where name = 'order.placed' and payload ->> 'id' = o.id)`,
  },
}
