import { sumOfAmounts } from '#entities/money.ts'
import { type Countable, isLive, isOwn } from '#entities/order/payments-that-count.ts'

/** The money of an order; amounts in minor units. */
export interface MoneyOfOrder {
  /** What the order comes to: what comes back, is claimed or swapped is still in it. */
  total: number
  payments: readonly (Countable & { id: string; amount: number })[]
  /** Without those that failed. */
  refunds: readonly { amount: number; reason: string; payment_id: string | null }[]
}

/**
 * What is still to be paid of an order; less than 0 where more was paid. What was given back for pieces is owed to nobody
 * again, and swaps have money of their own.
 */
export function owedOf({ total, payments, refunds }: MoneyOfOrder): number {
  const own = payments.filter((payment) => isOwn(payment) && isLive(payment))
  const ids = new Set<string | null>(own.map(({ id }) => id))
  const given = refunds.filter(({ reason, payment_id }) => !FOR_PIECES.includes(reason) && ids.has(payment_id))
  return total - sumOfAmounts(own) + sumOfAmounts(given)
}

const FOR_PIECES: readonly string[] = ['return', 'claim', 'swap']
