import { z } from 'zod'
import { completeCart } from '#entities/checkout/complete-cart.ts'
import { payDebt } from '#entities/checkout/pay-debt.ts'
import { collectDebt } from '#entities/orders/payment-collection/collect-debt.ts'
import { setCollectionSession } from '#entities/orders/payment-collection/set-collection-sessions.ts'
import { findPaymentLink } from '#entities/orders/payment-link/payment-link.ts'
import { rest } from '../../context/meta.ts'
import { openProcedure, router } from '../../procedures/trpc.ts'
import { paymentPageInput, paymentPageOf } from '../carts/payment-page.ts'
import { chooseCartPayment } from './choose-cart-payment.ts'
import { readLink, response } from './linked-payment.ts'

const MAX_TOKEN = 2000
const tokenInput = { token: z.string().min(1).max(MAX_TOKEN) }

/** The holder of a payment link reads and pays a draft order, an order or a swap. */
export const paymentLinks = router({
  get: openProcedure
    .meta(rest('GET', '/payment-links/{token}', 'Retrieve a payment link'))
    .input(z.strictObject(tokenInput))
    .output(response)
    .query(({ ctx, input: { token } }) => readLink(ctx, token)),

  choosePayment: openProcedure
    .meta(
      rest('POST', '/payment-links/{token}/payment-session', 'Choose the payment provider of a payment link', {
        noIdempotency: true,
      }),
    )
    .input(z.strictObject({ ...tokenInput, provider_id: z.string() }))
    .output(response)
    .mutation(async ({ ctx, input: { token, provider_id } }) => {
      const { em, providers } = ctx
      const owner = await findPaymentLink(em, ctx.services.tokens, token)
      if (owner.type === 'order') {
        const id = await collectDebt(em, providers.payment, owner.row.id)
        await setCollectionSession(em, providers.payment, { id, provider_id })
      } else await chooseCartPayment(em, providers.payment, { cart_id: owner.row.cart_id, provider_id })
      await em.flush()
      return readLink(ctx, token)
    }),

  complete: openProcedure
    .meta(
      rest('POST', '/payment-links/{token}/complete', 'Pay by a payment link', {
        noIdempotency: true,
        manualTransactions: true,
        locksSharedRows: true,
      }),
    )
    .input(
      z.strictObject({
        ...tokenInput,
        ...paymentPageInput,
        /** The `amount_due` that the customer saw, in minor units. */
        total: z.int(),
      }),
    )
    .output(response)
    .mutation(async ({ ctx, input: { token, total, ...addresses } }) => {
      const { em, providers, services } = ctx
      const owner = await findPaymentLink(em.fork(), services.tokens, token)
      const page = paymentPageOf(ctx.request, addresses)
      if (owner.type === 'order') await payDebt(em, providers.payment, { order_id: owner.row.id, agreed: total, page })
      else {
        const call = { id: owner.row.cart_id, caller_id: null, agreedTotal: total, page }
        await completeCart(em, providers.payment, { ...call, buildAnswer: async () => undefined })
      }
      return readLink({ ...ctx, em: em.fork() }, token)
    }),
})
