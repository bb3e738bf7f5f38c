import type { RouterOutputs } from '#client/index.ts'

type Order = RouterOutputs['admin']['orders']['get']['order']
type Swap = NonNullable<Order['swaps']>[number]

type OwedOrder = Pick<Order, 'difference_due'> & {
  swaps?: readonly Pick<Swap, 'difference_due' | 'payment_status' | 'confirmed_at' | 'canceled_at'>[] | undefined
  refunds?: readonly Pick<NonNullable<Order['refunds']>[number], 'amount' | 'reason'>[] | undefined
}

const UNPAID: readonly Swap['payment_status'][] = ['awaiting', 'requires_action']

/** Whether the difference of a confirmed exchange is neither paid nor refunded, and settled no debt. */
export const isUnsettled = (swap: NonNullable<OwedOrder['swaps']>[number]): boolean =>
  isConfirmed(swap) && Boolean(swap.difference_due) && UNPAID.includes(swap.payment_status)

/** What the customer still owes, and what the shop owes the customer, with exchanges, in minor units. */
export function owedSums({ difference_due, swaps = [], refunds = [] }: OwedOrder): {
  byCustomer: number
  byShop: number
} {
  const credits = swaps.filter((swap) => isConfirmed(swap) && (swap.difference_due ?? 0) < 0)
  const sumOf = (some: typeof credits) => some.reduce((sum, swap) => sum - (swap.difference_due ?? 0), 0)
  const refunded = refunds.reduce((sum, { amount, reason }) => sum + (reason === 'swap' ? amount : 0), 0)
  // A refund that its provider has not confirmed is of a swap that is not paid.
  const pending = Math.max(0, refunded - sumOf(credits.filter((swap) => !isUnsettled(swap))))
  return {
    byCustomer: Math.max(0, difference_due),
    byShop: Math.max(0, -difference_due) + Math.max(0, sumOf(credits.filter(isUnsettled)) - pending),
  }
}

/** Whether the difference of an exchange is certain and due. */
export const isConfirmed = ({ confirmed_at, canceled_at }: Pick<Swap, 'confirmed_at' | 'canceled_at'>): boolean =>
  Boolean(confirmed_at && !canceled_at)
