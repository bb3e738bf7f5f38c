import { allocateDiscount, type DiscountableLine, type DiscountTerms } from '#entities/cart/pricing/adjustments.ts'
import { computeCartTotals } from '#entities/cart/pricing/totals.ts'

type TotalsInput = Parameters<typeof computeCartTotals>[0]
type PricedMethod = TotalsInput['shipping_methods'][number]

export interface Cart {
  version: string
  region: { tax_rate: number }
  items: Omit<DiscountableLine, 'tax_lines' | 'qualifies' | 'adjustments'>[]
  shipping_methods: Omit<PricedMethod, 'tax_lines' | 'free'>[]
  discounts: { id: string; rule: DiscountTerms }[]
  payment_sessions: unknown[]
}

/** Uses the pricing rules of the shop, so that the comparison does not measure arithmetic. */
export function price(cart: Cart) {
  const tax_lines = [{ rate: cart.region.tax_rate }]
  const lines = cart.items.map((item) => {
    const adjustments: { amount: number }[] = []
    return { ...item, tax_lines, qualifies: true, adjustments }
  })
  for (const { rule } of cart.discounts) {
    for (const { item_id, amount } of allocateDiscount(rule, lines)) {
      lines.find(({ id }) => id === item_id)?.adjustments.push({ amount })
    }
  }
  const shipping_methods = cart.shipping_methods.map((method) => ({ ...method, tax_lines, free: false }))
  return {
    discounted: lines,
    totals: computeCartTotals({ lines, shipping_methods, gift_cards: [], gift_cards_taxable: false }),
  }
}
