import type { Product, Variant } from '../api.ts'
import type { View } from '../site/view.ts'

/** The price of one unit, in minor units, with tax if the market shows it. */
export interface Price {
  amount: number
  /** The price before a reduction, or undefined. */
  before: number | undefined
  /** The lowest price of the 30 days before the reduction, or undefined. */
  lowest: number | undefined
}

/** Returns undefined if the variant is not sold in the market. */
export function priceOf({ market: { showsTax } }: Pick<View, 'market'>, variant: Variant): Price | undefined {
  const { calculated_price, original_price, calculated_price_incl_tax, original_price_incl_tax, lowest_price } = variant
  const amount = showsTax ? (calculated_price_incl_tax ?? calculated_price) : calculated_price
  const original = showsTax ? (original_price_incl_tax ?? original_price) : original_price
  if (amount === null) return undefined
  const prior = showsTax
    ? (lowest_price?.prior_amount_incl_tax ?? lowest_price?.prior_amount)
    : lowest_price?.prior_amount
  const isReduced = original !== null && original > amount
  return { amount, before: isReduced ? original : undefined, lowest: isReduced ? (prior ?? undefined) : undefined }
}

/** The price of the cheapest variant, and whether other variants cost more. */
export function priceRangeOf(
  view: Pick<View, 'market'>,
  { variants = [] }: { variants?: readonly Variant[] | undefined },
): (Price & { isRange: boolean }) | undefined {
  const prices = variants.flatMap((variant) => priceOf(view, variant) ?? [])
  const [cheapest] = prices.toSorted((a, b) => a.amount - b.amount)
  return cheapest && { ...cheapest, isRange: prices.some(({ amount }) => amount > cheapest.amount) }
}

export const isInStock = ({ purchasable, allow_backorder, manage_inventory, inventory_quantity }: Variant): boolean =>
  purchasable ?? (allow_backorder || !manage_inventory || inventory_quantity > 0)

export const isSoldOut = ({ variants = [] }: Product): boolean => !variants.some(isInStock)
