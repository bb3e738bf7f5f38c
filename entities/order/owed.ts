import { sumOfAmounts } from '#entities/money.ts'
import { type Countable, isLive, isOwn } from '#entities/order/payments-that-count.ts'

/** The money of an order; amounts in minor units. */
export interface MoneyOfOrder {
  /** What the order comes to: what comes back, is claimed or swapped is still in it. */
  total: number
  payments: readonly (Countable & { id: string; amount: number })[]
  /** Without those that failed. */
  refunds: readonly GivenBack[]
  /** What its returns gave back, but for those of claims and swaps. */
  returned: number
}

interface GivenBack {
  amount: number
  reason: string
  payment_id: string | null
  claim_order_id?: string | null
  swap_id?: string | null
}

/**
 * What is still to be paid of an order; less than 0 where more was paid. What was given back for pieces is owed to nobody
 * again, and swaps have money of their own.
 */
export function owedOf({ total, payments, refunds, returned }: MoneyOfOrder): number {
  const own = payments.filter((payment) => isOwn(payment) && isLive(payment))
  const ids = new Set<string | null>(own.map(({ id }) => id))
  const given = refunds.filter((refund) => !refund.claim_order_id && !refund.swap_id && ids.has(refund.payment_id))
  // The shop may call that a return for which nothing came back.
  const forReturns = sumOfAmounts(given.filter(({ reason }) => reason === 'return'))
  return total - sumOfAmounts(own) + sumOfAmounts(given) - Math.min(returned, forReturns)
}
