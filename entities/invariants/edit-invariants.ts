import type { Invariant } from './invariant.ts'

const LAST_EDITS = `
  select distinct on (order_id) id, order_id from order_edit where status = 'confirmed'
  order by order_id, confirmed_at desc, id desc`

export const EDIT_INVARIANTS: Record<string, Invariant> = {
  'edited-lines-drift': {
    violation: 'The lines of an order differ from the lines of its last confirmed edit',
    sql: `
      select last.order_id as id from (${LAST_EDITS}) last where exists (
        select from line_item li where (li.order_id = last.order_id or li.order_edit_id = last.id)
          and (li.order_id, li.order_edit_id) is distinct from (last.order_id, last.id))`,
  },
  'unconfirmed-line-in-order': {
    violation: 'A line of an unconfirmed edit belongs to an order',
    sql: `
      select li.id from line_item li join order_edit e on e.id = li.order_edit_id
      where li.order_id is not null and (e.status <> 'confirmed' or e.order_id <> li.order_id)`,
  },
  'edit-of-other-lines': {
    violation: 'A line of an open edit replaces a line of another order',
    sql: `
      select li.id from line_item li join order_edit e on e.id = li.order_edit_id
        join line_item old on old.id = li.original_item_id
      where e.status in ('created', 'requested') and old.order_id is distinct from e.order_id`,
  },
  'after-sale-without-order': {
    violation: 'A line without an order, claim or swap has a fulfillment, return or claim',
    sql: `
      select id from line_item li where coalesce(order_id, claim_order_id, swap_id) is null and (
        exists (select from fulfillment_item fi join fulfillment f on f.id = fi.fulfillment_id
          where fi.item_id = li.id and f.canceled_at is null)
        or exists (select from return_item ri join return r on r.id = ri.return_id
          where ri.item_id = li.id and r.status <> 'canceled')
        or exists (select from claim_item ci join claim_order c on c.id = ci.claim_order_id
          where ci.item_id = li.id and c.canceled_at is null))`,
  },
  'canceled-order-in-edit': {
    violation: 'A canceled order has an open edit',
    sql: `
      select e.id from order_edit e join "order" o on o.id = e.order_id
      where o.canceled_at is not null and e.status in ('created', 'requested')`,
  },
  'collection-drift': {
    violation:
      'The authorized amount of a payment collection is less than its payments, or more although none was captured',
    sql: `
      select c.id from payment_collection c left join lateral (
        select sum(amount) as amount, bool_or(captured_at is not null) as is_captured from payment
          where payment_collection_id = c.id and (canceled_at is null or order_id is not null)) paid on true
      where coalesce(authorized_amount, 0) < coalesce(paid.amount, 0)
        or coalesce(authorized_amount, 0) > coalesce(paid.amount, 0) and paid.is_captured is not true`,
  },
  'collected-without-payment': {
    violation: 'A payment collection has fewer payments than its provider authorized',
    sql: `
      select payment_collection_id as id from payment_attempt a where status = 'completed' and payment_collection_id is not null
      group by payment_collection_id, provider_id having count(*) > (select count(*) from payment
        where payment_collection_id = a.payment_collection_id and provider_id = a.provider_id)`,
  },
  'collected-for-other-order': {
    violation: 'A payment of an order was collected for another order',
    sql: `
      select p.id from payment p join payment_collection c on c.id = p.payment_collection_id
        left join order_edit e on e.payment_collection_id = c.id
      where p.order_id <> coalesce(e.order_id, c.order_id)`,
  },
  'collected-too-much': {
    violation: 'The authorized amount of a payment collection exceeds its amount',
    sql: 'select id from payment_collection where authorized_amount > amount',
  },
  'collection-status': {
    violation: 'The status of a payment collection contradicts its amounts or its edit',
    sql: `
      select c.id from payment_collection c left join order_edit e on e.payment_collection_id = c.id
      where (c.status = 'canceled') <> coalesce(e.status in ('declined', 'canceled'), c.status = 'canceled')
        or c.status <> 'canceled' and (
          (c.status = 'authorized') <> (coalesce(authorized_amount, 0) >= amount)
          or (c.status = 'partially_authorized') <> (coalesce(authorized_amount, 0) between 1 and amount - 1))`,
  },
}
