import { type FrozenPrice, freezePrice } from '#entities/cart/line-item/frozen-price.ts'
import { type DiscountedLine, lineSubtotal, lineTotals } from '#entities/cart/pricing/line-totals.ts'
import { type ShippingTotals, shippingTotals } from '#entities/cart/pricing/shipping-totals.ts'
import type { TaxLine } from '#entities/market/tax/tax.ts'
import type { ReturnedQuantity } from '#entities/orders/order/refund-amounts.ts'
import { shareOf } from '#entities/values/money.ts'

/** Pieces of an ordered line that come back by a swap. */
export type SwappedQuantity = {
  sent: Omit<DiscountedLine, 'tax_lines' | 'adjustments'> & {
    tax_lines: readonly TaxLine[]
    adjustments: readonly { amount: number; discount_id: string | null }[]
  }
  back: ReturnedQuantity
  /** What a return of them would give back, in minor units. */
  worth: number
}

/**
 * The credit for pieces that come back: just what a return would give back for them, with their parts of the taxes and
 * discounts of the line. All of it is taken off, so no amount is above 0 but what was given back before.
 */
export function computeReturnCredit({ sent, back, worth }: SwappedQuantity): FrozenPrice {
  const { parts } = lineTotals(sent)
  const part = (amount: number | undefined) => 0 - partOf(amount ?? 0, back)
  return freezePrice({
    subtotal: 0 - lineSubtotal({ ...sent, quantity: back.pieces }),
    total: 0 - worth,
    tax_lines: sent.tax_lines.map(({ rate, name, code }, i) => ({ rate, name, code, amount: part(parts.taxes[i]) })),
    adjustments: sent.adjustments.map(({ discount_id }, i) => ({ discount_id, amount: part(parts.discounts[i]) })),
  })
}

/** What sending them back costs, as a line of one piece at the price of the method. */
export function freezeReturnShippingPrice(
  method: { price: number; includes_tax: boolean },
  tax_lines: readonly TaxLine[],
): FrozenPrice {
  const { total, parts }: ShippingTotals = shippingTotals({ ...method, tax_lines, free: false })
  const { price: unit_price, includes_tax } = method
  return freezePrice({
    subtotal: lineSubtotal({ unit_price, includes_tax, tax_lines, quantity: 1 }),
    total,
    tax_lines: tax_lines.map((tax, i) => ({ ...tax, amount: parts.taxes[i] ?? 0 })),
    adjustments: [],
  })
}

/** The pieces' part of an amount that the whole line has: all parts together are just that. */
const partOf = (amount: number, { line: { quantity }, before, pieces }: ReturnedQuantity): number =>
  shareOf(amount, before.pieces + pieces, quantity) - shareOf(amount, before.pieces, quantity)
