import { allocateDiscount, type DiscountTerms } from '#entities/cart/pricing/adjustments.ts'
import type { DiscountedLine } from '#entities/cart/pricing/line-totals.ts'
import type { PricedShipping } from '#entities/cart/pricing/shipping-totals.ts'

/** A line of a worked example. Rates are percentages. */
export type ExampleLine = {
  price: number
  quantity?: number
  rates: number[]
  gross?: boolean
  discountable?: boolean
  qualifies?: boolean
}

const rated = (percents: number[]) => percents.map((rate) => ({ rate }))

export const net = (price: number, rates: number[], over: Partial<ExampleLine> = {}): ExampleLine => ({
  price,
  rates,
  ...over,
})
export const gross = (price: number, rates: number[], over: Partial<ExampleLine> = {}) =>
  net(price, rates, { gross: true, ...over })

export const shipping = (price: number, rates: number[], over: Partial<PricedShipping> = {}): PricedShipping => ({
  price,
  includes_tax: false,
  tax_lines: rated(rates),
  free: false,
  ...over,
})

/** The lines with their adjustments under the discount rule. */
export function discounted(lines: ExampleLine[], rule?: DiscountTerms): DiscountedLine[] {
  const discountable = lines.map((line, i) => ({
    id: `item_${i}`,
    unit_price: line.price,
    quantity: line.quantity ?? 1,
    includes_tax: line.gross ?? false,
    tax_lines: rated(line.rates),
    allow_discounts: line.discountable ?? true,
    qualifies: line.qualifies ?? true,
    is_return: false,
  }))
  const rows = rule ? allocateDiscount(rule, discountable) : []
  return discountable.map((line) => ({ ...line, adjustments: rows.filter((row) => row.item_id === line.id) }))
}
