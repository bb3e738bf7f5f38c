import { roundedPercentOf } from '#entities/values/money.ts'
import { lineSubtotal, type PricedLine } from './line-totals.ts'

/** `value` is whole minor units of a fixed discount, percent with up to two decimals of a percentage, else ignored. */
export type DiscountTerms = {
  type: 'fixed' | 'percentage' | 'free_shipping'
  value: number
  allocation: 'total' | 'item' | null
}

/** Whether it is a fixed amount that the lines share. */
export const isFixedTotalDiscount = ({ type, allocation }: DiscountTerms): boolean =>
  type === 'fixed' && allocation !== 'item'

/** A line of a cart; `qualifies` if its product meets the conditions of the discount. */
export type DiscountableLine = PricedLine & {
  id: string
  allow_discounts: boolean
  is_return: boolean
  qualifies: boolean
}

/** What a discount takes off a line: minor units, above 0, not always whole. */
export type Adjustment = { item_id: string; amount: number }

/**
 * What a discount takes off each line, none more than the price of the line without tax. Lines that take no discount
 * and returns are left alone.
 */
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

/** `base` is what the line costs without tax, `whole` what all lines do that take discounts, qualifying or not. */
function amountOff({ type, value, allocation }: DiscountTerms, line: PricedLine, base: number, whole: number): number {
  switch (type) {
    case 'percentage':
      return roundedPercentOf(base, value)
    case 'fixed':
      // Not rounded, so that the shares of all lines add up to the value.
      return allocation === 'item' ? value * line.quantity : (value * base) / whole
    case 'free_shipping':
      return 0
    default:
      return type satisfies never
  }
}
