import { TAKEN_QUANTITIES_SQL } from '#entities/catalogue/product/taken-quantities.ts'
import { EVENTS_KEPT_SINCE, type Invariant } from './invariant.ts'

export const CHECKOUT_INVARIANTS: Record<string, Invariant> = {
  'lost-order': {
    violation: 'A completed cart has neither an order nor a confirmed swap',
    sql: `select id from cart where completed_at is not null
      and not exists (select from "order" where cart_id = cart.id)
      and not exists (select from swap where cart_id = cart.id and confirmed_at is not null)`,
  },
  'order-of-open-cart': {
    violation: 'An order belongs to an open cart',
    sql: 'select o.id from "order" o join cart c on c.id = o.cart_id where c.completed_at is null',
  },
  'several-orders': {
    violation: 'A cart has several orders',
    sql: 'select cart_id as id from "order" where cart_id is not null group by cart_id having count(*) > 1',
  },
  'order-without-lines': {
    violation: 'An order has no lines',
    sql: 'select id from "order" o where not exists (select from line_item where order_id = o.id)',
  },
  'cart-line-not-in-order': {
    violation: 'A line of a completed cart is missing from its order, and the order was never edited',
    sql: `select li.id from line_item li join "order" o on o.cart_id = li.cart_id
      where li.order_id is distinct from o.id and not exists (
        select from order_edit where order_id = o.id and status = 'confirmed')`,
  },
  'order-number-twice': {
    violation: 'Several orders have the same number',
    sql: 'select display_id as id from "order" group by display_id having count(*) > 1',
  },
  'order-number-too-high': {
    violation: 'The number of an order is higher than the last number of the sequence',
    sql: 'select id from "order" where display_id > (select last_value from order_display_id_seq)',
  },
  'several-sessions': {
    violation: 'A cart has several selected payment sessions',
    sql: 'select cart_id as id from payment_session where is_selected group by cart_id having count(*) > 1',
  },
  'discount-usage-drift': {
    violation: 'The usage count of a discount differs from the number of its orders that are not canceled',
    sql: `select id from discount d where usage_count <> (
      select count(*) from order_discounts l join "order" o on o.id = l.order_id
      where l.discount_id = d.id and o.status <> 'canceled')`,
  },
  'discount-used-too-often': {
    violation: 'The usage count of a discount exceeds its usage limit',
    sql: 'select id from discount where usage_count > usage_limit',
  },
  'budget-drift': {
    violation: 'The spent part of a budget differs from the discounts of its orders that are not canceled',
    sql: `select r.id from discount_rule r cross join jsonb_array_elements(r.budgets) b
      where r.budgets is not null and (b ->> 'spent')::bigint <> (
        select coalesce(sum(a.given), 0) from discount d join agreed_discount a on a.discount_id = d.id
          join "order" o on o.id = a.order_id
        where d.rule_id = r.id and o.status <> 'canceled' and o.currency_code = b ->> 'currency_code')`,
  },
  'stock-drift': {
    violation:
      'Without inventory, the taken quantity of a variant differs from the quantities in orders, claims and swaps',
    sql: `
      select v.id from product_variant v
      left join ${TAKEN_QUANTITIES_SQL} taken on taken.variant_id = v.id
      where v.taken_quantity <> coalesce(taken.quantity, 0) and not (select inventory_enabled from store)`,
  },
  'unannounced-order': {
    violation: 'An order was never announced',
    sql: `select id from "order" o where created_at > ${EVENTS_KEPT_SINCE}
      and not exists (select from event where name = 'order.placed' and payload ->> 'id' = o.id)`,
  },
}
