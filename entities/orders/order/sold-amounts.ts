import type { OrderTotals } from '#entities/cart/pricing/totals.ts'

/** The parts of the total of an order, as statistics sum them up. In minor units, `sold_subtotal` and `sold_shipping` without taxes. */
export interface SoldAmounts {
  sold_subtotal: number
  sold_discount: number
  sold_shipping: number
  sold_tax: number
}

type Goods = Pick<
  OrderTotals,
  'subtotal' | 'discount_total' | 'shipping_total' | 'item_tax_total' | 'shipping_tax_total'
>

/** Gift cards pay a part of the total, so they lower none of the amounts. */
export const soldAmountsOf = (goods: Goods): SoldAmounts => ({
  sold_subtotal: goods.subtotal,
  sold_discount: goods.discount_total,
  sold_shipping: goods.shipping_total,
  sold_tax: goods.item_tax_total + goods.shipping_tax_total,
})
