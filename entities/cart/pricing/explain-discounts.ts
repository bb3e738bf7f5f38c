import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import { budgetOf, computeAdjustments } from './cart-discounts.ts'
import { findDealOf, findShortfallOf, hasMatchingLine, isFreeShipping } from './eligible-lines.ts'
import { exceedsBudgetOfShipping } from './free-shipping.ts'
import type { PricedCart } from './price-cart.ts'

export const DISCOUNT_RESULTS = [
  'applied',
  'used_by_customer',
  'no_matching_items',
  'below_minimum',
  'items_missing',
  'budget_spent',
  'not_combined',
  'nothing_left',
] as const

/** The effect of a discount of a cart, and its reason. The missing amount, in minor units, and quantity are 0 unless the cart is below the minimum. */
export interface DiscountOutcome {
  discount_id: string
  code: string
  is_automatic: boolean
  result: (typeof DISCOUNT_RESULTS)[number]
  missing_amount: number
  missing_quantity: number
  /** Units that the customer can still add at the discount of buy X, get Y. */
  offered_quantity: number
  /** The variants that buy X, get Y offers. Empty without a choice of variants. */
  offered_variants: string[]
}

/** Explains each discount of the cart, also without an effect. */
export const explainDiscounts = (cart: CartSnapshot, priced: PricedCart): DiscountOutcome[] =>
  cart.discounts.map((discount) => {
    const { id: discount_id, code, is_automatic } = discount
    const deal = cart.completed_at === null ? findDealOf(cart, discount) : undefined
    const offered_quantity = deal?.offered ?? 0
    const outcome = {
      ...{ discount_id, code, is_automatic, missing_amount: 0, missing_quantity: 0, offered_quantity },
      offered_variants: offered_quantity > 0 ? (discount.rule.buy_get?.variants ?? []) : [],
    }
    if (isApplied(cart, priced, discount)) return { ...outcome, result: 'applied' }
    if (!hasMatchingLine(cart, discount)) return { ...outcome, result: 'no_matching_items' }
    const shortfall = findShortfallOf(cart, discount)
    if (shortfall) return { ...outcome, ...shortfall, result: 'below_minimum' }
    if (deal?.units.size === 0) return { ...outcome, result: 'items_missing' }
    if (exceedsBudget(cart, priced, discount)) return { ...outcome, result: 'budget_spent' }
    return { ...outcome, result: isReplaced(cart, priced, discount) ? 'not_combined' : 'nothing_left' }
  })

/** Whether the discount alone is larger than the rest of its budget. */
function exceedsBudget(cart: CartSnapshot, { lines, shipping_cost }: PricedCart, discount: DiscountSnapshot): boolean {
  if (isFreeShipping(discount)) return exceedsBudgetOfShipping(cart, discount, shipping_cost)
  const left = budgetOf(cart, discount)
  if (left === Number.POSITIVE_INFINITY) return false
  const unlimited = { ...discount, rule: { ...discount.rule, budgets: null } }
  const adjustments = computeAdjustments(
    { ...cart, discounts: [unlimited] },
    lines.map(({ tax_lines }) => tax_lines),
  )
  return sumOfAmounts(adjustments.flat()) > left
}

/** The discounts without the automatic ones that give nothing. */
export const findShownDiscounts = (cart: CartSnapshot, priced: PricedCart): readonly DiscountSnapshot[] =>
  cart.discounts.some(({ is_automatic }) => is_automatic)
    ? cart.discounts.filter((discount) => !discount.is_automatic || isApplied(cart, priced, discount))
    : cart.discounts

/** Whether another discount applies that does not combine with this one. */
const isReplaced = (cart: CartSnapshot, priced: PricedCart, discount: DiscountSnapshot): boolean =>
  isFreeShipping(discount)
    ? priced.free_shipping_id !== null
    : cart.discounts.some(
        (other) =>
          !isFreeShipping(other) &&
          isApplied(cart, priced, other) &&
          !(other.rule.is_combinable && discount.rule.is_combinable),
      )

const isApplied = (cart: CartSnapshot, { lines, free_shipping_id }: PricedCart, discount: DiscountSnapshot): boolean =>
  cart.completed_at !== null ||
  (isFreeShipping(discount)
    ? free_shipping_id === discount.id
    : lines.some(({ adjustments }) => adjustments.some(({ discount_id }) => discount_id === discount.id)))
