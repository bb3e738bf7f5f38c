import type { QuantityLine } from '../items/quantity-fields.tsx'
import type { Order } from '../order.ts'

/** The lines of an order with a quantity that is not packed. */
export const fulfillableLines = ({ items = [] }: Pick<Order, 'items'>): QuantityLine[] =>
  items.map((item) => ({ ...item, max: item.quantity - (item.fulfilled_quantity ?? 0) })).filter(({ max }) => max > 0)
