import type { LineTotals } from '../pricing/line-totals.ts'
import { computeRefundable } from '../pricing/totals.ts'
import type { CartLineSnapshot, CartSnapshot } from './read-cart.ts'

export interface RefundTotals {
  refunded_total: number
  refundable_amount: number
}

/** Both amounts are 0 for an open cart. */
export function computeRefundTotals({ payments }: Pick<CartSnapshot, 'payments'>): RefundTotals {
  let refunded_total = 0
  let refundable_amount = 0
  for (const { amount, amount_refunded, canceled_at } of payments) {
    refunded_total += amount_refunded
    refundable_amount += canceled_at ? 0 : amount - amount_refunded
  }
  return { refunded_total, refundable_amount }
}

export const computeRefundableOfLine = (
  { completed_at }: Pick<CartSnapshot, 'completed_at'>,
  line: Pick<CartLineSnapshot, 'returned_quantity' | 'quantity'>,
  totals: Pick<LineTotals, 'total'>,
): number => (completed_at === null ? 0 : Math.max(0, computeRefundable(totals, line)))
