import { NotAllowed } from '#entities/errors.ts'
import { canTransition } from '#entities/values/can-transition.ts'
import type { FulfillmentStatus } from '../order/statuses.ts'

/**
 * How far a claim or a swap is with what it sends, and what may follow; to stay is always allowed. `canceled` is one that
 * was canceled, or whose parcels were: those may be packed again.
 */
export const REPLACEMENT_TRANSITIONS = {
  not_fulfilled: ['fulfilled', 'requires_action', 'canceled'],
  fulfilled: ['partially_shipped', 'shipped', 'requires_action', 'canceled'],
  requires_action: ['fulfilled', 'partially_shipped', 'shipped', 'canceled'],
  partially_shipped: ['shipped'],
  shipped: [],
  canceled: ['fulfilled', 'requires_action'],
} as const satisfies Partial<Record<FulfillmentStatus, readonly FulfillmentStatus[]>>

export type ReplacementProgress = keyof typeof REPLACEMENT_TRANSITIONS

/** What sends pieces for others, and what the wire format calls it. */
export interface Replacement {
  kind: 'claim' | 'swap'
  sender: { fulfillment_status: FulfillmentStatus }
}

/** @throws NotAllowed where a claim or swap, which is locked, cannot come so far from where it is; it is not changed then. */
export function advanceReplacement({ kind, sender }: Replacement, to: ReplacementProgress): void {
  const from = sender.fulfillment_status
  if (from !== to && !canTransition(REPLACEMENT_TRANSITIONS, from, to))
    throw new NotAllowed(`A ${kind} that is ${from} cannot become ${to}`)
  sender.fulfillment_status = to
}

/** Pieces of a line on their way; null counts as none. */
export interface ReplacementLine {
  quantity: number
  fulfilled_quantity?: number | null | undefined
  shipped_quantity?: number | null | undefined
}

/** How far a claim or swap is that was packed: pieces that are in no parcel need somebody to look after them. */
export function replacementProgressOf(lines: readonly ReplacementLine[]): ReplacementProgress {
  if (lines.some((line) => (line.shipped_quantity ?? 0) > 0)) {
    return lines.every((line) => (line.shipped_quantity ?? 0) >= line.quantity) ? 'shipped' : 'partially_shipped'
  }
  if (lines.every((line) => !line.fulfilled_quantity)) return 'canceled'
  return isFullyFulfilled(lines) ? 'fulfilled' : 'requires_action'
}

/** Whether nothing is left to pack. */
export const isFullyFulfilled = (lines: readonly ReplacementLine[]): boolean =>
  lines.every((line) => (line.fulfilled_quantity ?? 0) >= line.quantity)
