import type { EntityManager } from '@mikro-orm/postgresql'
import { finishWork } from '#database/last-work.ts'
import type { Columns } from '#database/rows.ts'
import { withSavepoint } from '#database/statement.ts'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import type { CartTotals } from '#entities/cart/pricing/totals.ts'
import type { Order } from '#entities/orders/order/order.ts'
import { Step } from '#entities/platform/step/step.ts'
import type { TenderShare } from '#entities/promotions/balance/spend-balances.ts'
import { assertShippingChosen } from './assert-shipping-chosen.ts'
import { assertShippingOffered } from './assert-shipping-offered.ts'
import type { CheckoutResult, PreparedCheckout } from './cart-concluder.ts'
import { concluderOf } from './concluder-of.ts'
import type { Checkout } from './validate-checkout.ts'

export interface CartCompletion {
  /**
   * The locked cart with its lines, discounts, customer and addresses. The `type` is `swap` if the cart confirms a
   * swap.
   */
  cart: CartSnapshot
  totals: CartTotals
  /** The balances that pay, with their amounts. */
  tenders: readonly TenderShare[]
}

export interface CompletionResult {
  /** The placed order. Its lines have the ids of the lines of the cart. */
  order: Columns<Order> | null
  swap_id: string | null
}

/** Plugins check the cart before the payment. If a remote provider was called, they check it again before the order. */
export const completeCartStep = new Step<CartCompletion, CompletionResult>({
  moment: 'A cart becomes an order or confirms a swap, and an administrator marks a draft order as paid.',
  context: { cart: '', totals: '', tenders: 'the balances that pay' },
  result: { order: 'null for a swap', swap_id: 'null for an order' },
  fields: ['order', 'line_item'],
})

/** @throws OutOfStock. NotAllowed or InvalidData for missing or unavailable shipping, or an unusable product, discount, gift card or swap. */
export async function prepareCheckout(em: EntityManager, checkout: Checkout): Promise<PreparedCheckout> {
  const { cart } = checkout
  const preparedCheckout = await concluderOf(cart).prepare(em, checkout)
  await completeCartStep.assertAllowed(em, completionOf(checkout))
  // An administrator chooses the shipping of a draft order.
  if (cart.type !== 'draft_order') {
    await assertShippingChosen(em, cart)
    await assertShippingOffered(em, cart)
  }
  return completeCartStep.hasEffects(em) ? withEffects(preparedCheckout, checkout) : preparedCheckout
}

export const completionOf = ({ cart, priced: { totals, tenders } }: Checkout): CartCompletion => ({
  cart,
  totals,
  tenders,
})

const withEffects = (preparedCheckout: PreparedCheckout, checkout: Checkout): PreparedCheckout => ({
  conclude(em, payments) {
    const conclude = () => concludeWithEffects(em, checkout, () => preparedCheckout.conclude(em, payments))
    // A refusal after a payment commits the end of the payment, without the order.
    return checkout.cart.payment_attempt_id ? withSavepoint(em, conclude) : conclude()
  },
})

async function concludeWithEffects(
  em: EntityManager,
  checkout: Checkout,
  conclude: () => Promise<CheckoutResult>,
): Promise<CheckoutResult> {
  const result = await conclude()
  const { order = null, swap_id } = result.type === 'swap' ? { swap_id: result.id } : { ...result, swap_id: null }
  completeCartStep.addEffects(em, { ...completionOf(checkout), order, swap_id })
  const isOutdated = await finishWork(em)
  return result.type === 'order' && isOutdated ? { ...result, placed: undefined } : result
}
