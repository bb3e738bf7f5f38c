import type { TaxLine } from '#entities/market/tax/tax.ts'
import { sumOfAmounts } from '#entities/values/money.ts'

/**
 * A price in whole minor units. An adjustment without `discount_id` and `plugin` is a rounding difference or an earlier
 * refund.
 */
export type FrozenPrice = {
  total: number
  tax_lines: (TaxLine & { amount: number })[]
  adjustments: FrozenAdjustment[]
}

export type FrozenAdjustment = {
  discount_id: string | null
  amount: number
  plugin?: string | null
  description?: string
}

export type FrozenPriceInput = FrozenPrice & { subtotal: number }

/** `total` = `subtotal` - adjustments + taxes. An additional adjustment contains a rounding difference, if any. */
export function freezePrice({ subtotal, total, tax_lines, adjustments }: FrozenPriceInput): FrozenPrice {
  const difference = subtotal - sumOfAmounts(adjustments) + sumOfAmounts(tax_lines) - total
  const nonZero = adjustments.filter(({ amount }) => amount !== 0)
  return {
    total,
    tax_lines,
    adjustments: difference === 0 ? nonZero : [...nonZero, { discount_id: null, amount: difference }],
  }
}
