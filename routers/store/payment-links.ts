import { z } from 'zod'
import { isPaymentInProgress, lockCart } from '#entities/cart/cart/lock-cart.ts'
import { trackCart } from '#entities/cart/cart/open-cart.ts'
import { readCart } from '#entities/cart/cart/read-cart.ts'
import { refreshPaymentSession, selectPaymentSession } from '#entities/cart/payment/change-payment-session.ts'
import { syncPaymentSessions } from '#entities/cart/payment/sync-payment-sessions.ts'
import { priceCart } from '#entities/cart/pricing/price-cart.ts'
import { reloadAndSyncPayment } from '#entities/cart/pricing/reprice-and-sync-payment.ts'
import { completeCart } from '#entities/checkout/complete-cart.ts'
import { Conflict, NotAllowed } from '#entities/errors.ts'
import { DRAFT_ORDER_STATUSES } from '#entities/orders/draft-order/draft-order.ts'
import { findLinkedDraft } from '#entities/orders/draft-order/payment-link.ts'
import { shopOf } from '#entities/shop.ts'
import type { ProcedureContext } from '../context/context.ts'
import { rest } from '../context/meta.ts'
import { openProcedure, router } from '../procedures/trpc.ts'
import { CartResource } from '../resources/cart.ts'
import { showCart } from '../resources/show-cart.ts'
import { buildCompletionResponse, CompletionResponse } from './carts/completion-response.ts'
import { paymentPageInput, paymentPageOf } from './carts/payment-page.ts'

const MAX_TOKEN = 2000
const tokenInput = { token: z.string().min(1).max(MAX_TOKEN) }

const LinkedDraft = z.object({
  display_id: z.int(),
  status: z.enum(DRAFT_ORDER_STATUSES),
  /** The order of a paid draft order. */
  order_id: z.string().nullable(),
  cart: CartResource,
  /** The IDs of the payment providers that the customer can choose. */
  payment_providers: z.array(z.string()),
})
const response = z.object({ draft_order: LinkedDraft })

type LinkContext = Pick<ProcedureContext, 'em' | 'services' | 'providers'>

async function readDraft(ctx: LinkContext, token: string): Promise<z.output<typeof response>> {
  const { display_id, status, order_id = null, cart_id } = await findLinkedDraft(ctx.em, ctx.services.tokens, token)
  const cart = await readCart(ctx.em, cart_id)
  return {
    draft_order: {
      display_id,
      status,
      order_id,
      cart: showCart({ cart, priced: priceCart(cart, shopOf(ctx.em), 'forced') }),
      payment_providers: cart.region.payment_providers.map(({ id }) => id),
    },
  }
}

interface Choice {
  cart_id: string
  provider_id: string
}

/** A payment that was declined before starts again. */
async function selectProvider({ em, providers }: LinkContext, { cart_id, provider_id }: Choice): Promise<void> {
  const locked = await lockCart(em, cart_id)
  if (locked.completed_at)
    throw new NotAllowed('The draft order is already paid').because({ name: 'draft_order_completed' })
  if (await isPaymentInProgress(em, locked)) throw new Conflict()
  await syncPaymentSessions(em, providers.payment, trackCart(em, await readCart(em, cart_id)))
  await em.flush()
  const cart = trackCart(em, await readCart(em, cart_id))
  const declined = cart.payment_sessions.find(
    (session) => session.provider_id === provider_id && session.status === 'error',
  )
  if (declined) await refreshPaymentSession(em, providers.payment, { cart, provider_id })
  else await selectPaymentSession(em, providers.payment, { cart, provider_id })
}

/** The holder of a payment link reads and pays a draft order. */
export const paymentLinks = router({
  get: openProcedure
    .meta(rest('GET', '/payment-links/{token}', 'Retrieve the draft order of a payment link'))
    .input(z.strictObject(tokenInput))
    .output(response)
    .query(({ ctx, input: { token } }) => readDraft(ctx, token)),

  choosePayment: openProcedure
    .meta(
      rest('POST', '/payment-links/{token}/payment-session', 'Choose the payment provider of a draft order', {
        noIdempotency: true,
      }),
    )
    .input(z.strictObject({ ...tokenInput, provider_id: z.string() }))
    .output(response)
    .mutation(async ({ ctx, input: { token, provider_id } }) => {
      const { cart_id } = await findLinkedDraft(ctx.em, ctx.services.tokens, token)
      await selectProvider(ctx, { cart_id, provider_id })
      await reloadAndSyncPayment(ctx.em, ctx.providers.payment, cart_id)
      await ctx.em.flush()
      return readDraft(ctx, token)
    }),

  complete: openProcedure
    .meta(
      rest('POST', '/payment-links/{token}/complete', 'Pay the draft order of a payment link', {
        noIdempotency: true,
        manualTransactions: true,
        locksSharedRows: true,
      }),
    )
    .input(
      z.strictObject({
        ...tokenInput,
        ...paymentPageInput,
        /** The total that the customer saw, in minor units. */
        total: z.int(),
      }),
    )
    .output(CompletionResponse)
    .mutation(async ({ ctx, input: { token, total, ...page } }) => {
      const { cart_id: id } = await findLinkedDraft(ctx.em.fork(), ctx.services.tokens, token)
      return completeCart(ctx.em, ctx.providers.payment, {
        id,
        caller_id: null,
        draftTotal: total,
        page: paymentPageOf(ctx.request, page),
        buildAnswer: (em, completion) => buildCompletionResponse(em, id, completion),
      })
    }),
})
