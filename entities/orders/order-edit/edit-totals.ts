import { type OrderLineSnapshot, type OrderSnapshot, priceOrder } from '#entities/orders/order/read-order.ts'

/** What decides what an order comes to before anybody has paid. */
export type EditedOrder = Pick<OrderSnapshot, 'items' | 'shipping_methods' | 'discounts' | 'gift_card_transactions'>

/** Minor units. `difference_due` is less than 0 where money is to be given back. */
export interface EditTotals {
  subtotal: number
  discount_total: number
  shipping_total: number
  gift_card_total: number
  gift_card_tax_total: number
  tax_total: number
  total: number
  difference_due: number
}

/** What an order comes to with the lines of an edit, by the rules of all orders, and how much more that is than now. */
export function computeEditTotals(order: EditedOrder, items: readonly OrderLineSnapshot[]): EditTotals {
  const { total: now } = totalsOf(order)
  const edited = totalsOf({ ...order, items: [...items] })
  const { subtotal, discount_total, shipping_total, gift_card_total, gift_card_tax_total, tax_total, total } = edited
  return {
    subtotal,
    discount_total,
    shipping_total,
    gift_card_total,
    gift_card_tax_total,
    tax_total,
    total,
    difference_due: total - now,
  }
}

const totalsOf = (order: EditedOrder) => priceOrder({ ...order, payments: [], refunds: [] })
