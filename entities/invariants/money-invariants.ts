import { type Invariant, UNSETTLED_SINCE } from './invariant.ts'

const IS_OVERDUE = `updated_at < ${UNSETTLED_SINCE}`

export const MONEY_INVARIANTS: Record<string, Invariant> = {
  'payment-without-order': {
    violation: 'A payment belongs neither to an order nor to a requested order edit',
    sql: `select id from payment p where order_id is null and canceled_at is null and not exists (
      select from order_edit where payment_collection_id = p.payment_collection_id and status = 'requested')`,
  },
  'payment-of-other-cart': {
    violation: 'A payment and its order belong to different carts',
    sql: `select p.id from payment p join "order" o on o.id = p.order_id
      where p.cart_id is not null and p.swap_id is null and p.cart_id is distinct from o.cart_id`,
  },
  'paid-without-payment': {
    violation: 'A provider completed a payment that belongs to no order',
    sql: `select a.id from payment_attempt a where status = 'completed' and cart_id is not null
      and not exists (select from payment where cart_id = a.cart_id and order_id is not null)`,
  },
  'unsettled-attempt': {
    violation: 'A payment attempt is still unfinished',
    sql: `select id from payment_attempt where status in ('started', 'authorized', 'canceling') and ${IS_OVERDUE}`,
  },
  'unsettled-capture': {
    violation: 'The outcome of a capture is still unknown',
    sql: `select id from payment where capture_asked_at < ${UNSETTLED_SINCE}`,
  },
  'unsettled-refund': {
    violation: 'A refund is still pending',
    sql: `select id from refund where status = 'pending' and ${IS_OVERDUE}`,
  },
  'captured-and-canceled': {
    violation: 'A payment was both captured and canceled',
    sql: 'select id from payment where captured_at is not null and canceled_at is not null',
  },
  'refunded-too-much': {
    violation: 'The refunded amount of a payment exceeds its captured amount',
    sql: `select id from payment where amount_refunded > amount
      or (amount_refunded > 0 and captured_at is null)`,
  },
  'order-refunded-too-much': {
    violation: 'The refunds of an order exceed its captured payments',
    sql: `
      select id from "order" o where
        (select coalesce(sum(amount), 0) from refund where order_id = o.id and status <> 'failed') >
        (select coalesce(sum(amount), 0) from payment where order_id = o.id and captured_at is not null)`,
  },
  'refund-drift': {
    violation: 'The refunded amount of a payment differs from the sum of its refunds',
    sql: `
      select id from payment p where amount_refunded <>
        (select coalesce(sum(amount), 0) from refund where payment_id = p.id and status <> 'failed')`,
  },
  'gift-card-drift': {
    violation: 'The balance of a gift card differs from its value less its transactions',
    sql: `
      select id from gift_card g where value + balance_correction <> balance +
        coalesce((select sum(t.amount) from gift_card_transaction t join "order" o on o.id = t.order_id
          where t.gift_card_id = g.id and o.canceled_at is null), 0)`,
  },
  'gift-card-out-of-bounds': {
    violation: 'The balance of a gift card is negative or exceeds its value',
    sql: 'select id from gift_card where balance < 0 or balance > value',
  },
}
