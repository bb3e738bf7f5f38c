import { NotAllowed } from '#entities/errors.ts'
import type { Order } from './order.ts'
import { canOrderBecome } from './transitions.ts'

type Next = Partial<Pick<Order, 'status' | 'fulfillment_status' | 'payment_status'>>

/**
 * Brings an order, which is locked, into its next state.
 * @throws NotAllowed where none of them may follow; nothing is changed then.
 */
export function advanceOrder(order: Order, next: Next): void {
  const { status = order.status, fulfillment_status = order.fulfillment_status } = next
  const { payment_status = order.payment_status } = next
  if (!canOrderBecome('status', order.status, status)) throw refused(order.status, status)
  if (!canOrderBecome('fulfillment_status', order.fulfillment_status, fulfillment_status))
    throw refused(order.fulfillment_status, fulfillment_status)
  if (!canOrderBecome('payment_status', order.payment_status, payment_status))
    throw refused(order.payment_status, payment_status)
  Object.assign(order, { status, fulfillment_status, payment_status })
}

const refused = (from: string, to: string) => new NotAllowed(`An order that is ${from} cannot become ${to}`)
