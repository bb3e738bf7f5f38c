import { allocate, limitTotal, shareOf, sum } from '#entities/values/money.ts'

/** A part of an order line that is returned or claimed. Amounts are in minor units, after discount and with tax. */
export type LinePortion = {
  /** The whole line. Portions of the same line share one object. */
  line: { total: number; quantity: number }
  quantity: number
  /**
   * The quantity of the line that was returned or claimed earlier, its refund, and the value that it had then. The refund
   * differs from the value if an administrator chose it.
   */
  before: { quantity: number; refunded: number; value: number }
}

/** The values of all portions add up to the total of the line. The rounding remainder goes to later portions. */
export function computeRefund({ line, quantity, before }: LinePortion): number {
  const value = shareOf(line.total, before.quantity + quantity, line.quantity) - before.value
  return Math.max(0, Math.min(value, line.total - before.refunded))
}

/** Computes the refunds of a claim. The sum is at most `refundable`. */
export function computeClaimRefunds(portions: readonly LinePortion[], refundable: number): readonly number[] {
  return limitTotal(refundable, computeRefunds(portions))
}

export interface ReturnLimits {
  refundable: number
  shipping_total: number
  /** What the customer owes. The value of the items settles it first, and only the rest is refunded. */
  debt?: number
}

/** Computes the refunds of a return, less the debt of the customer and the return shipping. The sum is at most `refundable`. */
export function computeReturnRefunds(
  portions: readonly LinePortion[],
  { refundable, shipping_total, debt = 0 }: ReturnLimits,
): number[] {
  const values = computeRefunds(portions)
  return allocate(Math.max(0, Math.min(sum(values) - debt - shipping_total, refundable)), values)
}

/** Returns the largest refund that an administrator can choose. Only a debt of the customer limits it. */
export const computeLargestRefund = (portions: readonly LinePortion[], limits: ReturnLimits): number =>
  limits.debt ? sum(computeReturnRefunds(portions, limits)) : Number.POSITIVE_INFINITY

/** Splits a fixed amount between the items in proportion to their value. */
export function allocateRefund(amount: number, portions: readonly LinePortion[]): number[] {
  return allocate(amount, computeRefunds(portions))
}

/** Returns the value of each portion. Portions of one line follow one another. */
export function computeRefunds(portions: readonly LinePortion[]): number[] {
  const earlier = new Map<LinePortion['line'], LinePortion['before']>()
  return portions.map((portion) => {
    const { line, quantity } = portion
    const before = earlier.get(line) ?? portion.before
    const refund = computeRefund({ line, quantity, before })
    earlier.set(line, {
      quantity: before.quantity + quantity,
      refunded: before.refunded + refund,
      value: before.value + refund,
    })
    return refund
  })
}
