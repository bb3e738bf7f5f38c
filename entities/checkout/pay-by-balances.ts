import type { EntityManager } from '@mikro-orm/postgresql'
import { buildRow, insertStatement, type NewRow } from '#database/rows.ts'
import type { BoundStatement } from '#database/statement.ts'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { BALANCE_PROVIDER_ID } from '#entities/cart/payment/system-payment.ts'
import type { PricedCart } from '#entities/cart/pricing/price-cart.ts'
import type { Order } from '#entities/orders/order/order.ts'
import { BalanceEntry } from '#entities/promotions/balance/balance-entry.ts'
import { NotAllowed } from '../errors.ts'

interface BalancePaymentInput {
  cart: CartSnapshot
  priced: PricedCart
  order: NewRow<Order>
}

/** The shop has the money of a balance, so the payments are captured. The caller must have locked the accounts. */
export const buildBalancePayments = (
  em: EntityManager,
  { cart, priced, order }: BalancePaymentInput,
): NewRow<Payment>[] =>
  priced.tenders.map(({ account_id, kind, amount }) =>
    buildRow(em, Payment, {
      cart_id: cart.id,
      order_id: order.id,
      amount,
      currency_code: cart.region.currency_code,
      provider_id: BALANCE_PROVIDER_ID,
      balance_account_id: account_id,
      data: { kind },
      captured_at: order.created_at,
    }),
  )

/** Takes the money of the payments from their accounts. */
export function takeFromBalancesStatement(
  em: EntityManager,
  { tenders }: PricedCart,
  payments: readonly NewRow<Payment>[],
): BoundStatement<object> | undefined {
  if (tenders.length === 0) return undefined
  const entries = tenders.map(({ account_id, units }) => {
    const { id: payment_id, order_id = null } = payments.find((one) => one.balance_account_id === account_id)!
    return buildRow(em, BalanceEntry, { account_id, amount: 0 - units, reason: 'payment', order_id, payment_id })
  })
  return insertStatement(em, BalanceEntry, entries)
}

/** The id of a cart proves no identity, and a balance is money of an account. @throws NotAllowed for another caller. */
export function assertOwnsBalances({ balances, customer_id }: CartSnapshot, caller_id: string | null): void {
  if (balances.length > 0 && customer_id !== caller_id)
    throw new NotAllowed('Log in as the customer of the cart to pay with a balance').because({
      name: 'balance_of_other_customer',
    })
}
