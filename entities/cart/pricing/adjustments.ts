import { roundedPercentOf } from '#entities/values/money.ts'
import { lineSubtotal, type PricedLine } from './line-totals.ts'

/** `value`: whole minor units if fixed, percent with up to two decimals if percentage, otherwise ignored. */
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

/** Each share is at most the subtotal of its line. Lines that return items or forbid discounts get none. */
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

/** `base` is the subtotal of the line. `whole` is the sum for all lines that allow discounts, qualifying or not. */
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
