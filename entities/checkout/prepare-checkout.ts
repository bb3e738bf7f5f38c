import type { EntityManager } from '@mikro-orm/postgresql'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import type { CartTotals } from '#entities/cart/pricing/totals.ts'
import { Step } from '#entities/platform/step/step.ts'
import { assertShippingChosen } from './assert-shipping-chosen.ts'
import { assertShippingOffered } from './assert-shipping-offered.ts'
import type { PreparedCheckout } from './cart-concluder.ts'
import { concluderOf } from './concluder-of.ts'
import type { Checkout } from './validate-checkout.ts'

export interface CartCompletion {
  /**
   * The locked cart with its lines, discounts, customer and addresses. The `type` is `swap` if the cart confirms a
   * swap.
   */
  cart: CartSnapshot
  totals: CartTotals
}

/** Plugins check the cart before the payment. If a remote provider was called, they check it again before the order. */
export const completeCartStep = new Step<CartCompletion>()

/** @throws OutOfStock. NotAllowed or InvalidData for missing or unavailable shipping, or an unusable product, discount, gift card or swap. */
export async function prepareCheckout(em: EntityManager, checkout: Checkout): Promise<PreparedCheckout> {
  const { cart, priced } = checkout
  const preparedCheckout = await concluderOf(cart).prepare(em, checkout)
  await completeCartStep.assertAllowed(em, { cart, totals: priced.totals })
  await assertShippingChosen(em, cart)
  await assertShippingOffered(em, cart)
  return preparedCheckout
}
