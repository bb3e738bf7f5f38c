import { sumOfAmounts } from '#entities/values/money.ts'
import { type CountablePayment, isOwnPayment, isUncanceledPayment } from './payment-filters.ts'

/** The money of an order; amounts in minor units. */
export interface OrderAmounts {
  /** What the order comes to: what comes back, is claimed or swapped is still in it. */
  total: number
  payments: readonly (CountablePayment & { id: string; amount: number })[]
  /** Without those that failed. */
  refunds: readonly RefundAmount[]
}

/** A refund with what it is for, where that is pieces of the order. */
export interface RefundAmount {
  amount: number
  payment_id: string | null
  claim_order_id?: string | null | undefined
  swap_id?: string | null | undefined
  return_id?: string | null | undefined
}

/**
 * What is still to be paid of an order; less than 0 where more was paid. What was given back for pieces is owed to nobody
 * again, and swaps have money of their own.
 */
export function computeOutstandingAmount({ total, payments, refunds }: OrderAmounts): number {
  const own = payments.filter((payment) => isOwnPayment(payment) && isUncanceledPayment(payment))
  const ids = new Set<string | null>(own.map(({ id }) => id))
  const given = refunds.filter((refund) => !isForReturnedItems(refund) && ids.has(refund.payment_id))
  return total - sumOfAmounts(own) + sumOfAmounts(given)
}

/** The reason of a refund says less: the shop may call that a return for which nothing came back. */
const isForReturnedItems = ({ claim_order_id, swap_id, return_id }: RefundAmount): boolean =>
  Boolean(claim_order_id || swap_id || return_id)
