import { canTransition } from '#entities/values/can-transition.ts'
import { type CountablePayment, isCountedForOrder, isUncanceledPayment } from './payment-filters.ts'
import type { FulfillmentStatus, OrderStatus, PaymentStatus } from './statuses.ts'

const SHIPPED_OR_RETURNED = ['partially_shipped', 'shipped', 'partially_returned', 'returned'] as const

/** The statuses that may follow each status. An operation may be stricter. Keeping a status is always allowed. */
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
    partially_fulfilled: ['fulfilled', ...SHIPPED_OR_RETURNED, 'canceled', 'requires_action'],
    fulfilled: ['partially_fulfilled', ...SHIPPED_OR_RETURNED, 'canceled', 'requires_action'],
    partially_shipped: ['shipped', 'partially_returned', 'returned', 'requires_action'],
    /** An edit can add items to a shipped or returned order. */
    shipped: ['partially_shipped', 'partially_returned', 'returned', 'requires_action'],
    partially_returned: ['returned', 'requires_action'],
    returned: ['partially_returned', 'requires_action'],
    /** All fulfillments were canceled. New ones can be created. */
    canceled: ['partially_fulfilled', 'fulfilled', 'requires_action'],
    requires_action: ['partially_fulfilled', 'fulfilled', ...SHIPPED_OR_RETURNED, 'canceled'],
  },
  payment_status: {
    not_paid: ['awaiting', 'captured', 'canceled', 'requires_action'],
    /** The last payment can be captured after another one was partially refunded. */
    awaiting: ['captured', 'partially_refunded', 'refunded', 'canceled', 'requires_action'],
    /** An edit or a swap can add a payment. */
    captured: ['awaiting', 'partially_refunded', 'refunded', 'canceled', 'requires_action'],
    /** A provider can refuse a refund. */
    partially_refunded: ['awaiting', 'captured', 'refunded', 'canceled', 'requires_action'],
    refunded: ['awaiting', 'captured', 'partially_refunded', 'requires_action'],
    /** A provider can refuse the refund of the cancellation. */
    canceled: ['requires_action'],
    requires_action: ['awaiting', 'captured', 'partially_refunded', 'refunded', 'canceled'],
  },
} as const satisfies { [Kind in StatusKind]: Record<Status[Kind], readonly Status[Kind][]> }

export const STATUS_KINDS = ['status', 'fulfillment_status', 'payment_status'] as const
export type StatusKind = (typeof STATUS_KINDS)[number]

interface Status {
  status: OrderStatus
  fulfillment_status: FulfillmentStatus
  payment_status: PaymentStatus
}

export const canOrderBecome = <Kind extends StatusKind>(kind: Kind, from: Status[Kind], to: Status[Kind]): boolean =>
  from === to || canTransition(ORDER_TRANSITIONS[kind], from, to)

export interface LineProgress {
  quantity: number
  fulfilled_quantity?: number | null | undefined
  shipped_quantity?: number | null | undefined
  returned_quantity?: number | null | undefined
}

/**
 * Derives the fulfillment status from the most advanced item. The status is "partially_…" unless all items are as
 * advanced. If no item is fulfilled but the order had fulfillments, the status is `canceled`.
 */
export function computeFulfillmentStatus(
  lines: readonly LineProgress[],
  previous: Status['fulfillment_status'] = 'not_fulfilled',
): Status['fulfillment_status'] {
  if (isAnyItem(lines, 'returned_quantity'))
    return areAllItems(lines, 'returned_quantity') ? 'returned' : 'partially_returned'
  if (isAnyItem(lines, 'shipped_quantity'))
    return areAllItems(lines, 'shipped_quantity') ? 'shipped' : 'partially_shipped'
  if (isAnyItem(lines, 'fulfilled_quantity'))
    return areAllItems(lines, 'fulfilled_quantity') ? 'fulfilled' : 'partially_fulfilled'
  return previous === 'not_fulfilled' ? 'not_fulfilled' : 'canceled'
}

type Progress = Exclude<keyof LineProgress, 'quantity'>

const isAnyItem = (lines: readonly LineProgress[], progress: Progress) =>
  lines.some((line) => (line[progress] ?? 0) > 0)

const areAllItems = (lines: readonly LineProgress[], progress: Progress) =>
  lines.every((line) => (line[progress] ?? 0) >= line.quantity)

export interface CountedPayment extends CountablePayment {
  amount: number
  amount_refunded: number
}

/** Derives the payment status from all payments of an order. It is `awaiting` while the customer owes an amount. */
export function computePaymentStatus(
  orderPayments: readonly CountedPayment[],
  difference_due: number,
): Status['payment_status'] {
  const payments = orderPayments.filter(isCountedForOrder)
  const uncanceledPayments = payments.filter(isUncanceledPayment)
  if (payments.length > 0 && uncanceledPayments.length === 0) return 'canceled'
  if (difference_due > 0 || uncanceledPayments.some(({ captured_at }) => !captured_at)) return 'awaiting'
  const refundedAmount = uncanceledPayments.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0)
  if (refundedAmount === 0) return 'captured'
  const capturedAmount = uncanceledPayments.reduce((sum, { amount }) => sum + amount, 0)
  return refundedAmount < capturedAmount ? 'partially_refunded' : 'refunded'
}

/** Derives the payment status of a canceled order. It requires an action while a captured payment is not fully refunded. */
export const computeCanceledPaymentStatus = (payments: readonly CountedPayment[]): Status['payment_status'] =>
  payments.some(
    ({ captured_at, canceled_at, amount, amount_refunded }) => captured_at && !canceled_at && amount_refunded < amount,
  )
    ? 'requires_action'
    : 'canceled'
