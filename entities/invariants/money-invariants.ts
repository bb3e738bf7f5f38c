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
    // An authorized part of a split payment waits for the other parts.
    sql: `select id from payment_attempt a where status in ('started', 'authorized', 'canceling') and ${IS_OVERDUE}
      and not (status = 'authorized' and exists (
        select from payment_session where cart_id = a.cart_id and fixed_amount is not null))`,
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
  'balance-payment-drift': {
    violation: 'A payment by a balance took nothing from its account, or another amount',
    sql: `select p.id from payment p join balance_account a on a.id = p.balance_account_id
      left join balance_entry e on e.payment_id = p.id and e.reason = 'payment'
      where e.id is null or e.account_id <> a.id or e.order_id is distinct from p.order_id or p.captured_at is null
        or a.currency_code is not null and (e.amount <> -p.amount or a.currency_code <> p.currency_code)`,
  },
  'balance-refund-drift': {
    violation: 'The refunds of a payment by a balance differ from the entries of its account',
    sql: `select p.id from payment p join balance_account a on a.id = p.balance_account_id
      join balance_entry spent on spent.payment_id = p.id and spent.reason = 'payment',
      lateral (select coalesce(sum(r.amount), 0) as money, coalesce(sum(e.amount), 0) as units
        from refund r left join balance_entry e on e.refund_id = r.id
        where r.payment_id = p.id and r.balance_account_id is null and r.status <> 'failed') back
      where case when a.currency_code is null
        then back.units > -spent.amount or back.money = p.amount and back.units <> -spent.amount
        else back.units <> back.money end`,
  },
  'refund-without-balance-entry': {
    violation: 'A refund to a balance gave its account another amount',
    sql: `select r.id from refund r left join balance_entry e on e.refund_id = r.id
      where r.balance_account_id is not null and r.status <> 'failed'
        and (e.id is null or e.amount <> r.amount or e.account_id <> r.balance_account_id)`,
  },
  'balance-too-low': {
    violation: 'Payments and deductions took more from a balance than they may',
    sql: `select id from balance_account a where lowest_balance >
      (select coalesce(sum(amount), 0) from balance_entry where account_id = a.id and (reason <> 'plugin' or amount > 0))`,
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
