import { type Rated, taxesPerRate, taxInGross } from '#entities/market/tax/tax.ts'
import { limitTotal, round, sum, sumOfAmounts } from '#entities/values/money.ts'
import type { FrozenPrice } from '../line-item/frozen-price.ts'

/** `unit_price` includes tax if `includes_tax` is true. It is negative only for a line that a swap returns. */
export type PricedLine = { unit_price: number; quantity: number; includes_tax: boolean; tax_lines: readonly Rated[] }

export type DiscountedLine = PricedLine & {
  adjustments: readonly { amount: number }[]
  agreed?: FrozenPrice | null
}

/** Taxes have the order of the tax lines, and discounts the order of the adjustments. A base can have fractions. */
type LineParts = {
  price: number
  original_base: number
  original_taxes: readonly number[]
  discounts: readonly number[]
  base: number
  taxes: readonly number[]
}

/** Sums of the parts. `exact_discount` is not rounded, because the cart rounds the sum of all its lines. */
export type LineTotals = {
  subtotal: number
  discount_total: number
  total: number
  original_total: number
  original_tax_total: number
  tax_total: number
  exact_discount: number
  parts: LineParts
}

/** `total` = `subtotal` - `discount_total` + `tax_total`. The discount is at most the subtotal. */
export function computeLineTotals(line: DiscountedLine): LineTotals {
  if (line.agreed) return computeAgreedLineTotals(line, line.agreed)
  const { price, original_base, original_taxes, subtotal } = computeUndiscountedPrice(line)
  const original_tax_total = sum(original_taxes)
  const exact_discount = Math.min(sumOfAmounts(line.adjustments), subtotal)
  const discounts = roundDiscounts(subtotal, line.adjustments)
  const discount_total = sum(discounts)
  const base =
    exact_discount === 0
      ? original_base
      : computeDiscountedBase(original_base - exact_discount, subtotal - discount_total)
  const taxes = base === original_base ? original_taxes : taxesPerRate(base, line.tax_lines)
  const tax_total = sum(taxes)
  return {
    subtotal,
    discount_total,
    total: subtotal - discount_total + tax_total,
    original_total: subtotal + original_tax_total,
    original_tax_total,
    tax_total,
    exact_discount,
    parts: { price, original_base, original_taxes, discounts, base, taxes },
  }
}

function computeAgreedLineTotals(line: DiscountedLine, { tax_lines, adjustments }: FrozenPrice): LineTotals {
  const isNegative = line.unit_price < 0
  const withSign = (amount: number) => (isNegative ? 0 - amount : amount)
  const positivePrice = computeUndiscountedPrice({ ...line, unit_price: Math.abs(line.unit_price) })
  const subtotal = withSign(positivePrice.subtotal)
  const original_taxes = positivePrice.original_taxes.map(withSign)
  const original_tax_total = sum(original_taxes)
  const discounts = adjustments.map(({ amount }) => amount)
  const taxes = tax_lines.map(({ amount }) => amount)
  const discount_total = sum(discounts)
  const tax_total = sum(taxes)
  const base = subtotal - discount_total
  return {
    subtotal,
    discount_total,
    total: base + tax_total,
    original_total: subtotal + original_tax_total,
    original_tax_total,
    tax_total,
    exact_discount: discount_total,
    parts: {
      price: withSign(positivePrice.price),
      original_base: withSign(positivePrice.original_base),
      original_taxes,
      discounts,
      base,
      taxes,
    },
  }
}

/** Returns the price of a line without tax and before discounts. */
export function computeLineSubtotal(line: PricedLine): number {
  return computeUndiscountedPrice(line).subtotal
}

function computeUndiscountedPrice({ unit_price, quantity, includes_tax, tax_lines }: PricedLine) {
  const price = unit_price * quantity
  if (!includes_tax) {
    return { price, original_base: price, original_taxes: taxesPerRate(price, tax_lines), subtotal: price }
  }
  // The tax of a gross price is rounded per unit, so that the net unit price is the same for every quantity.
  const original_base = (unit_price - taxInGross(unit_price, tax_lines)) * quantity
  // The sum of several rounded taxes can exceed a gross price of one or two minor units.
  const original_taxes = limitTotal(price, taxesPerRate(original_base, tax_lines))
  return { price, original_base, original_taxes, subtotal: price - sum(original_taxes) }
}

/** The base of a price with tax is rounded per unit, so it can differ from the subtotal. It must never be negative. */
function computeDiscountedBase(base: number, netTotal: number): number {
  return netTotal === 0 ? 0 : Math.max(0, base)
}

/** Rounds the adjustments. The rounding remainder of each goes into the next one. */
function roundDiscounts(subtotal: number, adjustments: readonly { amount: number }[]): number[] {
  let exact = 0
  let rounded = 0
  const discounts: number[] = []
  for (const { amount } of adjustments) {
    exact = Math.min(exact + amount, subtotal)
    const discount = round(exact) - rounded
    rounded += discount
    discounts.push(discount)
  }
  return discounts
}
