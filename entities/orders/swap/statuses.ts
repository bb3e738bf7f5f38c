import { assertTransition } from '../order/assert-transition.ts'
import type { FulfillmentStatus } from '../order/statuses.ts'

export const SWAP_PAYMENT_STATUSES = [
  'not_paid',
  'awaiting',
  'captured',
  'confirmed',
  'canceled',
  'difference_refunded',
  'partially_refunded',
  'refunded',
  'requires_action',
] as const
export type SwapPaymentStatus = (typeof SWAP_PAYMENT_STATUSES)[number]

export const SWAP_FULFILLMENT_STATUSES = [
  'not_fulfilled',
  'fulfilled',
  'shipped',
  'partially_shipped',
  'canceled',
  'requires_action',
] as const satisfies FulfillmentStatus[]

/** A confirmed swap is `awaiting`, or `confirmed` if its difference is 0 or only settles what the customer owes. */
export const SWAP_PAYMENT_TRANSITIONS = {
  not_paid: ['awaiting', 'confirmed', 'canceled'],
  awaiting: ['captured', 'confirmed', 'difference_refunded', 'requires_action', 'canceled'],
  confirmed: ['canceled'],
  requires_action: ['captured', 'difference_refunded', 'canceled'],
  captured: ['requires_action', 'canceled'],
  difference_refunded: [],
  canceled: [],
} as const satisfies Partial<Record<SwapPaymentStatus, readonly SwapPaymentStatus[]>>

export type ReachableSwapPaymentStatus = keyof typeof SWAP_PAYMENT_TRANSITIONS

export function advanceSwapPayment(swap: { payment_status: SwapPaymentStatus }, to: ReachableSwapPaymentStatus): void {
  assertTransition(SWAP_PAYMENT_TRANSITIONS, 'A swap whose payment', [swap.payment_status, to])
  swap.payment_status = to
}
