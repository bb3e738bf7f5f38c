import type { Invariant } from './invariant.ts'

/** The edit that an order became last, of each order. */
const LAST = `
  select distinct on (order_id) id, order_id from order_edit where status = 'confirmed'
  order by order_id, confirmed_at desc, id desc`

/** Orders that were edited are what was agreed. */
export const EDIT_INVARIANTS: Record<string, Invariant> = {
  'edited-lines-drift': {
    never: 'an order that is not what its last edit made of it',
    sql: `
      select last.order_id as id from (${LAST}) last where exists (
        select from line_item li where (li.order_id = last.order_id or li.order_edit_id = last.id)
          and (li.order_id, li.order_edit_id) is distinct from (last.order_id, last.id))`,
  },
  'planned-line-in-order': {
    never: 'a line of an edit that was not confirmed, in an order',
    sql: `
      select li.id from line_item li join order_edit e on e.id = li.order_edit_id
      where li.order_id is not null and (e.status <> 'confirmed' or e.order_id <> li.order_id)`,
  },
  'plan-of-other-lines': {
    never: 'a line of an open edit that stands for none of its order',
    sql: `
      select li.id from line_item li join order_edit e on e.id = li.order_edit_id
        join line_item old on old.id = li.original_item_id
      where e.status in ('created', 'requested') and old.order_id is distinct from e.order_id`,
  },
  'pieces-left-behind': {
    never:
      'pieces that are packed, claimed or come back of a line that nobody bought, or an edit took out of its order',
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
    never: 'an edit under way of an order that is canceled',
    sql: `
      select e.id from order_edit e join "order" o on o.id = e.order_id
      where o.canceled_at is not null and e.status in ('created', 'requested')`,
  },
  'collection-drift': {
    never: 'a payment collection that is not what its payments say',
    sql: `
      select id from payment_collection c where coalesce(authorized_amount, 0) <>
        (select coalesce(sum(amount), 0) from payment where payment_collection_id = c.id and (canceled_at is null or order_id is not null))`,
  },
  'collected-without-payment': {
    never: 'a payment collection whose payments are less than what a provider gave',
    sql: `
      select payment_collection_id as id from payment_attempt a where status = 'completed' and payment_collection_id is not null
      group by payment_collection_id, provider_id having sum(amount) > (select coalesce(sum(amount), 0) from payment
        where payment_collection_id = a.payment_collection_id and provider_id = a.provider_id)`,
  },
  'collected-for-other-order': {
    never: 'a payment that was collected for an edit of another order',
    sql: `
      select p.id from payment p join order_edit e on e.payment_collection_id = p.payment_collection_id
      where p.order_id <> e.order_id`,
  },
  'collected-too-much': {
    never: 'a payment collection of which more was authorised than is due',
    sql: 'select id from payment_collection where authorized_amount > amount',
  },
  'collection-status': {
    never: 'a payment collection whose status does not follow from its money',
    sql: `
      select c.id from payment_collection c left join order_edit e on e.payment_collection_id = c.id
      where (c.status = 'canceled') <> coalesce(e.status in ('declined', 'canceled'), c.status = 'canceled')
        or c.status <> 'canceled' and (
          (c.status = 'authorized') <> (coalesce(authorized_amount, 0) >= amount)
          or (c.status = 'partially_authorized') <> (coalesce(authorized_amount, 0) between 1 and amount - 1))`,
  },
}
