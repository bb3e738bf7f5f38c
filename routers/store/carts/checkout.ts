import { z } from 'zod'
import { lockAndReadOpenCart, lockOpenCart } from '#entities/cart/lock-cart.ts'
import { priceCart } from '#entities/cart/price-cart.ts'
import { readCart } from '#entities/cart/read-cart.ts'
import { settle, settleCart } from '#entities/cart/settle-cart.ts'
import { changePayment, choosePayment, dropPayment, refreshPayment } from '#entities/payment/choose-payment.ts'
import { syncPaymentSessions } from '#entities/payment/sync-payment-sessions.ts'
import { chooseShipping } from '#entities/shipping/choose-shipping.ts'
import { rest } from '../../meta.ts'
import { showCart, showCartWithCustomer, showRefreshedCart } from '../../schemas/show-cart.ts'
import { cartProcedure } from '../../trpc.ts'
import { CartAnswer } from './carts.ts'
import { cartInput } from './inputs.ts'

const Data = z.record(z.string(), z.unknown())

const providerInput = { ...cartInput, provider_id: z.string() }

/* How a cart is shipped and paid. */

export const checkout = {
  addShippingMethod: cartProcedure
    .meta(rest('POST', '/carts/{id}/shipping-methods', 'Choose how a cart is shipped'))
    .input(z.strictObject({ ...cartInput, option_id: z.string(), data: Data.nullish() }))
    .output(CartAnswer)
    .mutation(async ({ ctx, input: { id, option_id, data } }) => {
      const { fulfillment, payment } = ctx.providers
      const cart = await chooseShipping(ctx.em, fulfillment, { id, option_id, data: data ?? {} })
      return { cart: showCart(await settle(ctx.em, payment, cart)) }
    }),

  createPaymentSessions: cartProcedure
    .meta(rest('POST', '/carts/{id}/payment-sessions', 'Make the payment sessions of a cart', { forgets: true }))
    .input(z.strictObject(cartInput))
    .output(CartAnswer)
    .mutation(async ({ ctx, input: { id } }) => {
      const [cart] = await lockAndReadOpenCart(ctx.em, id)
      await syncPaymentSessions(ctx.em, ctx.providers.payment, cart)
      return { cart: showCartWithCustomer({ cart, priced: priceCart(cart, 'forced') }) }
    }),

  selectPaymentSession: cartProcedure
    .meta(rest('POST', '/carts/{id}/payment-session', 'Choose what a cart is paid with'))
    .input(z.strictObject(providerInput))
    .output(CartAnswer)
    .mutation(async ({ ctx, input: { id, provider_id } }) => {
      const [before] = await lockAndReadOpenCart(ctx.em, id)
      await choosePayment(ctx.em, ctx.providers.payment, before, provider_id)
      return { cart: showCart(await settleCart(ctx.em, ctx.providers.payment, id)) }
    }),

  updatePaymentSession: cartProcedure
    .meta(rest('POST', '/carts/{id}/payment-sessions/{provider_id}', 'Hand data to a payment provider'))
    .input(z.strictObject({ ...providerInput, data: Data }))
    .output(CartAnswer)
    .mutation(async ({ ctx, input: { id, provider_id, data } }) => {
      const [before] = await lockAndReadOpenCart(ctx.em, id)
      await changePayment(ctx.em, ctx.providers.payment, before, { provider_id, data })
      return { cart: showCart(await settleCart(ctx.em, ctx.providers.payment, id)) }
    }),

  deletePaymentSession: cartProcedure
    .meta(rest('DELETE', '/carts/{id}/payment-sessions/{provider_id}', 'Delete a payment session'))
    .input(z.strictObject(providerInput))
    .output(CartAnswer)
    .mutation(async ({ ctx, input: { id, provider_id } }) => {
      await lockOpenCart(ctx.em, id)
      await dropPayment(ctx.em, ctx.providers.payment, id, provider_id)
      await ctx.em.flush()
      const cart = await readCart(ctx.em, id)
      return { cart: showCart({ cart, priced: priceCart(cart) }) }
    }),

  refreshPaymentSession: cartProcedure
    .meta(rest('POST', '/carts/{id}/payment-sessions/{provider_id}/refresh', 'Begin a payment session anew'))
    .input(z.strictObject(providerInput))
    .output(CartAnswer)
    .mutation(async ({ ctx, input: { id, provider_id } }) => {
      const [before] = await lockAndReadOpenCart(ctx.em, id)
      await refreshPayment(ctx.em, ctx.providers.payment, before, provider_id)
      await ctx.em.flush()
      const cart = await readCart(ctx.em, id)
      return { cart: showRefreshedCart({ cart, priced: priceCart(cart) }) }
    }),
}
