import type { Order } from '../order.ts'

/** The captured money of an order that is not refunded yet, in minor units. */
export function capturedRefundable({ payments = [], refundable_amount }: Order): number {
  const captured = payments
    .filter(({ captured_at, canceled_at }) => captured_at && !canceled_at)
    .reduce((sum, { amount, amount_refunded }) => sum + amount - amount_refunded, 0)
  return Math.max(0, Math.min(captured, refundable_amount))
}
