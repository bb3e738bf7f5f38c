import { canTransition } from '#entities/values/can-transition.ts'
import { type CountablePayment, isCountedForOrder, isUncanceledPayment } from './payment-filters.ts'
import type { FulfillmentStatus, OrderStatus, PaymentStatus } from './statuses.ts'

/*
 * From which state an order may come into which. What it may do in a state is said by each verb; this is the last word,
 * whichever verb it is.
 */

const SENT = ['partially_shipped', 'shipped', 'partially_returned', 'returned'] as const

/** From each state to those that may follow it; to stay in one is always allowed. */
export const ORDER_TRANSITIONS = {
  status: {
    pending: ['completed', 'canceled', 'requires_action'],
    completed: ['archived', 'canceled', 'requires_action'],
    archived: ['canceled', 'requires_action'],
    canceled: [],
    requires_action: ['pending', 'completed', 'canceled'],
  },
  fulfillment_status: {
    not_fulfilled: ['partially_fulfilled', 'fulfilled', 'canceled', 'requires_action'],
    partially_fulfilled: ['fulfilled', ...SENT, 'canceled', 'requires_action'],
    fulfilled: ['partially_fulfilled', ...SENT, 'canceled', 'requires_action'],
    partially_shipped: ['shipped', 'partially_returned', 'returned', 'requires_action'],
    /** An edit may add pieces to what was sent or came back. */
    shipped: ['partially_shipped', 'partially_returned', 'returned', 'requires_action'],
    partially_returned: ['returned', 'requires_action'],
    returned: ['partially_returned', 'requires_action'],
    /** The last parcel was canceled; another may follow. */
    canceled: ['partially_fulfilled', 'fulfilled', 'requires_action'],
    requires_action: ['partially_fulfilled', 'fulfilled', ...SENT, 'canceled'],
  },
  payment_status: {
    not_paid: ['awaiting', 'captured', 'canceled', 'requires_action'],
    /** The last of several payments is captured after some of another was given back. */
    awaiting: ['captured', 'partially_refunded', 'canceled', 'requires_action'],
    /** An edit, or a swap, may bring another payment. */
    captured: ['awaiting', 'partially_refunded', 'refunded', 'canceled', 'requires_action'],
    partially_refunded: ['awaiting', 'refunded', 'canceled', 'requires_action'],
    refunded: ['awaiting', 'partially_refunded', 'requires_action'],
    /** What was given back with the cancellation may come back itself. */
    canceled: ['requires_action'],
    requires_action: ['awaiting', 'captured', 'partially_refunded', 'refunded', 'canceled'],
  },
} as const satisfies { [Kind in StatusKind]: Record<Status[Kind], readonly Status[Kind][]> }

export type StatusKind = 'status' | 'fulfillment_status' | 'payment_status'

interface Status {
  status: OrderStatus
  fulfillment_status: FulfillmentStatus
  payment_status: PaymentStatus
}

export const canOrderBecome = <Kind extends StatusKind>(kind: Kind, from: Status[Kind], to: Status[Kind]): boolean =>
  from === to || canTransition(ORDER_TRANSITIONS[kind], from, to)

/** How far the pieces of a line are on their way; null counts as none. */
export interface LineProgress {
  quantity: number
  fulfilled_quantity?: number | null | undefined
  shipped_quantity?: number | null | undefined
  returned_quantity?: number | null | undefined
}

/**
 * The fulfillment status that follows from the lines: of the farthest that any piece has come, partial unless all have.
 * Where nothing is packed the order is `not_fulfilled`, or `canceled` if what was packed was canceled.
 */
export function fulfillmentStatusOf(
  lines: readonly LineProgress[],
  before: Status['fulfillment_status'] = 'not_fulfilled',
): Status['fulfillment_status'] {
  if (has(lines, 'returned_quantity')) return hasAll(lines, 'returned_quantity') ? 'returned' : 'partially_returned'
  if (has(lines, 'shipped_quantity')) return hasAll(lines, 'shipped_quantity') ? 'shipped' : 'partially_shipped'
  if (has(lines, 'fulfilled_quantity')) return hasAll(lines, 'fulfilled_quantity') ? 'fulfilled' : 'partially_fulfilled'
  return before === 'not_fulfilled' ? 'not_fulfilled' : 'canceled'
}

type Progress = Exclude<keyof LineProgress, 'quantity'>

const has = (lines: readonly LineProgress[], progress: Progress) => lines.some((line) => (line[progress] ?? 0) > 0)

const hasAll = (lines: readonly LineProgress[], progress: Progress) =>
  lines.every((line) => (line[progress] ?? 0) >= line.quantity)

/** A payment as the status of its order depends on it; amounts in minor units. */
export interface CountedPayment extends CountablePayment {
  amount: number
  amount_refunded: number
}

/**
 * The payment status that follows from the payments: captured once all of them are that were not canceled, and refunded
 * as far as their money was given back. An order that cost nothing has nothing to wait for.
 */
export function paymentStatusOf(all: readonly CountedPayment[]): Status['payment_status'] {
  const payments = all.filter(isCountedForOrder)
  const live = payments.filter(isUncanceledPayment)
  if (payments.length > 0 && live.length === 0) return 'canceled'
  if (live.some(({ captured_at }) => !captured_at)) return 'awaiting'
  const refunded = live.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0)
  if (refunded === 0) return 'captured'
  const captured = live.reduce((sum, { amount }) => sum + amount, 0)
  return refunded < captured ? 'partially_refunded' : 'refunded'
}
