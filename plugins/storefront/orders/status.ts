import type { Order } from '../api.ts'
import type { Texts } from '../texts/en.ts'

/** The state of an order in the words of a customer. */
export function statusOf(
  { order: texts }: Texts,
  { status, fulfillment_status }: Pick<Order, 'status' | 'fulfillment_status'>,
): string {
  if (status === 'canceled') return texts.canceled
  if (fulfillment_status === 'returned') return texts.returned
  if (fulfillment_status === 'partially_returned') return texts.partlyReturned
  if (fulfillment_status === 'partially_shipped') return texts.partlyShipped
  if (fulfillment_status === 'shipped') return texts.shipped
  return texts.received
}
