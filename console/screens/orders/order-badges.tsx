import type { RouterOutputs } from '#client/index.ts'
import { StatusBadge, type Tone } from '#console/components/status-badge.tsx'
import { orderStatuses } from '#console/strings/order-statuses.ts'

type Order = RouterOutputs['admin']['orders']['get']['order']

const ORDER_TONES: Record<Order['status'], Tone> = {
  pending: 'busy',
  completed: 'good',
  archived: 'quiet',
  canceled: 'quiet',
  requires_action: 'attention',
}

const PAYMENT_TONES: Record<Order['payment_status'], Tone> = {
  not_paid: 'attention',
  awaiting: 'busy',
  captured: 'good',
  partially_refunded: 'quiet',
  refunded: 'quiet',
  canceled: 'quiet',
  requires_action: 'bad',
}

const FULFILLMENT_TONES: Record<Order['fulfillment_status'], Tone> = {
  not_fulfilled: 'attention',
  partially_fulfilled: 'busy',
  fulfilled: 'busy',
  partially_shipped: 'busy',
  shipped: 'good',
  partially_returned: 'quiet',
  returned: 'quiet',
  canceled: 'quiet',
  requires_action: 'bad',
}

export function OrderBadge({ status }: { status: Order['status'] }) {
  const words = orderStatuses.useWords()
  return <StatusBadge tone={ORDER_TONES[status]} text={words[`order_${status}`]} />
}

/** An order awaits a capture, or the difference that its customer owes after an edit. */
export function PaymentBadge({ status, due }: { status: Order['payment_status']; due: number }) {
  const words = orderStatuses.useWords()
  if (status === 'awaiting' && due > 0) return <StatusBadge tone="attention" text={words.payment_due} />
  return <StatusBadge tone={PAYMENT_TONES[status]} text={words[`payment_${status}`]} />
}

export function FulfillmentBadge({ status }: { status: Order['fulfillment_status'] }) {
  const words = orderStatuses.useWords()
  return <StatusBadge tone={FULFILLMENT_TONES[status]} text={words[`fulfillment_${status}`]} />
}
