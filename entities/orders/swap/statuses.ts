import { NotAllowed } from '#entities/errors.ts'
import { canTransition } from '#entities/values/can-transition.ts'

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
] as const
export type SwapFulfillmentStatus = (typeof SWAP_FULFILLMENT_STATUSES)[number]

/**
 * How far a swap is with its money, and what may follow; to stay is always allowed. It is `awaiting` once its customer has
 * confirmed it, or `confirmed` where nothing is due. The wire format has two more words, in which no swap ever is.
 */
export const SWAP_PAYMENT_TRANSITIONS = {
  not_paid: ['awaiting', 'confirmed', 'canceled'],
  awaiting: ['captured', 'difference_refunded', 'requires_action', 'canceled'],
  confirmed: ['difference_refunded', 'canceled'],
  requires_action: ['captured', 'difference_refunded', 'canceled'],
  captured: ['canceled'],
  difference_refunded: [],
  canceled: [],
} as const satisfies Partial<Record<SwapPaymentStatus, readonly SwapPaymentStatus[]>>

export type SwapProgress = keyof typeof SWAP_PAYMENT_TRANSITIONS

/** @throws NotAllowed where the money of a swap, which is locked, cannot come so far from where it is; it is not changed then. */
export function advancePayment(swap: { payment_status: SwapPaymentStatus }, to: SwapProgress): void {
  const from = swap.payment_status
  if (from !== to && !canTransition(SWAP_PAYMENT_TRANSITIONS, from, to))
    throw new NotAllowed(`A swap whose payment is ${from} cannot become ${to}`)
  swap.payment_status = to
}
