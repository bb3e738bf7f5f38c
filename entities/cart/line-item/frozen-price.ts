import type { TaxLine } from '#entities/market/tax/tax.ts'
import { sumOfAmounts } from '#entities/values/money.ts'

/** Whole minor units. An adjustment without a discount is a rounding difference or an earlier refund. */
export type FrozenPrice = {
  total: number
  tax_lines: (TaxLine & { amount: number })[]
  adjustments: { discount_id: string | null; amount: number }[]
}

export type FrozenPriceInput = FrozenPrice & { subtotal: number }

/**
 * `subtotal` - adjustments + taxes = `total`. If rounding leaves a difference, an additional adjustment contains it.
 */
export function freezePrice({ subtotal, total, tax_lines, adjustments }: FrozenPriceInput): FrozenPrice {
  const difference = subtotal - sumOfAmounts(adjustments) + sumOfAmounts(tax_lines) - total
  const nonZero = adjustments.filter(({ amount }) => amount !== 0)
  return {
    total,
    tax_lines,
    adjustments: difference === 0 ? nonZero : [...nonZero, { discount_id: null, amount: difference }],
  }
}
