import type { Order } from '../api.ts'

type OrderLine = NonNullable<Order['items']>[number]

/** The lines that the customer has received and not sent back, with their quantities. Gift cards stay. The order needs its returns. */
export const returnableLines = (order: Order): { line: OrderLine; quantity: number }[] =>
  (order.items ?? []).flatMap((line) => {
    const quantity = (line.shipped_quantity ?? 0) - (line.returned_quantity ?? 0) - unitsOnTheWay(order, line)
    return quantity > 0 && line.is_return === false && line.is_giftcard === false ? [{ line, quantity }] : []
  })

const unitsOnTheWay = ({ returns = [] }: Order, { id }: OrderLine): number =>
  returns
    .filter(({ status }) => status === 'requested')
    .flatMap(({ items = [] }) => items)
    .reduce((sum, { item_id, quantity }) => sum + (item_id === id ? quantity : 0), 0)

/** A return is possible after the payment. */
export const isReturnable = (order: Order): boolean =>
  order.status !== 'canceled' && PAID.includes(order.payment_status) && returnableLines(order).length > 0

const PAID: readonly Order['payment_status'][] = ['captured', 'partially_refunded']
