import { roundedShare, total, WHOLE } from './exact.ts'

/** The terms under which a line is sold. `rates` are hundredths of a percent. */
export interface LineTerms {
  price: number
  quantity: number
  includesTax: boolean
  rates: readonly number[]
}

export interface Money {
  /** Without tax, before discounts. */
  net: number
  discount: number
  tax: number
  total: number
}

/** The price of a line after a discount of `discount` without tax. */
export function priceLine(terms: LineTerms, discount: number): Money {
  const base = taxBaseOf(terms)
  const net = netOf(terms)
  // A line that costs nothing owes no tax.
  const tax = discount >= net ? 0 : taxOf(terms, base - discount)
  return { net, discount, tax, total: net - discount + tax }
}

/** Without tax, before discounts. Discounts never exceed it. */
export function netOf(terms: LineTerms): number {
  const { price, quantity, includesTax } = terms
  return includesTax ? price * quantity - taxOf(terms, taxBaseOf(terms)) : price * quantity
}

function taxBaseOf({ price, quantity, includesTax, rates }: LineTerms): number {
  if (!includesTax) return price * quantity
  const rate = total(rates)
  return (price - roundedShare(price, rate, WHOLE + rate)) * quantity
}

const taxOf = ({ rates }: LineTerms, base: number): number =>
  total(rates.map((rate) => roundedShare(base, rate, WHOLE)))

export interface ShippingTerms {
  price: number
  includesTax: boolean
  rates: readonly number[]
}

/** Tax of shipping is rounded once for all rates. */
export function priceShipping({ price, includesTax, rates }: ShippingTerms): Money {
  const rate = total(rates)
  const tax = includesTax ? roundedShare(price, rate, WHOLE + rate) : roundedShare(price, rate, WHOLE)
  const net = includesTax ? price - tax : price
  return { net, discount: 0, tax, total: net + tax }
}

/** What gift cards pay of a purchase. Untaxed cards pay the tax too, and taxed cards save it. */
export function paidByCards(balance: number, areTaxed: boolean, { net, discount, tax }: Money): number {
  return Math.min(net - discount + (areTaxed ? 0 : tax), balance)
}
