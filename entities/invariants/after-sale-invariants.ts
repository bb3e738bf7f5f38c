import { EVENTS_KEPT_SINCE, type Invariant, KEEPS_MONEY } from './invariant.ts'

/** Claimed plus returned quantity of a line. A unit that is claimed and returned by the same claim counts once. */
const RETURNED_QUANTITY = `
  (select coalesce(sum(ci.quantity), 0) from claim_item ci join claim_order c on c.id = ci.claim_order_id
    where ci.item_id = li.id and c.canceled_at is null) +
  (select coalesce(sum(greatest(0, ri.quantity - coalesce(
      (select sum(quantity) from claim_item where claim_order_id = r.claim_order_id and item_id = li.id), 0))), 0)
    from return_item ri join return r on r.id = ri.return_id where ri.item_id = li.id and r.status <> 'canceled')`

const FULFILLMENT_ITEMS =
  'from fulfillment_item fi join fulfillment f on f.id = fi.fulfillment_id where fi.item_id = li.id'

export const AFTER_SALE_INVARIANTS: Record<string, Invariant> = {
  'fulfillment-drift': {
    violation: 'The fulfilled and shipped quantities of a line differ from its fulfillments',
    sql: `
      select id from line_item li where (order_id is not null or claim_order_id is not null or swap_id is not null) and
        (coalesce(fulfilled_quantity, 0), coalesce(shipped_quantity, 0)) is distinct from
        ((select coalesce(sum(fi.quantity), 0) ${FULFILLMENT_ITEMS} and f.canceled_at is null),
         (select coalesce(sum(fi.quantity), 0) ${FULFILLMENT_ITEMS} and f.shipped_at is not null))`,
  },
  'fulfilled-too-much': {
    violation: 'The fulfilled quantity of a line exceeds its quantity',
    sql: 'select id from line_item where fulfilled_quantity > quantity',
  },
  'shipped-too-much': {
    violation: 'The shipped quantity of a line exceeds its fulfilled quantity',
    sql: 'select id from line_item where shipped_quantity > fulfilled_quantity',
  },
  'returned-too-much': {
    violation: 'The returned quantity of a line exceeds its fulfilled quantity',
    sql: `
      select id from line_item where returned_quantity > coalesce(fulfilled_quantity, 0)`,
  },
  'claimed-too-much': {
    violation: 'The claimed and returned quantities of a line exceed its fulfilled quantity',
    sql: `
      select id from line_item li where ${RETURNED_QUANTITY} > coalesce(fulfilled_quantity, 0)`,
  },
  'return-drift': {
    violation: 'The returned quantity of a line differs from its received returns',
    sql: `
      select id from line_item li where (order_id is not null or claim_order_id is not null) and coalesce(returned_quantity, 0) <>
        (select coalesce(sum(ri.received_quantity), 0) from return_item ri join return r on r.id = ri.return_id
          where ri.item_id = li.id and r.status = 'received')`,
  },
  'claim-item-drift': {
    violation: 'The refund amount of a claim differs from the sum of its items',
    sql: `
      select id from claim_order c where coalesce(refund_amount, 0) <>
        (select coalesce(sum(refund_amount), 0) from claim_item where claim_order_id = c.id)`,
  },
  'claim-refund-drift': {
    violation: 'The refund amount of a claim differs from the sum of its refunds',
    sql: `
      select id from claim_order c where coalesce(refund_amount, 0) <>
        (select coalesce(sum(amount), 0) from refund where claim_order_id = c.id and status <> 'failed')`,
  },
  'refunded-nothing': {
    violation: 'A claim or the difference of a swap is refunded, but has no refund',
    sql: `
      select id from claim_order c where payment_status = 'refunded'
        and not exists (select from refund where claim_order_id = c.id and status <> 'failed')
      union all select id from swap s where payment_status = 'difference_refunded' and difference_due < 0
        and not exists (select from refund where swap_id = s.id and status <> 'failed')`,
  },
  'return-refund-drift': {
    violation: 'The refund amount of a return differs from the sum of its refunds',
    sql: `
      select id from return r where status = 'received' and claim_order_id is null and swap_id is null
        and received_at > ${EVENTS_KEPT_SINCE}
        and not exists (
          select from event where name = 'order.return_action_required' and payload ->> 'return_id' = r.id)
        and coalesce(refund_amount, 0) <>
          (select coalesce(sum(amount), 0) from refund where return_id = r.id and status <> 'failed')`,
  },
  'canceled-order-still-open': {
    violation: 'A canceled order has an open fulfillment, return, claim, swap or payment',
    sql: `
      select id from "order" o where canceled_at is not null and (
        exists (select from fulfillment where order_id = o.id and canceled_at is null) or
        exists (select from return where order_id = o.id and status <> 'canceled') or
        exists (select from claim_order where order_id = o.id and canceled_at is null) or
        exists (select from swap where order_id = o.id and canceled_at is null) or
        exists (select from payment p where order_id = o.id and ${KEEPS_MONEY}))`,
  },
  'canceled-claim-still-open': {
    violation: 'A canceled claim has an open fulfillment or return',
    sql: `
      select id from claim_order c where canceled_at is not null and (
        exists (select from fulfillment where claim_order_id = c.id and canceled_at is null) or
        exists (select from return where claim_order_id = c.id and status <> 'canceled'))`,
  },
  'event-twice': {
    violation: 'An event was announced twice, or more captures were announced than the order has payments and edits',
    sql: `
      select announced.id from (
        select min(id) as id, name, payload ->> 'id' as subject, count(*) as times from event
        where name in ('order.canceled', 'order.completed', 'order.payment_captured', 'claim.created', 'claim.canceled',
          'order-edit.confirmed', 'swap.created', 'swap.received', 'swap.payment_completed', 'swap.payment_captured',
          'swap.refund_processed')
        group by name, payload ->> 'id') announced
      where times > case when name = 'order.payment_captured'
        then greatest(1, (select count(*) from payment where order_id = subject)
          + (select count(*) from order_edit where order_id = subject and status = 'confirmed')) else 1 end`,
  },
}
