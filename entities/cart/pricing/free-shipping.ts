import type { DiscountSnapshot } from '#entities/promotions/discount/discount-snapshot.ts'
import { sum } from '#entities/values/money.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import { budgetOf } from './cart-discounts.ts'
import { givesShipping, isFreeShipping } from './eligible-lines.ts'
import { computeShippingTotals, type PricedShipping } from './shipping-totals.ts'

/** In minor units without tax. Ignores free shipping. */
export const computeShippingCost = (methods: readonly Omit<PricedShipping, 'free'>[]): number =>
  sum(methods.map((method) => computeShippingTotals({ ...method, free: false }).subtotal))

/** One discount gives the shipping: the first one with the highest priority. A completed cart has only the discounts that were applied. */
export const findFreeShipping = (cart: CartSnapshot, cost: number): DiscountSnapshot | undefined =>
  cart.discounts
    .filter(isFreeShipping)
    .filter(
      (one) => cart.completed_at !== null || (givesShipping(cart, one) && !exceedsBudgetOfShipping(cart, one, cost)),
    )
    .toSorted((one, other) => other.rule.priority - one.rule.priority)[0]

/** A spent budget gives nothing, also before the customer chooses the shipping. */
export function exceedsBudgetOfShipping(cart: CartSnapshot, discount: DiscountSnapshot, cost: number): boolean {
  const left = budgetOf(cart, discount)
  return left === 0 || cost > left
}
