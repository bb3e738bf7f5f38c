import {
  type GiftCardTotals,
  giftCardTotals,
  type SpendableCard,
  type SpentGiftCard,
  spentGiftCardTotals,
} from '#entities/gift-card/spend.ts'
import { round, sumOfAmounts } from '#entities/money.ts'
import { type Rated, taxAtOnce, taxRateByRate, taxWithin } from '#entities/tax/tax.ts'

/** Some pieces at a price that is not negative; the price is gross if it includes the tax. */
export type PricedLine = { unit_price: number; quantity: number; includes_tax: boolean; tax_lines: readonly Rated[] }

export type DiscountedLine = PricedLine & { adjustments: readonly { amount: number }[] }

/** `free`: a free-shipping discount is on the cart. */
export type PricedShipping = { price: number; includes_tax: boolean; tax_lines: readonly Rated[]; free: boolean }

export type PricedCart = {
  lines: readonly DiscountedLine[]
  shipping_methods: readonly PricedShipping[]
  gift_cards: readonly SpendableCard[]
  gift_cards_taxable: boolean
}

export type OrderedLine = DiscountedLine & { returned_quantity: number | null }

export type PricedOrder = {
  lines: readonly OrderedLine[]
  shipping_methods: readonly PricedShipping[]
  gift_card_transactions: readonly SpentGiftCard[]
  payments: readonly { amount: number }[]
  refunds: readonly { amount: number }[]
}

/** `exact_discount` is the discount before rounding: those of all lines are added up and only then rounded. */
export type LineTotals = {
  subtotal: number
  discount_total: number
  total: number
  original_total: number
  original_tax_total: number
  tax_total: number
  exact_discount: number
}

export type ShippingTotals = {
  subtotal: number
  total: number
  tax_total: number
  original_total: number
  original_tax_total: number
}

/** `lines` and `shipping_methods` hold the totals of each, in the order in which they were given. */
export type CartTotals = GiftCardTotals & {
  subtotal: number
  discount_total: number
  item_tax_total: number
  shipping_total: number
  shipping_tax_total: number
  tax_total: number
  total: number
  lines: LineTotals[]
  shipping_methods: ShippingTotals[]
}

export type OrderTotals = Omit<CartTotals, 'lines'> & {
  paid_total: number
  refunded_total: number
  refundable_amount: number
  lines: OrderedLineTotals[]
}

/** `refundable` is for the pieces that were not returned yet. */
export type OrderedLineTotals = LineTotals & { refundable: number }

/** The totals of a cart. They are never negative, and `total` is what remains to be paid. */
export function cartTotals(cart: PricedCart): CartTotals {
  const lines = cart.lines.map(lineTotals)
  const goods = goodsTotals(lines, cart.shipping_methods)
  const cards = giftCardTotals(cart.gift_cards, goods, { taxable: cart.gift_cards_taxable })
  return { ...goods, ...cards, total: totalOf(goods, cards), lines }
}

/** The totals of an order: those of its cart, but `tax_total` is without the tax that gift cards paid. */
export function orderTotals(order: PricedOrder): OrderTotals {
  const lines = order.lines.map(orderedLineTotals)
  const goods = goodsTotals(lines, order.shipping_methods)
  const cards = spentGiftCardTotals(order.gift_card_transactions, goods.tax_total)
  const paid_total = sumOfAmounts(order.payments)
  const refunded_total = sumOfAmounts(order.refunds)
  return {
    ...goods,
    ...cards,
    tax_total: goods.tax_total - cards.gift_card_tax_total,
    total: totalOf(goods, cards),
    paid_total,
    refunded_total,
    refundable_amount: paid_total - refunded_total,
    lines,
  }
}

/** The totals of a line: `total` is `subtotal` less the discount plus the tax, and a discount never exceeds the line. */
export function lineTotals(line: DiscountedLine): LineTotals {
  const taxable = taxableAmount(line)
  const original_tax_total = originalTax(line, taxable)
  const subtotal = withoutTax(line, original_tax_total)
  const exact_discount = Math.min(sumOfAmounts(line.adjustments), subtotal)
  const discount_total = round(exact_discount)
  const tax_total =
    exact_discount === 0 ? original_tax_total : discountedTax(line, taxable - exact_discount, subtotal - discount_total)
  return {
    subtotal,
    discount_total,
    total: subtotal - discount_total + tax_total,
    original_total: subtotal + original_tax_total,
    original_tax_total,
    tax_total,
    exact_discount,
  }
}

