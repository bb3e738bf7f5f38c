import { allocateDiscount, type DiscountTerms } from '#entities/cart/pricing/adjustments.ts'
import { computeLineSubtotal, type DiscountedLine } from '#entities/cart/pricing/line-totals.ts'
import { applyPriceAdjustments, type PluginAdjustment } from '#entities/cart/pricing/price-adjustments.ts'
import type { PricedShipping } from '#entities/cart/pricing/shipping-totals.ts'

/** A line of a worked example. Rates are percentages. */
export type ExampleLine = {
  price: number
  quantity?: number
  rates: number[]
  gross?: boolean
  discountable?: boolean
  qualifies?: boolean
  /** The amount by which a plugin changes the price. */
  change?: number
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

/** Returns the adjustments that change these prices without tax. */
export const adjustedBy = (goods: readonly { price: number; change: number }[]): PluginAdjustment[][] => {
  const named = goods.map(({ price, change }, i) => ({ id: `good_${i}`, price, change, sharesCartAdjustments: false }))
  const requested = named.map(({ id, change }) => ({
    plugin: 'wrap',
    description: 'Gift wrap',
    line: { id },
    amount: change,
  }))
  const adjusted = applyPriceAdjustments(named, requested)
  return named.map(({ id }) => [...(adjusted.get(id) ?? [])])
}

/** The lines with the adjustments of plugins and of the discount rule. */
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
  const prices = discountable.map((line, i) => ({ price: computeLineSubtotal(line), change: lines[i]?.change ?? 0 }))
  const changes = adjustedBy(prices)
  const adjustable = discountable.map((line, i) => ({ ...line, adjustments: changes[i] ?? [] }))
  const rows = rule ? allocateDiscount(rule, adjustable) : []
  return adjustable.map((line) => ({
    ...line,
    adjustments: [...line.adjustments, ...rows.filter((row) => row.item_id === line.id)],
  }))
}
