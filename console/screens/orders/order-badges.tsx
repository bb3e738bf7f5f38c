import type { RouterOutputs } from '#client/index.ts'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { orderStatuses } from '#console/strings/order-statuses.ts'

type Order = RouterOutputs['admin']['orders']['get']['order']

export function OrderBadge({ status }: { status: Order['status'] }) {
  const words = orderStatuses.useWords()
  return <StatusBadge tone={TONES.order[status]} text={words[`order_${status}`]} />
}

/** An order awaits a capture, or the difference that its customer owes after an edit. */
export function PaymentBadge({ status, due }: { status: Order['payment_status']; due: number }) {
  const words = orderStatuses.useWords()
  if (status === 'awaiting' && due > 0) return <StatusBadge tone={TONES.payment.due} text={words.payment_due} />
  return <StatusBadge tone={TONES.payment[status]} text={words[`payment_${status}`]} />
}

export function FulfillmentBadge({ status }: { status: Order['fulfillment_status'] }) {
  const words = orderStatuses.useWords()
  return <StatusBadge tone={TONES.fulfillment[status]} text={words[`fulfillment_${status}`]} />
}
