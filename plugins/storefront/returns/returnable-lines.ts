import type { Order } from '../api.ts'

type OrderLine = NonNullable<Order['items']>[number]

/** The lines that the customer has received and not sent back, with their quantities. Gift cards stay. */
export const returnableLines = ({ items = [] }: Order): { line: OrderLine; quantity: number }[] =>
  items.flatMap((line) => {
    const quantity = (line.shipped_quantity ?? 0) - (line.returned_quantity ?? 0)
    return quantity > 0 && line.is_return === false && line.is_giftcard === false ? [{ line, quantity }] : []
  })

/** A return is possible after the payment. */
export const isReturnable = (order: Order): boolean =>
  order.status !== 'canceled' && PAID.includes(order.payment_status) && returnableLines(order).length > 0

const PAID: readonly Order['payment_status'][] = ['captured', 'partially_refunded']
