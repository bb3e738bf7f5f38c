import { allocateDiscount } from '#entities/cart/pricing/adjustments.ts'
import { cartTotals } from '#entities/cart/pricing/totals.ts'

// biome-ignore lint/suspicious/noExplicitAny: as PostgreSQL wrote it
export type Cart = any

/** Computes the totals with the rules of the shop, so that the comparison does not measure arithmetic. */
export function price(cart: Cart) {
  const tax_lines = [{ rate: cart.region.tax_rate }]
  const lines = cart.items.map((item: Cart) => ({ ...item, tax_lines, qualifies: true, adjustments: [] }))
  for (const { rule } of cart.discounts) {
    for (const { item_id, amount } of allocateDiscount(rule, lines)) {
      lines.find(({ id }: Cart) => id === item_id).adjustments.push({ amount })
    }
  }
  const shipping_methods = cart.shipping_methods.map((method: Cart) => ({ ...method, tax_lines, free: false }))
  return {
    discounted: lines,
    totals: cartTotals({ lines, shipping_methods, gift_cards: [], gift_cards_taxable: false }),
  }
}
