import { type Invariant, UNSETTLED_SINCE } from './invariant.ts'

const AT_WORK = `updated_at < ${UNSETTLED_SINCE}`

/** No money is lost, taken without a record, or given back twice. */
export const MONEY_INVARIANTS: Record<string, Invariant> = {
  'payment-without-order': {
    never: 'a payment without an order, that is not for an edit which waits for its customer',
    sql: `select id from payment p where order_id is null and canceled_at is null and not exists (
      select from order_edit where payment_collection_id = p.payment_collection_id and status = 'requested')`,
  },
  'payment-of-other-cart': {
    never: 'a payment of another cart than that of its order',
    sql: `select p.id from payment p join "order" o on o.id = p.order_id
      where p.cart_id is not null and p.swap_id is null and p.cart_id is distinct from o.cart_id`,
  },
  'paid-without-payment': {
    never: 'a payment that its provider gave, and that no order has',
    sql: `select a.id from payment_attempt a where status = 'completed' and cart_id is not null
      and not exists (select from payment where cart_id = a.cart_id and order_id is not null)`,
  },
  'unsettled-attempt': {
    never: 'a payment that nobody settled',
    sql: `select id from payment_attempt where status in ('started', 'authorized', 'canceling') and ${AT_WORK}`,
  },
  'unsettled-capture': {
    never: 'a capture of which nobody knows what became',
    sql: `select id from payment where capture_asked_at < ${UNSETTLED_SINCE}`,
  },
  'unsettled-refund': {
    never: 'a refund that was never given',
    sql: `select id from refund where status = 'pending' and ${AT_WORK}`,
  },
  'captured-and-canceled': {
    never: 'a payment that was captured and canceled',
    sql: 'select id from payment where captured_at is not null and canceled_at is not null',
  },
  'refunded-too-much': {
    never: 'a payment of which more was given back than taken',
    sql: `select id from payment where amount_refunded > amount
      or (amount_refunded > 0 and captured_at is null)`,
  },
  'order-refunded-too-much': {
    never: 'an order that gave back more than it got',
    sql: `
      select id from "order" o where
        (select coalesce(sum(amount), 0) from refund where order_id = o.id and status <> 'failed') >
        (select coalesce(sum(amount), 0) from payment where order_id = o.id and captured_at is not null)`,
  },
  'refund-drift': {
    never: 'a payment that is not what its refunds say',
    sql: `
      select id from payment p where amount_refunded <>
        (select coalesce(sum(amount), 0) from refund where payment_id = p.id and status <> 'failed')`,
  },
  'gift-card-drift': {
    never: 'a gift card that gave more or less than it lost',
    sql: `
      select id from gift_card g where value + balance_correction <> balance +
        coalesce((select sum(t.amount) from gift_card_transaction t join "order" o on o.id = t.order_id
          where t.gift_card_id = g.id and o.canceled_at is null), 0)`,
  },
  'gift-card-out-of-bounds': {
    never: 'a gift card that is worth less than nothing, or more than it was sold for',
    sql: 'select id from gift_card where balance < 0 or balance > value',
  },
}
