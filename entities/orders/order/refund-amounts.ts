import { allocate, capAmounts, shareOf, sum } from '#entities/values/money.ts'

/** Some pieces of an ordered line that come back, or are claimed. Amounts are minor units with discount and tax. */
export type ReturnedQuantity = {
  /** What the whole line cost, and how many pieces it has. Pieces with the same object are of the same line. */
  line: { total: number; quantity: number }
  /** More than 0. */
  pieces: number
  /** The pieces of the line that came back or were claimed before, and what was given back for them. */
  before: { pieces: number; refunded: number }
}

export type ClaimedQuantity = ReturnedQuantity & { shipped_quantity: number | null }

/**
 * What to give back for pieces of a line. However they come back, piece by piece or all at once, they never come to more
 * than the line cost, and all of them to just that: what rounding leaves over goes to the later pieces.
 */
export function computeRefund({ line: { total, quantity }, pieces, before }: ReturnedQuantity): number {
  const worth = shareOf(total, before.pieces + pieces, quantity) - shareOf(total, before.pieces, quantity)
  return Math.max(0, Math.min(worth, total - before.refunded))
}

/**
 * What a claim gives back for each of its items: nothing for pieces that were not shipped, and no more in all than
 * `refundable`, which is what was paid in money and not given back yet: what a gift card paid is not.
 */
export function computeClaimRefunds(claimed: readonly ClaimedQuantity[], refundable: number): readonly number[] {
  const shipped = claimed.map((back) => (isShipped(back) ? back : { ...back, pieces: 0 }))
  return capAmounts(refundable, computeRefunds(shipped))
}

/** What a return gives back for each of its items: the same, less what sending them back costs. */
export function computeReturnRefunds(
  returned: readonly ReturnedQuantity[],
  { refundable, shipping_total }: { refundable: number; shipping_total: number },
): number[] {
  const worths = computeRefunds(returned)
  return allocate(Math.max(0, Math.min(sum(worths) - shipping_total, refundable)), worths)
}

/** The items' parts of an amount that somebody has fixed: by what the items are worth. */
export function allocateRefund(amount: number, items: readonly ReturnedQuantity[]): number[] {
  return allocate(amount, computeRefunds(items))
}

/** The refund of each, where several may be of one line. */
function computeRefunds(backs: readonly ReturnedQuantity[]): number[] {
  const refunded = new Map<ReturnedQuantity['line'], number>()
  return backs.map((back) => {
    const meanwhile = refunded.get(back.line) ?? 0
    const before = { ...back.before, refunded: back.before.refunded + meanwhile }
    const refund = computeRefund({ ...back, before })
    refunded.set(back.line, meanwhile + refund)
    return refund
  })
}

const isShipped = ({ pieces, before, shipped_quantity }: ClaimedQuantity) =>
  (shipped_quantity ?? 0) >= before.pieces + pieces
