import type { TaxLine } from '#entities/market/tax/tax.ts'
import { sumOfAmounts } from '#entities/values/money.ts'

/**
 * What the taxes and discounts of a line were agreed to be, in whole minor units: they are not computed. Of what comes back
 * all of them are less than 0, as its price is. A discount of nobody is what rounding left over, or was given back before.
 */
export type FrozenPrice = {
  /** What the line comes to. */
  total: number
  tax_lines: (TaxLine & { amount: number })[]
  adjustments: { discount_id: string | null; amount: number }[]
}

/** What a line that has this `subtotal` is to come to. */
export type FrozenPriceInput = FrozenPrice & { subtotal: number }

/** The price by which a line comes to its `total`: what taxes and discounts do not explain is one more discount. */
export function freezePrice({ subtotal, total, tax_lines, adjustments }: FrozenPriceInput): FrozenPrice {
  const left = subtotal - sumOfAmounts(adjustments) + sumOfAmounts(tax_lines) - total
  const given = adjustments.filter(({ amount }) => amount !== 0)
  return { total, tax_lines, adjustments: left === 0 ? given : [...given, { discount_id: null, amount: left }] }
}
