import { EVENTS_KEPT_SINCE, type Invariant, IS_KEPT } from './invariant.ts'

/** Pieces of each line that are claimed or come back, and not by a claim or return that was canceled. */
const BACK = `
  (select coalesce(sum(ci.quantity), 0) from claim_item ci join claim_order c on c.id = ci.claim_order_id
    where ci.item_id = li.id and c.canceled_at is null) +
  (select coalesce(sum(greatest(0, ri.quantity - coalesce(
      (select sum(quantity) from claim_item where claim_order_id = r.claim_order_id and item_id = li.id), 0))), 0)
    from return_item ri join return r on r.id = ri.return_id where ri.item_id = li.id and r.status <> 'canceled')`

const PARCELS = 'from fulfillment_item fi join fulfillment f on f.id = fi.fulfillment_id where fi.item_id = li.id'

/** Pieces and money of orders add up after the sale. */
export const AFTER_SALE_INVARIANTS: Record<string, Invariant> = {
  'parcel-drift': {
    never: 'a line that is not packed as its parcels say',
    sql: `
      select id from line_item li where (order_id is not null or claim_order_id is not null or swap_id is not null) and
        (coalesce(fulfilled_quantity, 0), coalesce(shipped_quantity, 0)) is distinct from
        ((select coalesce(sum(fi.quantity), 0) ${PARCELS} and f.canceled_at is null),
         (select coalesce(sum(fi.quantity), 0) ${PARCELS} and f.shipped_at is not null))`,
  },
  'packed-too-much': {
    never: 'a line of which more was packed than bought',
    sql: 'select id from line_item where fulfilled_quantity > quantity',
  },
  'shipped-too-much': {
    never: 'a line of which more was shipped than packed',
    sql: 'select id from line_item where shipped_quantity > fulfilled_quantity',
  },
  'returned-too-much': {
    never: 'a line of which more came back than was packed',
    sql: `
      select id from line_item where returned_quantity > coalesce(fulfilled_quantity, 0)`,
  },
  'claimed-too-much': {
    never: 'a line of which more is claimed or comes back than was packed',
    sql: `
      select id from line_item li where ${BACK} > coalesce(fulfilled_quantity, 0)`,
  },
  'return-drift': {
    never: 'a line that is not back as its returns say',
    sql: `
      select id from line_item li where (order_id is not null or claim_order_id is not null) and coalesce(returned_quantity, 0) <>
        (select coalesce(sum(ri.received_quantity), 0) from return_item ri join return r on r.id = ri.return_id
          where ri.item_id = li.id and r.status = 'received')`,
  },
  'claim-item-drift': {
    never: 'a claim that refunds something else than its items',
    sql: `
      select id from claim_order c where coalesce(refund_amount, 0) <>
        (select coalesce(sum(refund_amount), 0) from claim_item where claim_order_id = c.id)`,
  },
  'claim-refund-drift': {
    never: 'a claim that refunds something else than its refunds',
    sql: `
      select id from claim_order c where coalesce(refund_amount, 0) <>
        (select coalesce(sum(amount), 0) from refund where claim_order_id = c.id and status <> 'failed')`,
  },
  'return-refund-drift': {
    never: 'a return that refunds something else than its refunds',
    sql: `
      select id from return r where status = 'received' and claim_order_id is null and swap_id is null
        and received_at > ${EVENTS_KEPT_SINCE}
        and not exists (
          select from event where name = 'order.return_action_required' and payload ->> 'return_id' = r.id)
        and coalesce(refund_amount, 0) <>
          (select coalesce(sum(amount), 0) from refund where return_id = r.id and status <> 'failed')`,
  },
  'canceled-order-under-way': {
    never: 'a canceled order of which something is under way',
    sql: `
      select id from "order" o where canceled_at is not null and (
        exists (select from fulfillment where order_id = o.id and canceled_at is null) or
        exists (select from return where order_id = o.id and status <> 'canceled') or
        exists (select from claim_order where order_id = o.id and canceled_at is null) or
        exists (select from swap where order_id = o.id and canceled_at is null) or
        exists (select from payment p where order_id = o.id and ${IS_KEPT}))`,
  },
  'canceled-claim-under-way': {
    never: 'a canceled claim of which something is under way',
    sql: `
      select id from claim_order c where canceled_at is not null and (
        exists (select from fulfillment where claim_order_id = c.id and canceled_at is null) or
        exists (select from return where claim_order_id = c.id and status <> 'canceled'))`,
  },
  'event-twice': {
    never: 'an event that was announced twice; of a capture, more often than there are payments',
    sql: `
      select told.id from (
        select min(id) as id, name, payload ->> 'id' as subject, count(*) as times from event
        where name in ('order.canceled', 'order.completed', 'order.payment_captured', 'claim.created', 'claim.canceled',
          'order-edit.confirmed', 'swap.created', 'swap.received', 'swap.payment_completed', 'swap.payment_captured',
          'swap.refund_processed')
        group by name, payload ->> 'id') told
      where times > case when name = 'order.payment_captured'
        then greatest(1, (select count(*) from payment where order_id = subject)) else 1 end`,
  },
}
