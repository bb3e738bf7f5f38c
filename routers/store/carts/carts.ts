import { z } from 'zod'
import { removeDiscount } from '#entities/cart/cart/apply-discounts.ts'
import { createCart } from '#entities/cart/cart/create-cart.ts'
import { readCustomerCart } from '#entities/cart/cart/customer-cart.ts'
import { lockOpenCart } from '#entities/cart/cart/lock-cart.ts'
import { readAndClaimCart } from '#entities/cart/cart/read-and-claim-cart.ts'
import { updateCart } from '#entities/cart/cart/update-cart.ts'
import { explainCart } from '#entities/cart/pricing/explain-cart.ts'
import { explainDiscounts } from '#entities/cart/pricing/explain-discounts.ts'
import { markUsedUp } from '#entities/cart/pricing/mark-used-up.ts'
import { priceCart } from '#entities/cart/pricing/price-cart.ts'
import { completeCart } from '#entities/checkout/complete-cart.ts'
import { assertChannelsInScope, scopeOfKey } from '#entities/market/publishable-api-key/key-scope.ts'
import { shopOf } from '#entities/shop.ts'
import { refuseLargeJson, refuseTooManyLines } from '../../context/growth-bounds.ts'
import { rest } from '../../context/meta.ts'
import { StoreAddressOrId } from '../../filters/address-inputs.ts'
import { withChanges, withFields } from '../../filters/field-inputs.ts'
import { Email, Metadata, notEmpty, requiredText } from '../../inputs/common.ts'
import { NewQuantity } from '../../inputs/quantity.ts'
import { selectionParams } from '../../inputs/query.ts'
import { openGet } from '../../procedures/row-get.ts'
import { openProcedure } from '../../procedures/trpc.ts'
import type { RowAnswer } from '../../reading/row-answer.ts'
import { DiscountOutcomeView } from '../../resources/discount-outcome.ts'
import { parseCartSelection, showTaxedCart } from '../../resources/show-cart.ts'
import { TotalPart } from '../../resources/total-part.ts'
import { cartClaimantOf } from './cart-claimant.ts'
import { CartContext, cartInput } from './cart-inputs.ts'
import { CartResponse, cartMutation } from './cart-mutation.ts'
import { buildCompletionResponse, CompletionResponse } from './completion-response.ts'
import { paymentPageInput, paymentPageOf } from './payment-page.ts'
import { refuseLargeParts } from './refuse-large-parts.ts'
import { showVisitedCart } from './show-visited-cart.ts'

const codes = z.array(z.strictObject({ code: z.string() })).nullish()

const visitedCartAnswer: RowAnswer<z.output<typeof CartResponse>> = {
  response: CartResponse,
  async read(ctx, id, input) {
    // An unknown name is refused before the request changes the cart.
    const selection = parseCartSelection(input)
    const { customer_id: caller_id } = ctx
    const settled = await readAndClaimCart(ctx.em, ctx.providers.payment, { id, customer_id: cartClaimantOf(ctx) })
    return { cart: await showVisitedCart(ctx.em, settled, { selection, caller_id }) }
  },
}

