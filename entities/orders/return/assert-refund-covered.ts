import { NotAllowed } from '#entities/errors.ts'
import { computeLargestRefund, type LinePortion, type ReturnLimits } from '../order/refund-amounts.ts'

/** @throws NotAllowed with the largest refund, if the customer owes money and the chosen amount is larger. */
export function assertRefundCovered(
  amount: number,
  portions: readonly LinePortion[],
  { currency_code, ...limits }: ReturnLimits & { currency_code: string },
): void {
  const largest = computeLargestRefund(portions, limits)
  if (amount <= largest) return
  throw new NotAllowed(`Only ${largest} can be refunded, because the customer owes ${limits.debt} for the order`)
    .about('refund')
    .because({ name: 'refund_too_large', refundable: largest, currency_code })
}
