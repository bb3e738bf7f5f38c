import { sumOfAmounts } from '#entities/values/money.ts'
import { type CountablePayment, isOwnPayment, isUncanceledPayment } from './payment-filters.ts'

export interface OrderAmounts {
  /** The total of the lines, including items that were returned, claimed or swapped. */
  total: number
  payments: readonly (CountablePayment & { id: string; amount: number })[]
  /** The refunds, except failed ones. */
  refunds: readonly RefundAmount[]
}

interface RefundAmount {
  amount: number
  payment_id: string | null
  claim_order_id?: string | null | undefined
  swap_id?: string | null | undefined
  return_id?: string | null | undefined
}

/**
 * Returns the amount that the customer still owes, in minor units; negative if the customer paid too much. Payments
 * of swaps and refunds of returned items do not count.
 */
export function computeOutstandingAmount({ total, payments, refunds }: OrderAmounts): number {
  const ownPayments = payments.filter((payment) => isOwnPayment(payment) && isUncanceledPayment(payment))
  const ids = new Set<string | null>(ownPayments.map(({ id }) => id))
  const otherRefunds = refunds.filter((refund) => !isForReturnedItems(refund) && ids.has(refund.payment_id))
  return total - sumOfAmounts(ownPayments) + sumOfAmounts(otherRefunds)
}

/** The reason "return" does not show that an item was returned: an administrator can choose it for any refund. */
const isForReturnedItems = ({ claim_order_id, swap_id, return_id }: RefundAmount): boolean =>
  Boolean(claim_order_id || swap_id || return_id)
