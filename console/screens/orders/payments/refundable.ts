import type { Order, Payment } from '../order.ts'

/** The captured money of a payment that is not refunded yet, in minor units. */
export const refundableOf = ({ amount, amount_refunded, captured_at, canceled_at }: Payment): number =>
  captured_at && !canceled_at ? amount - amount_refunded : 0

/** The captured money of an order that is not refunded yet, in minor units. */
export function capturedRefundable({ payments = [], refundable_amount }: Order): number {
  const captured = payments.reduce((sum, payment) => sum + refundableOf(payment), 0)
  return Math.max(0, Math.min(captured, refundable_amount))
}
