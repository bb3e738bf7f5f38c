import type { Rated } from '#entities/market/tax/tax.ts'
import type { BuyGet } from '#entities/promotions/discount/buy-get.ts'
import { round, sumOfAmounts } from '#entities/values/money.ts'
import { computeShare, type DiscountTerms, isFixedTotalDiscount } from './adjustments.ts'
import { computeLineSubtotal } from './line-totals.ts'

/** The share of a sold line in a discount, in minor units. `subtotal` is the price before the discount, without tax. */
export interface DiscountShare {
  amount: number
  subtotal: number
  quantity: number
}

type SoldTerms = DiscountTerms & { buy_get?: BuyGet | null }

interface AgreedDiscount<Terms extends SoldTerms> {
  rule: Terms
  agreed_value?: number | null
  agreed_allocation?: DiscountTerms['allocation']
}

/**
 * Returns the stored terms of the sale. An order that did not store them has the terms that explain its shares. Buy X, get Y is
 * concluded by the sale, so it then is a fixed amount of these shares.
 */
export function findTermsOfSale<Terms extends SoldTerms>(
  { rule, agreed_value, agreed_allocation = null }: AgreedDiscount<Terms>,
  shares: readonly DiscountShare[],
): Terms {
  if (rule.buy_get) return { ...rule, type: 'fixed', allocation: 'total', value: sumOfAmounts(shares) }
  if (agreed_value == null) return findAgreedTerms(rule, shares)
  return { ...rule, value: agreed_value, allocation: agreed_allocation }
}

/** Returns the terms under which the sale got these shares. Without a share, the discount gives nothing. */
export function findAgreedTerms<Terms extends DiscountTerms>(terms: Terms, shares: readonly DiscountShare[]): Terms {
  const ownShares = shares.filter(({ amount }) => amount > 0)
  return { ...terms, value: ownShares.length > 0 ? findAgreedValue(terms, ownShares) : 0 }
}

function findAgreedValue(terms: DiscountTerms, shares: readonly DiscountShare[]): number {
  if (isFixedTotalDiscount(terms)) return sumOfAmounts(shares)
  const isAgreed = (value: number) => shares.every((share) => explainsShare({ ...terms, value }, share))
  if (isAgreed(terms.value)) return terms.value
  const { amount, subtotal, quantity } = shares.reduce((largest, share) =>
    share.amount > largest.amount ? share : largest,
  )
  if (terms.type !== 'percentage') return round(amount / quantity)
  // A rate rarely has decimals, and the shares are rounded.
  const rates = [0, 1, 2].map((decimals) => Number(((100 * amount) / subtotal).toFixed(decimals)))
  return rates.find(isAgreed) ?? (rates.at(-1) as number)
}

/** Whether the terms give this share, up to the rounding of shares. */
export const explainsShare = (terms: DiscountTerms, share: DiscountShare): boolean =>
  Math.abs(computeShare(terms, share) - share.amount) <= 1

export interface SoldLine {
  unit_price: number
  quantity: number
  includes_tax: boolean
  tax_lines: readonly Rated[]
  adjustments: readonly {
    amount: number
    discount_id?: string | null | undefined
    plugin?: string | null | undefined
  }[]
  /** Null for a custom line. */
  product_id?: string | null | undefined
}

export const findShare = (line: SoldLine, discount_id: string): DiscountShare => ({
  amount: sumOfAmounts(line.adjustments.filter((adjustment) => adjustment.discount_id === discount_id)),
  subtotal: computeLineSubtotal(line) - sumOfAmounts(line.adjustments.filter(({ plugin }) => plugin)),
  quantity: line.quantity,
})

/**
 * Whether the order sold the product with the discount. Ignores the conditions of today. Undefined if the order has no such
 * product.
 */
export function qualifiesAsSold(
  product_id: string | undefined,
  discount_id: string,
  sold: readonly Pick<SoldLine, 'product_id' | 'adjustments'>[],
): boolean | undefined {
  const lines = product_id ? sold.filter((line) => line.product_id === product_id) : []
  if (lines.length === 0) return undefined
  return lines.some(({ adjustments }) => adjustments.some((adjustment) => adjustment.discount_id === discount_id))
}
