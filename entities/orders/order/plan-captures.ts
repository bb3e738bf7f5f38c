import type { Row } from '#database/rows.ts'
import type { Payment } from '#entities/cart/payment/payment.ts'
import { isOwnPayment } from './payment-filters.ts'

interface CapturePlan {
  /** The uncaptured payments of the order, the oldest first. */
  openPayments: readonly Row<Payment>[]
  /** The part of the order that no captured payment covers, in minor units. */
  uncaptured: number
  /** Whether the provider can capture less than the payment. */
  canCapturePart(payment: Row<Payment>): boolean
}

/**
 * Decides how much of each open payment to capture. A capture in progress keeps its amount. Payments of swaps, and of providers
 * that capture no part, are captured whole. The others share the rest of the cost, the oldest first. The plan does
 * not depend on the payments that the caller captures now.
 */
export function planCaptures({ openPayments, uncaptured, canCapturePart }: CapturePlan): Map<Row<Payment>, number> {
  const isShared = (payment: Row<Payment>): boolean =>
    !payment.capture_asked_at && isOwnPayment(payment) && canCapturePart(payment)
  const plan = new Map<Row<Payment>, number>()
  let remaining = uncaptured
  const inTurn = [...openPayments.filter((payment) => !isShared(payment)), ...openPayments.filter(isShared)]
  for (const payment of inTurn) {
    const amount = isShared(payment) ? Math.min(payment.amount, remaining) : payment.amountToCapture()
    plan.set(payment, amount)
    if (isOwnPayment(payment)) remaining = Math.max(0, remaining - amount)
  }
  return plan
}
