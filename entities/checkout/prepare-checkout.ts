import type { EntityManager } from '@mikro-orm/postgresql'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import type { CartTotals } from '#entities/cart/pricing/totals.ts'
import { Step } from '#entities/platform/step/step.ts'
import type { PreparedCheckout } from './cart-concluder.ts'
import { concluderOf } from './concluder-of.ts'
import type { Checkout } from './validate-checkout.ts'

export interface CartCompletion {
  /** Locked, with its lines, discounts, customer and addresses. Its `type` is `swap` if it confirms a swap. */
  cart: CartSnapshot
  totals: CartTotals
}

/** Before the payment, and again before the order if a remote provider was called in between. */
export const completeCartStep = new Step<CartCompletion>()

/** @throws OutOfStock. NotAllowed or InvalidData for an unusable discount, gift card or swap. */
export async function prepareCheckout(em: EntityManager, checkout: Checkout): Promise<PreparedCheckout> {
  const { cart, priced } = checkout
  const preparedCheckout = await concluderOf(cart).prepare(em, checkout)
  await completeCartStep.assertAllowed(em, { cart, totals: priced.totals })
  return preparedCheckout
}
