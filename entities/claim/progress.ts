import { NotAllowed } from '../errors.ts'
import type { FulfillmentStatus } from '../order/statuses.ts'
import type { ClaimOrder } from './claim-order.ts'

/**
 * How far a claim is with what it sends instead, and what may follow; to stay is always allowed. `canceled` is a claim
 * that was canceled, or whose parcels were: those may be packed again.
 */
export const CLAIM_TRANSITIONS = {
  not_fulfilled: ['fulfilled', 'requires_action', 'canceled'],
  fulfilled: ['partially_shipped', 'shipped', 'requires_action', 'canceled'],
  requires_action: ['fulfilled', 'partially_shipped', 'shipped', 'canceled'],
  partially_shipped: ['shipped'],
  shipped: [],
  canceled: ['fulfilled', 'requires_action'],
} as const satisfies Partial<Record<FulfillmentStatus, readonly FulfillmentStatus[]>>

export type ClaimProgress = keyof typeof CLAIM_TRANSITIONS

/** @throws NotAllowed where a claim, which is locked, cannot come so far from where it is; it is not changed then. */
export function advanceClaim(claim: Pick<ClaimOrder, 'fulfillment_status'>, to: ClaimProgress): void {
  const from = claim.fulfillment_status as ClaimProgress
  const following: readonly string[] = CLAIM_TRANSITIONS[from] ?? []
  if (from !== to && !following.includes(to)) throw new NotAllowed(`A claim that is ${from} cannot become ${to}`)
  claim.fulfillment_status = to
}

/** Pieces of a line on their way; null counts as none. */
export interface SentPieces {
  quantity: number
  fulfilled_quantity?: number | null | undefined
  shipped_quantity?: number | null | undefined
}

/** How far a claim is that was packed: pieces that are in no parcel need somebody to look after them. */
export function progressOf(lines: readonly SentPieces[]): ClaimProgress {
  if (lines.some((line) => (line.shipped_quantity ?? 0) > 0)) {
    return lines.every((line) => (line.shipped_quantity ?? 0) >= line.quantity) ? 'shipped' : 'partially_shipped'
  }
  if (lines.every((line) => !line.fulfilled_quantity)) return 'canceled'
  return isPacked(lines) ? 'fulfilled' : 'requires_action'
}

/** Whether nothing is left to pack. */
export const isPacked = (lines: readonly SentPieces[]): boolean =>
  lines.every((line) => (line.fulfilled_quantity ?? 0) >= line.quantity)