export const carts = {
  create: cartMutation(
    withFields(['cart', 'store'], {
      region_id: z.string().nullish(),
      country_code: z.string().nullish(),
      items: z
        .array(
          withFields(['line_item', 'store'], {
            variant_id: requiredText,
            quantity: NewQuantity.check(notEmpty),
            metadata: Metadata.nullish(),
          }),
        )
        .nullish(),
      context: CartContext.nullish(),
      sales_channel_id: z.string().nullish(),
      ...selectionParams,
    }).prefault({}),
  )
    .meta(rest('POST', '/carts', 'Create a cart', { takesPublishableKey: true, createsCart: true, takesCodes: true }))
    .mutation(async ({ ctx, input }) => {
      const { ip, userAgent: user_agent } = ctx.request
      const locale = ctx.response.language?.code
      const context = { ip, user_agent, ...(locale !== undefined && { locale }), ...input.context }
      const scope = await scopeOfKey(ctx.em, ctx.request.publishableKey)
      for (const { metadata } of input.items ?? [])
        refuseLargeJson('metadata', metadata, ctx.services.growthBounds.lineMetadata)
      refuseLargeJson('context', context, ctx.services.growthBounds.metadata)
      const cart = await createCart(ctx.em, { ...input, scope, context, caller_id: ctx.customer_id })
      refuseTooManyLines(cart.items, ctx.services.growthBounds)
      return cart
    }),

  get: openGet(visitedCartAnswer, rest('GET', '/carts/{id}', 'Retrieve a cart')),

  explainTotals: openProcedure
    .meta(rest('GET', '/carts/{id}/totals/explain', 'Explain the total of a cart'))
    .input(z.strictObject({ id: z.string() }))
    .output(z.object({ currency_code: z.string(), total: TotalPart, discounts: z.array(DiscountOutcomeView) }))
    .query(async ({ ctx, input }) => {
      const cart = await readCustomerCart(ctx.em, input.id)
      const priced = priceCart(cart, shopOf(ctx.em))
      return {
        currency_code: cart.region.currency_code,
        total: explainCart(cart, priced),
        discounts: await markUsedUp(ctx.em, cart, explainDiscounts(cart, priced)),
      }
    }),

  update: cartMutation(
    withChanges(['cart', 'store'], {
      ...cartInput,
      region_id: z.string().nullish(),
      country_code: z.string().nullish(),
      email: Email.nullish(),
      billing_address: StoreAddressOrId.nullish(),
      shipping_address: StoreAddressOrId.nullish(),
      gift_cards: codes,
      discounts: codes,
      customer_id: z.string().nullish(),
      context: CartContext.nullish(),
      sales_channel_id: z.string().nullish(),
    }),
  )
    .meta(
      rest('POST', '/carts/{id}', 'Update a cart', {
        takesPublishableKey: true,
        takesCodes: true,
        createsContact: 'email',
      }),
    )
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      const { sales_channel_id } = changes
      if (sales_channel_id)
        assertChannelsInScope(await scopeOfKey(ctx.em, ctx.request.publishableKey), [sales_channel_id])
      const cart = await updateCart(ctx.em, id, { changes, caller_id: ctx.customer_id, payment: ctx.providers.payment })
      refuseLargeParts(cart, changes, ctx.services.growthBounds.metadata)
      return cart
    }),

  removeDiscount: cartMutation(z.strictObject({ ...cartInput, code: z.string() }))
    .meta(rest('DELETE', '/carts/{id}/discounts/{code}', 'Remove a discount from a cart', { lockKey: 'id' }))
    .mutation(async ({ ctx, input: { id, code } }) => {
      await removeDiscount(ctx.em, await lockOpenCart(ctx.em, { id, caller_id: ctx.customer_id }), code)
      return id
    }),

  calculateTaxes: openProcedure
    .meta(rest('POST', '/carts/{id}/taxes', 'Calculate the taxes of a cart'))
    .input(z.strictObject(cartInput))
    .output(CartResponse)
    .mutation(async ({ ctx, input }) => {
      const cart = await readCustomerCart(ctx.em, input.id)
      return { cart: showTaxedCart({ cart, priced: priceCart(cart, shopOf(ctx.em), 'forced') }) }
    }),

  complete: openProcedure
    .meta(
      rest('POST', '/carts/{id}/complete', 'Complete a cart', {
        ignoresUnknownBody: true,
        issuesIdempotencyKey: true,
        manualTransactions: true,
        locksSharedRows: true,
        isFinal: (answer) => (answer as { type: string }).type !== 'cart',
      }),
    )
    .input(z.strictObject({ ...cartInput, ...paymentPageInput }))
    .output(CompletionResponse)
    .mutation(({ ctx, input: { id, ...page } }) =>
      completeCart(ctx.em, ctx.providers.payment, {
        id,
        caller_id: ctx.customer_id,
        page: ctx.savedMethod ? undefined : paymentPageOf(ctx.request, page),
        savedMethod: ctx.savedMethod,
        buildAnswer: async (em, completion) => ctx.saveResponse(em, await buildCompletionResponse(em, id, completion)),
      }),
    ),
}
