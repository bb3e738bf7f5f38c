import { allocate, roundedPercentOf, shareOf, sum, sumOfAmounts } from '#entities/values/money.ts'
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
  /** The shares of the line in other discounts. */
  discounted?: number
  /** The units that the discount covers. Undefined for all units of the line. */
  units?: number | undefined
}

/** `amount` is in whole minor units and above 0. */
export type Adjustment = { item_id: string; amount: number }

/** Lines that return items or forbid discounts never share a discount. */
export const canShareDiscount = (
  line: Pick<DiscountableLine, 'allow_discounts' | 'is_return' | 'qualifies'>,
): boolean => line.qualifies && line.allow_discounts && !line.is_return

/** All discounts of a line together are at most its subtotal, after earlier adjustments. Each is computed on the price without the others. */
export function allocateDiscount(rule: DiscountTerms, lines: readonly DiscountableLine[]): Adjustment[] {
  const sharing = lines.filter(canShareDiscount)
  const subtotals = sharing.map((line) => computeLineSubtotal(line) - sumOfAmounts(line.adjustments ?? []))
  const limits = sharing.map(({ discounted = 0 }, i) => Math.max(0, (subtotals[i] as number) - discounted))
  const shares = isFixedTotalDiscount(rule)
    ? allocate(Math.min(rule.value, sum(limits)), limits)
    : sharing.map(({ quantity, units = quantity }, i) =>
        computeShare(rule, { subtotal: shareOf(subtotals[i] as number, units, quantity), quantity: units }),
      )
  return sharing
    .map(({ id }, i) => ({ item_id: id, amount: Math.min(shares[i] as number, limits[i] as number) }))
    .filter(({ amount }) => amount > 0)
}

/** Returns the share of a line in a discount that it does not share with other lines. `subtotal` is without tax. */
export function computeShare(
  { type, value }: DiscountTerms,
  { subtotal, quantity }: { subtotal: number; quantity: number },
): number {
  switch (type) {
    case 'percentage':
      return roundedPercentOf(subtotal, value)
    case 'fixed':
      return Math.min(subtotal, value * quantity)
    case 'free_shipping':
      return 0
    default:
      return type satisfies never
  }
}
