import { allocate, cutTo, shareOf, sum } from '#entities/money.ts'

/** Some pieces of an ordered line that come back, or are claimed. Amounts are minor units with discount and tax. */
export type PiecesBack = {
  /** What the whole line cost, and how many pieces it has. Pieces with the same object are of the same line. */
  line: { total: number; quantity: number }
  /** More than 0. */
  pieces: number
  /** The pieces of the line that came back or were claimed before, and what was given back for them. */
  before: { pieces: number; refunded: number }
}

export type ClaimedPieces = PiecesBack & { shipped_quantity: number | null }

/**
 * What to give back for pieces of a line. However they come back, piece by piece or all at once, they never come to more
 * than the line cost, and all of them to just that: what rounding leaves over goes to the later pieces.
 */
export function refundOfPieces({ line: { total, quantity }, pieces, before }: PiecesBack): number {
  const worth = shareOf(total, before.pieces + pieces, quantity) - shareOf(total, before.pieces, quantity)
  return Math.max(0, Math.min(worth, total - before.refunded))
}

/**
 * What a claim gives back for each of its items: nothing for pieces that were not shipped, and no more in all than
 * `refundable`, which is what was paid in money and not given back yet: what a gift card paid is not.
 */
export function refundsOfClaim(claimed: readonly ClaimedPieces[], refundable: number): readonly number[] {
  const shipped = claimed.map((back) => (isShipped(back) ? back : { ...back, pieces: 0 }))
  return cutTo(refundable, refundsOfPieces(shipped))
}

/** What a return gives back for each of its items: the same, less what sending them back costs. */
export function refundsOfReturn(
  returned: readonly PiecesBack[],
  { refundable, shipping_total }: { refundable: number; shipping_total: number },
): number[] {
  const worths = refundsOfPieces(returned)
  return allocate(Math.max(0, Math.min(sum(worths) - shipping_total, refundable)), worths)
}

/** The items' parts of an amount that somebody has fixed: by what the items are worth. */
export function refundsOfAmount(amount: number, items: readonly PiecesBack[]): number[] {
  return allocate(amount, refundsOfPieces(items))
}

/** The refund of each, where several may be of one line. */
function refundsOfPieces(backs: readonly PiecesBack[]): number[] {
  const refunded = new Map<PiecesBack['line'], number>()
  return backs.map((back) => {
    const meanwhile = refunded.get(back.line) ?? 0
    const before = { ...back.before, refunded: back.before.refunded + meanwhile }
    const refund = refundOfPieces({ ...back, before })
    refunded.set(back.line, meanwhile + refund)
    return refund
  })
}

const isShipped = ({ pieces, before, shipped_quantity }: ClaimedPieces) =>
  (shipped_quantity ?? 0) >= before.pieces + pieces
