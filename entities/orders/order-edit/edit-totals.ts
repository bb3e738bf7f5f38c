import type { OrderTotals } from '#entities/cart/pricing/totals.ts'
import { computeDifferenceDue } from '#entities/orders/order/difference-due.ts'
import { type OrderLineSnapshot, type OrderSnapshot, priceOrder } from '#entities/orders/order/read-order.ts'

export type EditedOrder = Pick<OrderSnapshot, 'items' | 'shipping_methods' | 'discounts' | 'gift_card_transactions'>

type SharedTotals = Pick<
  OrderTotals,
  'subtotal' | 'discount_total' | 'shipping_total' | 'gift_card_total' | 'gift_card_tax_total' | 'tax_total' | 'total'
>

export interface EditTotals extends SharedTotals {
  /** In minor units. Negative if the customer gets a refund. */
  difference_due: number
}

export function computeEditTotals(order: EditedOrder, items: readonly OrderLineSnapshot[]): EditTotals {
  const { total: currentTotal } = computeTotals(order)
  const editedTotals = computeTotals({ ...order, items: [...items] })
  const { subtotal, discount_total, shipping_total, gift_card_total, gift_card_tax_total, tax_total, total } =
    editedTotals
  return {
    subtotal,
    discount_total,
    shipping_total,
    gift_card_total,
    gift_card_tax_total,
    tax_total,
    total,
    difference_due: total - currentTotal,
  }
}

/** The part of the difference that the payments of the order do not cover, in minor units. */
export function computeAmountToCollect(
  order: Pick<OrderSnapshot, 'payments' | 'refunds'> & Partial<Pick<OrderSnapshot, 'settled_debts'>>,
  { total, difference_due }: EditTotals,
): number {
  return Math.max(0, Math.min(difference_due, computeDifferenceDue({ ...order, total })))
}

const computeTotals = (order: EditedOrder) => priceOrder({ ...order, payments: [], refunds: [] })
