import type { CartSnapshot } from '../cart/read-cart.ts'
import { findShortfallOf, givesShipping, hasMatchingLine } from './cart-discounts.ts'
import type { PricedCart } from './price-cart.ts'

export const DISCOUNT_RESULTS = ['applied', 'no_matching_items', 'below_minimum', 'nothing_left'] as const

/** The effect of a discount of a cart, and its reason. The missing amount, in minor units, and quantity are 0 unless the cart is below the minimum. */
export interface DiscountOutcome {
  discount_id: string
  code: string
  result: (typeof DISCOUNT_RESULTS)[number]
  missing_amount: number
  missing_quantity: number
}

/** Explains each discount of the cart, also without an effect. */
export const explainDiscounts = (cart: CartSnapshot, priced: PricedCart): DiscountOutcome[] =>
  cart.discounts.map((discount) => {
    const { id: discount_id, code } = discount
    const outcome = { discount_id, code, missing_amount: 0, missing_quantity: 0 }
    if (isApplied(cart, priced, discount)) return { ...outcome, result: 'applied' }
    if (!hasMatchingLine(cart, discount)) return { ...outcome, result: 'no_matching_items' }
    const shortfall = findShortfallOf(cart, discount)
    return shortfall ? { ...outcome, ...shortfall, result: 'below_minimum' } : { ...outcome, result: 'nothing_left' }
  })

const isApplied = (cart: CartSnapshot, { lines }: PricedCart, discount: CartSnapshot['discounts'][number]): boolean =>
  cart.completed_at !== null ||
  (discount.rule.type === 'free_shipping'
    ? givesShipping(cart, discount)
    : lines.some(({ adjustments }) => adjustments.some(({ discount_id }) => discount_id === discount.id)))
