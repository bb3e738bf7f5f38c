import { z } from 'zod'
import { lockAndReadOpenCart } from '#entities/cart/cart/lock-cart.ts'
import { readCart } from '#entities/cart/cart/read-cart.ts'
import {
  deletePaymentSession,
  refreshPaymentSession,
  selectPaymentSession,
  updatePaymentSession,
} from '#entities/cart/payment/change-payment-session.ts'
import { splitPayment } from '#entities/cart/payment/split-payment.ts'
import { syncPaymentSessions } from '#entities/cart/payment/sync-payment-sessions.ts'
import { priceCart } from '#entities/cart/pricing/price-cart.ts'
import { chooseShipping } from '#entities/cart/shipping/choose-shipping.ts'
import { shopOf } from '#entities/shop.ts'
import { MAX_AMOUNT } from '#entities/values/money.ts'
import { rest } from '../../context/meta.ts'
import { cartProcedure } from '../../procedures/trpc.ts'
import { showCart, showCartToCaller, showRefreshedCart } from '../../resources/show-cart.ts'
import { cartInput } from './cart-inputs.ts'
import { CartResponse, cartMutation } from './cart-mutation.ts'

const Data = z.record(z.string(), z.unknown())

const PaymentPart = z.strictObject({
  provider_id: z.string(),
  /** In minor units. Null for the payment of the rest. */
  amount: z.int().min(1).max(MAX_AMOUNT).nullish(),
})

const providerInput = { ...cartInput, provider_id: z.string() }

export const checkout = {
  addShippingMethod: cartMutation(z.strictObject({ ...cartInput, option_id: z.string(), data: Data.nullish() }))
    .meta(rest('POST', '/carts/{id}/shipping-methods', 'Add a shipping method to a cart'))
    .mutation(({ ctx, input: { id, option_id, data } }) =>
      chooseShipping(ctx.em, ctx.providers.fulfillment, {
        ...{ id, caller_id: ctx.customer_id, option_id, data: data ?? {} },
      }),
    ),

  createPaymentSessions: cartProcedure
    .meta(
      rest('POST', '/carts/{id}/payment-sessions', 'Create the payment sessions of a cart', { noIdempotency: true }),
    )
    .input(z.strictObject(cartInput))
    .output(CartResponse)
    .mutation(async ({ ctx, input: { id } }) => {
      const [cart] = await lockAndReadOpenCart(ctx.em, { id, caller_id: ctx.customer_id })
      await syncPaymentSessions(ctx.em, ctx.providers.payment, cart)
      return { cart: showCartToCaller({ cart, priced: priceCart(cart, shopOf(ctx.em), 'forced') }, ctx.customer_id) }
    }),

  selectPaymentSession: cartMutation(z.strictObject(providerInput))
    .meta(rest('POST', '/carts/{id}/payment-session', 'Select the payment session of a cart'))
    .mutation(async ({ ctx, input: { id, provider_id } }) => {
      const [cart] = await lockAndReadOpenCart(ctx.em, { id, caller_id: ctx.customer_id })
      await selectPaymentSession(ctx.em, ctx.providers.payment, { cart, provider_id })
      return id
    }),

  splitPayment: cartMutation(z.strictObject({ ...cartInput, payments: z.array(PaymentPart).min(1).max(20) }))
    .meta(rest('POST', '/carts/{id}/split-payment', 'Split the payment of a cart over several payment providers'))
    .mutation(async ({ ctx, input: { id, payments } }) => {
      const chosen = payments.map(({ provider_id, amount = null }) => ({ provider_id, amount }))
      await splitPayment(ctx.em, ctx.providers.payment, { id, caller_id: ctx.customer_id, payments: chosen })
      return id
    }),

  updatePaymentSession: cartMutation(z.strictObject({ ...providerInput, data: Data }))
    .meta(
      rest('POST', '/carts/{id}/payment-sessions/{provider_id}', 'Update a payment session of a cart', {
        lockKey: 'id',
      }),
    )
    .mutation(async ({ ctx, input: { id, provider_id, data } }) => {
      const [cart] = await lockAndReadOpenCart(ctx.em, { id, caller_id: ctx.customer_id })
      await updatePaymentSession(ctx.em, ctx.providers.payment, { cart, provider_id, data })
      return id
    }),

  deletePaymentSession: cartProcedure
    .meta(
      rest('DELETE', '/carts/{id}/payment-sessions/{provider_id}', 'Delete a payment session of a cart', {
        lockKey: 'id',
      }),
    )
    .input(z.strictObject(providerInput))
    .output(CartResponse)
    .mutation(async ({ ctx, input: { id, provider_id } }) => {
      const [cart] = await lockAndReadOpenCart(ctx.em, { id, caller_id: ctx.customer_id })
      // A missing answer of a tax provider ends this run, so the pricing precedes the deletion of the payment.
      const priced = priceCart(cart, shopOf(ctx.em))
      await deletePaymentSession(ctx.em, ctx.providers.payment, { cart, provider_id })
      return { cart: showCart({ cart, priced }) }
    }),

  refreshPaymentSession: cartProcedure
    .meta(
      rest('POST', '/carts/{id}/payment-sessions/{provider_id}/refresh', 'Refresh a payment session of a cart', {
        lockKey: 'id',
      }),
    )
    .input(z.strictObject(providerInput))
    .output(CartResponse)
    .mutation(async ({ ctx, input: { id, provider_id } }) => {
      const [cartBefore] = await lockAndReadOpenCart(ctx.em, { id, caller_id: ctx.customer_id })
      await refreshPaymentSession(ctx.em, ctx.providers.payment, { cart: cartBefore, provider_id })
      await ctx.em.flush()
      const cart = await readCart(ctx.em, id)
      return { cart: showRefreshedCart({ cart, priced: priceCart(cart, shopOf(ctx.em)) }) }
    }),
}
