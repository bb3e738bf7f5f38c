import { roundedPercentOf, sumOfAmounts } from '#entities/values/money.ts'
import { computeLineSubtotal, type PricedLine } from './line-totals.ts'

/** `value` is in minor units if fixed, in percent with up to two decimals if percentage, and otherwise ignored. */
export type DiscountTerms = {
  type: 'fixed' | 'percentage' | 'free_shipping'
  value: number
  allocation: 'total' | 'item' | null
}

export const isFixedTotalDiscount = ({ type, allocation }: DiscountTerms): boolean =>
  type === 'fixed' && allocation !== 'item'

export type DiscountableLine = PricedLine & {
  id: string
  allow_discounts: boolean
  is_return: boolean
  qualifies: boolean
  /** The earlier adjustments of plugins. */
  adjustments?: readonly { amount: number }[]
}

/** `amount` is above 0, in minor units, and not always an integer. */
export type Adjustment = { item_id: string; amount: number }

/** Each share is at most the subtotal of its line, after earlier adjustments. Lines that return items or forbid discounts get no share. */
export function allocateDiscount(rule: DiscountTerms, lines: readonly DiscountableLine[]): Adjustment[] {
  const discountableLines = lines
    .filter((line) => line.allow_discounts && !line.is_return)
    .map((line) => ({ line, subtotal: computeLineSubtotal(line) - sumOfAmounts(line.adjustments ?? []) }))
  const discountableSubtotal = discountableLines.reduce((total, { subtotal }) => total + subtotal, 0)
  return discountableLines
    .filter(({ line, subtotal }) => line.qualifies && subtotal > 0)
    .map(({ line, subtotal }) => ({
      item_id: line.id,
      amount: Math.min(computeShare(rule, line, subtotal, discountableSubtotal), subtotal),
    }))
    .filter(({ amount }) => amount > 0)
}

/** `discountableSubtotal` is the sum of all lines that allow discounts, even if they do not meet the conditions. */
function computeShare(
  { type, value, allocation }: DiscountTerms,
  line: PricedLine,
  subtotal: number,
  discountableSubtotal: number,
): number {
  switch (type) {
    case 'percentage':
      return roundedPercentOf(subtotal, value)
    case 'fixed':
      // The share is not rounded, because the shares of all lines must add up to the value.
      return allocation === 'item' ? value * line.quantity : (value * subtotal) / discountableSubtotal
    case 'free_shipping':
      return 0
    default:
      return type satisfies never
  }
}
