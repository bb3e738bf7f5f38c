import { round, roundedPercentOf, sumOfAmounts } from '#entities/values/money.ts'
import { type DiscountTerms, isFixedTotalDiscount } from './adjustments.ts'

/** The share of a sold line in a discount, in minor units. `subtotal` is the price before the discount, without tax. */
export interface DiscountShare {
  amount: number
  subtotal: number
  quantity: number
}

/** Returns the terms under which the sale got these shares. The discount may have another value today. */
export function findAgreedTerms<Terms extends DiscountTerms>(terms: Terms, shares: readonly DiscountShare[]): Terms {
  const ownShares = shares.filter(({ amount }) => amount > 0)
  return ownShares.length > 0 ? { ...terms, value: findAgreedValue(terms, ownShares) } : terms
}

function findAgreedValue(terms: DiscountTerms, shares: readonly DiscountShare[]): number {
  if (isFixedTotalDiscount(terms)) return sumOfAmounts(shares)
  const isAgreed = (value: number) =>
    shares.every((share) => Math.abs(computeShare({ ...terms, value }, share) - share.amount) <= 1)
  if (isAgreed(terms.value)) return terms.value
  const { amount, subtotal, quantity } = shares.reduce((largest, share) =>
    share.amount > largest.amount ? share : largest,
  )
  if (terms.type !== 'percentage') return round(amount / quantity)
  // A rate rarely has decimals, and the shares are rounded.
  const rates = [0, 1, 2].map((decimals) => Number(((100 * amount) / subtotal).toFixed(decimals)))
  return rates.find(isAgreed) ?? (rates.at(-1) as number)
}

const computeShare = ({ type, value }: DiscountTerms, { subtotal, quantity }: DiscountShare): number =>
  Math.min(subtotal, type === 'percentage' ? roundedPercentOf(subtotal, value) : value * quantity)
