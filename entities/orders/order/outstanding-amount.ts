import { sumOfAmounts } from '#entities/values/money.ts'
import { type CountablePayment, isOwnPayment, isUncanceledPayment } from './payment-filters.ts'

export interface OrderAmounts {
  /** The total of the lines, including items that were returned, claimed or swapped. */
  total: number
  payments: readonly (CountablePayment & { id: string; amount: number })[]
  /** Excludes failed refunds. */
  refunds: readonly RefundAmount[]
}

interface RefundAmount {
  amount: number
  payment_id: string | null
  claim_order_id?: string | null | undefined
  swap_id?: string | null | undefined
  return_id?: string | null | undefined
}

/** In minor units, negative if the customer paid too much. Ignores payments of swaps and refunds of returned items. */
export function computeOutstandingAmount({ total, payments, refunds }: OrderAmounts): number {
  const ownPayments = payments.filter((payment) => isOwnPayment(payment) && isUncanceledPayment(payment))
  const ids = new Set<string | null>(ownPayments.map(({ id }) => id))
  const otherRefunds = refunds.filter((refund) => !isForReturnedItems(refund) && ids.has(refund.payment_id))
  return total - sumOfAmounts(ownPayments) + sumOfAmounts(otherRefunds)
}

/** Does not check the reason, since an administrator can choose the reason "return" for any refund. */
const isForReturnedItems = ({ claim_order_id, swap_id, return_id }: RefundAmount): boolean =>
  Boolean(claim_order_id || swap_id || return_id)
