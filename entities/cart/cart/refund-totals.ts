import type { LineTotals } from '../pricing/line-totals.ts'
import { computeRefundable } from '../pricing/totals.ts'
import type { CartLineSnapshot, CartSnapshot } from './read-cart.ts'

export interface RefundTotals {
  refunded_total: number
  refundable_amount: number
}

const NOTHING_PAID: RefundTotals = { refunded_total: 0, refundable_amount: 0 }

export function computeRefundTotals({
  completed_at,
  payment,
}: Pick<CartSnapshot, 'completed_at' | 'payment'>): RefundTotals {
  if (completed_at === null || !payment) return NOTHING_PAID
  const { amount, amount_refunded, canceled_at } = payment
  return { refunded_total: amount_refunded, refundable_amount: canceled_at ? 0 : amount - amount_refunded }
}

export const computeRefundableOfLine = (
  { completed_at }: Pick<CartSnapshot, 'completed_at'>,
  line: Pick<CartLineSnapshot, 'returned_quantity' | 'quantity'>,
  totals: Pick<LineTotals, 'total'>,
): number => (completed_at === null ? 0 : Math.max(0, computeRefundable(totals, line)))
