import { type Invariant, IS_KEPT } from './invariant.ts'

const GIVEN = `(select coalesce(sum(amount), 0) from refund where swap_id = s.id and status <> 'failed')`

/** What a swap takes, gives and sends is what its customer has confirmed, once. */
export const SWAP_INVARIANTS: Record<string, Invariant> = {
  'swap-cart-drift': {
    never: 'a swap that is confirmed while its cart is open, or the other way round',
    sql: `
      select s.id from swap s left join cart c on c.id = s.cart_id
      where c.id is null or (confirmed_at is null) <> (completed_at is null)`,
  },
  'swap-without-return': {
    never: 'a swap for which nothing comes back, and that gave money or was packed all the same',
    sql: `
      select id from swap s where canceled_at is null
        and not exists (select from return where swap_id = s.id and status <> 'canceled')
        and (payment_status = 'difference_refunded'
          or exists (select from fulfillment where swap_id = s.id and canceled_at is null))`,
  },
  'swap-credit-drift': {
    never: 'a swap that gives another credit than what its return is for',
    sql: `
      select s.id from swap s where
        (select coalesce(sum(ri.refund_amount), 0) from return r join return_item ri on ri.return_id = r.id
          where r.swap_id = s.id) <>
        (select coalesce(sum(0 - (agreed ->> 'total')::bigint), 0) from line_item
          where cart_id = s.cart_id and is_return and (agreed ->> 'total')::bigint < 0)`,
  },
  'swap-payment-drift': {
    never: 'a swap whose payment is not the difference that is due',
    sql: `
      select s.id from swap s left join payment p on p.swap_id = s.id
      where coalesce(p.amount, 0) <> greatest(0, coalesce(difference_due, 0))`,
  },
  'swap-refund-drift': {
    never: 'a swap that gave back more or less than is due',
    sql: `
      select id from swap s where canceled_at is null and (
        ${GIVEN} > greatest(0, 0 - coalesce(difference_due, 0)) or
        (payment_status = 'difference_refunded' and ${GIVEN} <> 0 - difference_due))`,
  },
  'swap-status': {
    never: 'a swap whose payment status does not follow from its payment',
    sql: `
      select s.id from swap s left join payment p on p.swap_id = s.id
      where s.canceled_at is null and (payment_status = 'captured') <> (p.captured_at is not null)`,
  },
  'canceled-swap-under-way': {
    never: 'a canceled swap of which something is under way',
    sql: `
      select id from swap s where canceled_at is not null and (
        exists (select from fulfillment where swap_id = s.id and canceled_at is null) or
        exists (select from return where swap_id = s.id and status <> 'canceled') or
        exists (select from payment p where swap_id = s.id and ${IS_KEPT}))`,
  },
}
