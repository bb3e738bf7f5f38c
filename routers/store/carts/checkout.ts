import { z } from 'zod'
import { lockAndReadOpenCart, lockOpenCart } from '#entities/cart/cart/lock-cart.ts'
import { readCart } from '#entities/cart/cart/read-cart.ts'
import {
  deletePaymentSession,
  refreshPaymentSession,
  selectPaymentSession,
  updatePaymentSession,
} from '#entities/cart/payment/change-payment-session.ts'
import { syncPaymentSessions } from '#entities/cart/payment/sync-payment-sessions.ts'
import { priceCart } from '#entities/cart/pricing/price-cart.ts'
import { reloadAndSyncPayment, repriceAndSyncPayment } from '#entities/cart/pricing/reprice-and-sync-payment.ts'
import { chooseShipping } from '#entities/cart/shipping/choose-shipping.ts'
import { rest } from '../../meta.ts'
import { serializeCart, serializeRefreshedCart, showCartToCaller } from '../../resources/serialize-cart.ts'
import { rerunnableCartProcedure } from '../../trpc.ts'
import { cartInput } from './cart-inputs.ts'
import { CartResponse } from './carts.ts'

const Data = z.record(z.string(), z.unknown())

const providerInput = { ...cartInput, provider_id: z.string() }

export const checkout = {
  addShippingMethod: rerunnableCartProcedure
    .meta(rest('POST', '/carts/{id}/shipping-methods', 'Add a shipping method to a cart'))
    .input(z.strictObject({ ...cartInput, option_id: z.string(), data: Data.nullish() }))
    .output(CartResponse)
    .mutation(async ({ ctx, input: { id, option_id, data } }) => {
      const { fulfillment, payment } = ctx.providers
      const cart = await chooseShipping(ctx.em, fulfillment, { id, option_id, data: data ?? {} })
      return { cart: serializeCart(await repriceAndSyncPayment(ctx.em, payment, cart)) }
    }),

  createPaymentSessions: rerunnableCartProcedure
    .meta(
      rest('POST', '/carts/{id}/payment-sessions', 'Create the payment sessions of a cart', { noIdempotency: true }),
    )
    .input(z.strictObject(cartInput))
    .output(CartResponse)
    .mutation(async ({ ctx, input: { id } }) => {
      const [cart] = await lockAndReadOpenCart(ctx.em, id)
      await syncPaymentSessions(ctx.em, ctx.providers.payment, cart)
      return { cart: showCartToCaller({ cart, priced: priceCart(cart, 'forced') }, ctx.customer_id) }
    }),

  selectPaymentSession: rerunnableCartProcedure
    .meta(rest('POST', '/carts/{id}/payment-session', 'Select the payment session of a cart'))
    .input(z.strictObject(providerInput))
    .output(CartResponse)
    .mutation(async ({ ctx, input: { id, provider_id } }) => {
      const [before] = await lockAndReadOpenCart(ctx.em, id)
      await selectPaymentSession(ctx.em, ctx.providers.payment, before, provider_id)
      return { cart: serializeCart(await reloadAndSyncPayment(ctx.em, ctx.providers.payment, id)) }
    }),

  updatePaymentSession: rerunnableCartProcedure
    .meta(rest('POST', '/carts/{id}/payment-sessions/{provider_id}', 'Update a payment session of a cart'))
    .input(z.strictObject({ ...providerInput, data: Data }))
    .output(CartResponse)
    .mutation(async ({ ctx, input: { id, provider_id, data } }) => {
      const [before] = await lockAndReadOpenCart(ctx.em, id)
      await updatePaymentSession(ctx.em, ctx.providers.payment, before, { provider_id, data })
      return { cart: serializeCart(await reloadAndSyncPayment(ctx.em, ctx.providers.payment, id)) }
    }),

  deletePaymentSession: rerunnableCartProcedure
    .meta(rest('DELETE', '/carts/{id}/payment-sessions/{provider_id}', 'Delete a payment session of a cart'))
    .input(z.strictObject(providerInput))
    .output(CartResponse)
    .mutation(async ({ ctx, input: { id, provider_id } }) => {
      await lockOpenCart(ctx.em, id)
      await deletePaymentSession(ctx.em, ctx.providers.payment, id, provider_id)
      await ctx.em.flush()
      const cart = await readCart(ctx.em, id)
      return { cart: serializeCart({ cart, priced: priceCart(cart) }) }
    }),

  refreshPaymentSession: rerunnableCartProcedure
    .meta(rest('POST', '/carts/{id}/payment-sessions/{provider_id}/refresh', 'Refresh a payment session of a cart'))
    .input(z.strictObject(providerInput))
    .output(CartResponse)
    .mutation(async ({ ctx, input: { id, provider_id } }) => {
      const [before] = await lockAndReadOpenCart(ctx.em, id)
      await refreshPaymentSession(ctx.em, ctx.providers.payment, before, provider_id)
      await ctx.em.flush()
      const cart = await readCart(ctx.em, id)
      return { cart: serializeRefreshedCart({ cart, priced: priceCart(cart) }) }
    }),
}
