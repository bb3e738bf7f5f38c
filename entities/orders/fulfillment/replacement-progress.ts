import { assertTransition } from '../order/assert-transition.ts'
import type { FulfillmentStatus } from '../order/statuses.ts'

/** `canceled` means that all fulfillments are canceled. The claim or swap can then be fulfilled again. */
export const REPLACEMENT_TRANSITIONS = {
  not_fulfilled: ['fulfilled', 'requires_action', 'canceled'],
  fulfilled: ['partially_shipped', 'shipped', 'requires_action', 'canceled'],
  requires_action: ['fulfilled', 'partially_shipped', 'shipped', 'canceled'],
  partially_shipped: ['shipped'],
  shipped: [],
  canceled: ['fulfilled', 'requires_action'],
} as const satisfies Partial<Record<FulfillmentStatus, readonly FulfillmentStatus[]>>

export type ReplacementStatus = keyof typeof REPLACEMENT_TRANSITIONS

export interface ReplacementProgress {
  fulfillment_status: FulfillmentStatus
  kind(): 'claim' | 'swap'
}

export function advanceReplacement(replacement: ReplacementProgress, to: ReplacementStatus): void {
  assertTransition(REPLACEMENT_TRANSITIONS, `A ${replacement.kind()} that`, [replacement.fulfillment_status, to])
  replacement.fulfillment_status = to
}

export interface ReplacementLine {
  quantity: number
  fulfilled_quantity?: number | null | undefined
  shipped_quantity?: number | null | undefined
}

/** Derives the status of a claim or a swap that has fulfillments. Unfulfilled items require action. */
export function computeReplacementStatus(lines: readonly ReplacementLine[]): ReplacementStatus {
  if (lines.some((line) => (line.shipped_quantity ?? 0) > 0)) {
    return lines.every((line) => (line.shipped_quantity ?? 0) >= line.quantity) ? 'shipped' : 'partially_shipped'
  }
  if (lines.every((line) => !line.fulfilled_quantity)) return 'canceled'
  return isFullyFulfilled(lines) ? 'fulfilled' : 'requires_action'
}

export const isFullyFulfilled = (lines: readonly ReplacementLine[]): boolean =>
  lines.every((line) => (line.fulfilled_quantity ?? 0) >= line.quantity)
