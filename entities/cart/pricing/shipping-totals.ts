import { type Rated, taxesInGross, taxesOnNet } from '#entities/market/tax/tax.ts'
import { sum, sumOfAmounts } from '#entities/values/money.ts'

export type PricedShipping = {
  price: number
  includes_tax: boolean
  tax_lines: readonly Rated[]
  /** The adjustments of plugins. In minor units without tax. A positive amount lowers the price, at most to 0. */
  adjustments?: readonly { amount: number }[] | null
  free: boolean
}

/** Taxes are in the order of the tax lines. `original_base` and `original_taxes` ignore adjustments and free shipping. */
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

export function computeShippingTotals(method: PricedShipping): ShippingTotals {
  const { price, includes_tax, tax_lines } = method
  const original_taxes = includes_tax ? taxesInGross(price, tax_lines) : taxesOnNet(price, tax_lines)
  const original_tax_total = sum(original_taxes)
  const original_base = includes_tax ? price - original_tax_total : price
  const { base, taxes } = adjustPrice(method, { base: original_base, taxes: original_taxes })
  const tax_total = sum(taxes)
  return {
    subtotal: base,
    total: base + tax_total,
    tax_total,
    original_total: original_base + original_tax_total,
    original_tax_total,
    parts: { original_base, original_taxes, base, taxes },
  }
}

function adjustPrice(
  { tax_lines, adjustments, free }: PricedShipping,
  original: Pick<ShippingParts, 'base' | 'taxes'>,
): Pick<ShippingParts, 'base' | 'taxes'> {
  if (free) return { base: 0, taxes: tax_lines.map(() => 0) }
  if (!adjustments?.length) return original
  const base = original.base - sumOfAmounts(adjustments)
  return { base, taxes: taxesOnNet(base, tax_lines) }
}
