/** Pieces of each line that are claimed or come back, and not by a claim or return that was canceled. */
const BACK = `
  (select coalesce(sum(ci.quantity), 0) from claim_item ci join claim_order c on c.id = ci.claim_order_id
    where ci.item_id = li.id and c.canceled_at is null) +
  (select coalesce(sum(greatest(0, ri.quantity - coalesce(
      (select sum(quantity) from claim_item where claim_order_id = r.claim_order_id and item_id = li.id), 0))), 0)
    from return_item ri join return r on r.id = ri.return_id where ri.item_id = li.id and r.status <> 'canceled')`

const PARCELS = 'from fulfillment_item fi join fulfillment f on f.id = fi.fulfillment_id where fi.item_id = li.id'

/** What never may be of orders, each as a statement that finds it. */
export const NEVER_AFTER_SALE: Record<string, string> = {
  'an order that gave back more than it got': `
    select id from "order" o where
      (select coalesce(sum(amount), 0) from refund where order_id = o.id and status <> 'failed') >
      (select coalesce(sum(amount), 0) from payment where order_id = o.id and captured_at is not null)`,
  'a payment that is not what its refunds say': `
    select id from payment p where amount_refunded <>
      (select coalesce(sum(amount), 0) from refund where payment_id = p.id and status <> 'failed')`,
  'a line that is not packed as its parcels say': `
    select id from line_item li where (order_id is not null or claim_order_id is not null) and
      (coalesce(fulfilled_quantity, 0), coalesce(shipped_quantity, 0)) is distinct from
      ((select coalesce(sum(fi.quantity), 0) ${PARCELS} and f.canceled_at is null),
       (select coalesce(sum(fi.quantity), 0) ${PARCELS} and f.shipped_at is not null))`,
  'a line of which more was packed than bought': 'select id from line_item where fulfilled_quantity > quantity',
  'a line of which more was shipped than packed':
    'select id from line_item where shipped_quantity > fulfilled_quantity',
  'a line of which more came back than was packed': `
    select id from line_item where returned_quantity > coalesce(fulfilled_quantity, 0)`,
  'a line of which more is claimed or comes back than was packed': `
    select id from line_item li where ${BACK} > coalesce(fulfilled_quantity, 0)`,
  'a line that is not back as its returns say': `
    select id from line_item li where coalesce(returned_quantity, 0) <>
      (select coalesce(sum(ri.received_quantity), 0) from return_item ri join return r on r.id = ri.return_id
        where ri.item_id = li.id and r.status = 'received')`,
  'a claim that refunds something else than its items': `
    select id from claim_order c where coalesce(refund_amount, 0) <>
      (select coalesce(sum(refund_amount), 0) from claim_item where claim_order_id = c.id)`,
  'a claim that refunds something else than its refunds': `
    select id from claim_order c where coalesce(refund_amount, 0) <>
      (select coalesce(sum(amount), 0) from refund where claim_order_id = c.id and status <> 'failed')`,
  'an order whose returns refund something else than its refunds': `
    select id from "order" o where
      not exists (select from event where name = 'order.return_action_required' and payload ->> 'id' = o.id) and
      (select coalesce(sum(refund_amount), 0) from return
        where order_id = o.id and claim_order_id is null and status = 'received') <>
      (select coalesce(sum(amount), 0) from refund where order_id = o.id and reason = 'return' and status <> 'failed')`,
  'a canceled order of which something is under way': `
    select id from "order" o where canceled_at is not null and (
      exists (select from fulfillment where order_id = o.id and canceled_at is null) or
      exists (select from return where order_id = o.id and status <> 'canceled') or
      exists (select from claim_order where order_id = o.id and canceled_at is null) or
      exists (select from payment where order_id = o.id and canceled_at is null and amount_refunded < amount))`,
  'a canceled claim of which something is under way': `
    select id from claim_order c where canceled_at is not null and (
      exists (select from fulfillment where claim_order_id = c.id and canceled_at is null) or
      exists (select from return where claim_order_id = c.id and status <> 'canceled'))`,
  'an event that was announced twice': `
    select min(id) as id from event
    where name in ('order.canceled', 'order.completed', 'order.payment_captured', 'claim.created', 'claim.canceled')
    group by name, payload ->> 'id' having count(*) > 1`,
}
