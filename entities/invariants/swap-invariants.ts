import { type Invariant, KEEPS_MONEY } from './invariant.ts'

/** Includes the debt of the customer that the swap settled. */
const REFUNDED = `(select coalesce(sum(amount), 0) from settled_debt where owner_id = s.id) + (select coalesce(sum(amount), 0) from refund where swap_id = s.id and status <> 'failed')`

export const SWAP_INVARIANTS: Record<string, Invariant> = {
  'swap-cart-drift': {
    violation: 'A swap is confirmed and its cart is open, or its cart is completed and the swap is not confirmed',
    sql: `
      select s.id from swap s left join cart c on c.id = s.cart_id
      where c.id is null or (confirmed_at is null) <> (completed_at is null)`,
  },
  'swap-without-return': {
    violation: 'A swap without a return was refunded or fulfilled',
    sql: `
      select id from swap s where canceled_at is null
        and not exists (select from return where swap_id = s.id and status <> 'canceled')
        and (payment_status = 'difference_refunded'
          or exists (select from fulfillment where swap_id = s.id and canceled_at is null))`,
  },
  'swap-credit-drift': {
    violation: 'The credit of a swap differs from the refund amount of its return',
    sql: `
      select s.id from swap s where
        (select coalesce(sum(ri.refund_amount), 0) from return r join return_item ri on ri.return_id = r.id
          where r.swap_id = s.id) <>
        (select coalesce(sum(0 - (agreed ->> 'total')::bigint), 0) from line_item
          where cart_id = s.cart_id and is_return and (agreed ->> 'total')::bigint < 0)`,
  },
  'swap-payment-drift': {
    violation: 'The payment of a swap differs from its difference due',
    sql: `
      select s.id from swap s left join payment p on p.swap_id = s.id
      where coalesce(greatest(p.amount, p.capture_amount), 0) <> greatest(0, coalesce(difference_due, 0))`,
  },
  'swap-refund-drift': {
    violation: 'The refunds of a swap differ from its difference due',
    sql: `
      select id from swap s where canceled_at is null and (
        ${REFUNDED} > greatest(0, 0 - coalesce(difference_due, 0)) or
        (payment_status = 'difference_refunded' and ${REFUNDED} <> 0 - difference_due))`,
  },
  'swap-status': {
    violation: 'The payment status of a swap contradicts its payment',
    sql: `
      select s.id from swap s left join payment p on p.swap_id = s.id
      where s.canceled_at is null and (payment_status = 'captured') <>
        (p.captured_at is not null and p.amount >= coalesce(p.capture_amount, 0))`,
  },
  'canceled-swap-still-open': {
    violation: 'A canceled swap has an open fulfillment, return or payment',
    sql: `
      select id from swap s where canceled_at is not null and (
        exists (select from fulfillment where swap_id = s.id and canceled_at is null) or
        exists (select from return where swap_id = s.id and status <> 'canceled') or
        exists (select from payment p where swap_id = s.id and ${KEEPS_MONEY}))`,
  },
}