/** The price of a line without tax and before discounts: what discounts are counted on and cannot exceed. */
export function lineSubtotal(line: PricedLine): number {
  return withoutTax(line, originalTax(line, taxableAmount(line)))
}

/** The totals of a shipping method; the `original_` ones are those that it has without free shipping. */
export function shippingTotals({ price, includes_tax, tax_lines, free }: PricedShipping): ShippingTotals {
  const original_tax_total = includes_tax ? taxWithin(price, tax_lines) : taxAtOnce(price, tax_lines)
  const subtotal = includes_tax ? price - original_tax_total : price
  const original_total = subtotal + original_tax_total
  if (free) return { subtotal: 0, total: 0, tax_total: 0, original_total, original_tax_total }
  return { subtotal, total: original_total, tax_total: original_tax_total, original_total, original_tax_total }
}

/** What to give back for `quantity` pieces of a line, with their tax: never more than the whole line cost. */
export function refundable(line: DiscountedLine, quantity: number): number {
  return refundableOf(line, quantity, lineTotals(line))
}

function orderedLineTotals(line: OrderedLine): OrderedLineTotals {
  const totals = lineTotals(line)
  return { ...totals, refundable: refundableOf(line, line.quantity - (line.returned_quantity ?? 0), totals) }
}

function refundableOf(line: PricedLine, quantity: number, { exact_discount, total }: LineTotals): number {
  const net = Math.max(0, taxableUnitPrice(line) - round(exact_discount / line.quantity)) * quantity
  return Math.min(net + taxRateByRate(net, line.tax_lines), total)
}

type GoodsTotals = Omit<CartTotals, 'lines' | 'total' | keyof GiftCardTotals>

function goodsTotals(lines: readonly LineTotals[], methods: readonly PricedShipping[]): GoodsTotals {
  let subtotal = 0
  let exact_discount = 0
  let item_tax_total = 0
  for (const line of lines) {
    subtotal += line.subtotal
    exact_discount += line.exact_discount
    item_tax_total += line.tax_total
  }
  const shipping_methods = methods.map(shippingTotals)
  let shipping_total = 0
  let shipping_tax_total = 0
  for (const method of shipping_methods) {
    shipping_total += method.subtotal
    shipping_tax_total += method.tax_total
  }
  return {
    subtotal,
    discount_total: round(exact_discount),
    item_tax_total,
    shipping_total,
    shipping_tax_total,
    tax_total: item_tax_total + shipping_tax_total,
    shipping_methods,
  }
}

function totalOf(goods: GoodsTotals, cards: GiftCardTotals): number {
  const due = goods.subtotal + goods.shipping_total + goods.tax_total - goods.discount_total
  return due - cards.gift_card_total - cards.gift_card_tax_total
}

function taxableAmount(line: PricedLine): number {
  return taxableUnitPrice(line) * line.quantity
}

/** Of a gross price the tax is taken piece by piece, so that a piece has the same net price in every quantity. */
function taxableUnitPrice({ unit_price, includes_tax, tax_lines }: PricedLine): number {
  return includes_tax ? unit_price - taxWithin(unit_price, tax_lines) : unit_price
}

function originalTax(line: PricedLine, taxable: number): number {
  const tax = taxRateByRate(taxable, line.tax_lines)
  // Many rates rounded up one by one can exceed a gross price of a minor unit or two.
  return line.includes_tax ? Math.min(tax, line.unit_price * line.quantity) : tax
}

function withoutTax(line: PricedLine, tax: number): number {
  const price = line.unit_price * line.quantity
  return line.includes_tax ? price - tax : price
}

/**
 * The taxable amount of a gross line is rounded per piece and so differs a little from its subtotal: when nothing is
 * left to pay, nothing may be left to tax, and never less than nothing.
 */
function discountedTax(line: PricedLine, taxable: number, left: number): number {
  return left === 0 ? 0 : taxRateByRate(Math.max(0, taxable), line.tax_lines)
}
