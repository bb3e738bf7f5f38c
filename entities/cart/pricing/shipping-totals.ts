import { type Rated, taxesInGross, taxesOnNet } from '#entities/market/tax/tax.ts'
import { sum } from '#entities/values/money.ts'

export type PricedShipping = { price: number; includes_tax: boolean; tax_lines: readonly Rated[]; free: boolean }

/** Taxes are in the order of the tax lines. `original_base` and `original_taxes` ignore free shipping. */
type ShippingParts = {
  original_base: number
  original_taxes: readonly number[]
  base: number
  taxes: readonly number[]
}

export type ShippingTotals = {
  subtotal: number
  total: number
  tax_total: number
  original_total: number
  original_tax_total: number
  parts: ShippingParts
}

export function computeShippingTotals({ price, includes_tax, tax_lines, free }: PricedShipping): ShippingTotals {
  const original_taxes = includes_tax ? taxesInGross(price, tax_lines) : taxesOnNet(price, tax_lines)
  const original_tax_total = sum(original_taxes)
  const subtotal = includes_tax ? price - original_tax_total : price
  const original_total = subtotal + original_tax_total
  const base = free ? 0 : subtotal
  const taxes = free ? tax_lines.map(() => 0) : original_taxes
  return {
    subtotal: base,
    total: free ? 0 : original_total,
    tax_total: free ? 0 : original_tax_total,
    original_total,
    original_tax_total,
    parts: { original_base: subtotal, original_taxes, base, taxes },
  }
}
