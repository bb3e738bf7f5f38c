import { type FrozenAdjustment, type FrozenPrice, freezePrice } from '#entities/cart/line-item/frozen-price.ts'
import { computeLineSubtotal, computeLineTotals, type DiscountedLine } from '#entities/cart/pricing/line-totals.ts'
import { computeShippingTotals, type ShippingTotals } from '#entities/cart/pricing/shipping-totals.ts'
import type { TaxLine } from '#entities/market/tax/tax.ts'
import type { LinePortion } from '#entities/orders/order/refund-amounts.ts'
import { round, shareOf } from '#entities/values/money.ts'

export type SwapCreditInput = {
  line: Omit<DiscountedLine, 'tax_lines' | 'adjustments'> & {
    tax_lines: readonly TaxLine[]
    adjustments: readonly FrozenAdjustment[]
  }
  portion: LinePortion
  /** The value of the portion, in minor units. */
  value: number
}

/** Returns the value of the portion with its taxes and discounts, as negative amounts. */
export function computeReturnCredit({ line, portion, value }: SwapCreditInput): FrozenPrice {
  const { parts, total } = computeLineTotals(line)
  // A replacement has the value of the items that it replaces, which differs from its price.
  const scale = (amount: number) => (total === 0 ? amount : round((amount * portion.line.total) / total))
  const credit = (amount: number | undefined) => 0 - shareOfPortion(scale(amount ?? 0), portion)
  return freezePrice({
    subtotal: 0 - computeLineSubtotal({ ...line, quantity: portion.quantity }),
    total: 0 - value,
    tax_lines: line.tax_lines.map(({ rate, name, code }, i) => ({ rate, name, code, amount: credit(parts.taxes[i]) })),
    adjustments: line.adjustments.map((adjustment, i) => ({ ...adjustment, amount: credit(parts.discounts[i]) })),
  })
}

/** Returns the price of the return shipping as a line with quantity 1. */
export function freezeReturnShippingPrice(
  method: { price: number; includes_tax: boolean },
  tax_lines: readonly TaxLine[],
): FrozenPrice {
  const { total, parts }: ShippingTotals = computeShippingTotals({ ...method, tax_lines, free: false })
  const { price: unit_price, includes_tax } = method
  return freezePrice({
    subtotal: computeLineSubtotal({ unit_price, includes_tax, tax_lines, quantity: 1 }),
    total,
    tax_lines: tax_lines.map((tax, i) => ({ ...tax, amount: parts.taxes[i] ?? 0 })),
    adjustments: [],
  })
}

/** The shares of all portions of a line add up to `amount`. */
const shareOfPortion = (amount: number, { line, before, quantity }: LinePortion): number =>
  shareOf(amount, before.quantity + quantity, line.quantity) - shareOf(amount, before.quantity, line.quantity)
