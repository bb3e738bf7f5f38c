import { roundedPercentOf } from '#entities/values/money.ts'
import { lineSubtotal, type PricedLine } from './line-totals.ts'

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
}

/** `amount` is above 0, in minor units, and not always an integer. */
export type Adjustment = { item_id: string; amount: number }

/** Each share is at most the subtotal of its line. Lines that return items or forbid discounts get no share. */
export function allocateDiscount(rule: DiscountTerms, lines: readonly DiscountableLine[]): Adjustment[] {
  const discountable = lines
    .filter((line) => line.allow_discounts && !line.is_return)
    .map((line) => ({ line, base: lineSubtotal(line) }))
  const whole = discountable.reduce((total, { base }) => total + base, 0)
  return discountable
    .filter(({ line, base }) => line.qualifies && base > 0)
    .map(({ line, base }) => ({ item_id: line.id, amount: Math.min(amountOff(rule, line, base, whole), base) }))
    .filter(({ amount }) => amount > 0)
}

/** `discountableSubtotal` is the sum of all lines that allow discounts, even if they do not meet the conditions. */
function amountOff({ type, value, allocation }: DiscountTerms, line: PricedLine, base: number, whole: number): number {
  switch (type) {
    case 'percentage':
      return roundedPercentOf(base, value)
    case 'fixed':
      // The share is not rounded, because the shares of all lines must add up to the value.
      return allocation === 'item' ? value * line.quantity : (value * base) / whole
    case 'free_shipping':
      return 0
    default:
      return type satisfies never
  }
}
