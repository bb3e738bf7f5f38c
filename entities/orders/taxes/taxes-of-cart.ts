import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import type { CartTotals } from '#entities/cart/pricing/totals.ts'
import type { TaxLine } from '#entities/market/tax/tax.ts'
import { type BookedTax, bookTaxes, type TaxedPart } from './booked-taxes.ts'
import { soldParts } from './sold-parts.ts'

interface Taxed {
  tax_lines: readonly TaxLine[]
}

interface TaxedCart {
  totals: CartTotals
  lines: readonly Taxed[]
  shipping_methods: readonly Taxed[]
}

/** Returns the sold items of a cart and, if it is the cart of a swap, the returned ones. */
export function taxesOfCart(
  { items, shipping_address, billing_address }: CartSnapshot,
  { totals, lines, shipping_methods }: TaxedCart,
): BookedTax[] {
  const country_code = (shipping_address ?? billing_address)?.country_code ?? null
  const parts = soldParts({
    lines: items.map(({ is_giftcard }, i) => ({ is_giftcard, tax_lines: lines[i]?.tax_lines ?? [] })),
    shipping_methods,
    totals,
  })
  return [
    ...bookTaxes(
      { kind: 'sale', country_code },
      parts.filter(({ net }) => net >= 0),
    ),
    ...bookTaxes({ kind: 'refund', country_code }, parts.filter(({ net }) => net < 0).map(negated)),
  ]
}

const negated = (part: TaxedPart): TaxedPart => ({
  ...part,
  net: 0 - part.net,
  taxes: part.taxes.map((tax) => 0 - tax),
})
