import type { Order, Payment } from '../order.ts'

/** The captured money of a payment that is not refunded yet, in minor units. */
export const refundableOf = ({ amount, amount_refunded, captured_at, canceled_at }: Payment): number =>
  captured_at && !canceled_at ? amount - amount_refunded : 0

/** The captured money of an order that is not refunded yet, in minor units. */
export function capturedRefundable({ payments = [], refundable_amount }: Order): number {
  const captured = payments.reduce((sum, payment) => sum + refundableOf(payment), 0)
  return Math.max(0, Math.min(captured, refundable_amount))
}

/** The authorized money that is not captured, and the captured money of an order, in minor units. */
export function paymentSums({ payments = [] }: Order): { authorized: number; captured: number } {
  const valid = payments.filter(({ canceled_at }) => !canceled_at)
  const sumOf = (some: readonly Payment[]) => some.reduce((sum, { amount }) => sum + amount, 0)
  return {
    authorized: sumOf(valid.filter(({ captured_at }) => !captured_at)),
    captured: sumOf(valid.filter(({ captured_at }) => captured_at)),
  }
}
