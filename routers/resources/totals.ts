import { z } from 'zod'

/** Totals of carts and orders, in minor units. */
export const itemTotals = {
  subtotal: z.int(),
  discount_total: z.int(),
  item_tax_total: z.int(),
  shipping_total: z.int(),
  shipping_tax_total: z.int(),
  tax_total: z.int(),
  gift_card_total: z.int(),
  gift_card_tax_total: z.int(),
  total: z.int(),
}
