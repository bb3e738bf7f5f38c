import { z } from 'zod'
import { completeCart } from '#entities/cart/complete-cart.ts'
import { createCart } from '#entities/cart/create-cart.ts'
import { readCustomerCart } from '#entities/cart/customer-cart.ts'
import { explainCart } from '#entities/cart/explain-cart.ts'
import { lockOpenCart } from '#entities/cart/lock-cart.ts'
import { priceCart } from '#entities/cart/price-cart.ts'
import { settle, settleCart } from '#entities/cart/settle-cart.ts'
import { updateCart } from '#entities/cart/update-cart.ts'
import { visitCart } from '#entities/cart/visit-cart.ts'
import { removeDiscount } from '#entities/discount/apply-discounts.ts'
import { refuseForeignChannels, scopeOfKey } from '#entities/publishable-api-key/key-scope.ts'
import { rest } from '../../meta.ts'
import { AddressOrId } from '../../schemas/address-input.ts'
import { Email, Metadata } from '../../schemas/common.ts'
import { NewQuantity } from '../../schemas/quantity.ts'
import { selecting } from '../../schemas/query.ts'
import { answer } from '../../schemas/resource.ts'
import { CartResource } from '../../schemas/resources/cart.ts'
import { TotalPart } from '../../schemas/resources/total-part.ts'
import { selectOfCart, showCart, showSelectedCart, showTaxedCart } from '../../schemas/show-cart.ts'
import { cartProcedure, openProcedure } from '../../trpc.ts'
import { expandCart } from './expand-cart.ts'
import { Context, cartInput } from './inputs.ts'
import { CompletionAnswer, showCompletion } from './show-completion.ts'

export const CartAnswer = answer({ cart: CartResource })

const codes = z.array(z.strictObject({ code: z.string() })).nullish()

export const carts = {
  create: cartProcedure
    .meta(rest('POST', '/carts', 'Create a cart', { takesPublishableKey: true }))
    .input(
      z
        .strictObject({
          region_id: z.string().nullish(),
          country_code: z.string().nullish(),
          items: z
            .array(z.strictObject({ variant_id: z.string(), quantity: NewQuantity, metadata: Metadata.nullish() }))
            .nullish(),
          context: Context.nullish(),
          sales_channel_id: z.string().nullish(),
          ...selecting,
        })
        .prefault({}),
    )
    .output(CartAnswer)
    .mutation(async ({ ctx, input }) => {
      const context = { ip: ctx.request.ip, user_agent: ctx.request.userAgent, ...input.context }
      const scope = await scopeOfKey(ctx.em, ctx.request.publishableKey)
      const cart = await createCart(ctx.em, { ...input, scope, context, caller_id: ctx.customer_id })
      return { cart: showCart(await settle(ctx.em, ctx.providers.payment, cart)) }
    }),

  get: openProcedure
    .meta(rest('GET', '/carts/{id}', 'Read a cart'))
    .input(z.strictObject(cartInput))
    .output(CartAnswer)
    .query(async ({ ctx, input }) => {
      // First, since a visit may change the cart.
      const selection = selectOfCart(input)
      const settled = await visitCart(ctx.em, ctx.providers.payment, { id: input.id, caller_id: ctx.customer_id })
      return { cart: await expandCart(ctx.em, showSelectedCart(settled, selection), input.expand) }
    }),

  explainTotals: openProcedure
    .meta(rest('GET', '/carts/{id}/totals/explain', 'Tell what the total of a cart is made up of'))
    .input(z.strictObject({ id: z.string() }))
    .output(z.object({ currency_code: z.string(), total: TotalPart }))
    .query(async ({ ctx, input }) => {
      const cart = await readCustomerCart(ctx.em, input.id)
      return { currency_code: cart.region.currency_code, total: explainCart(cart, priceCart(cart)) }
    }),

  update: cartProcedure
    .meta(rest('POST', '/carts/{id}', 'Update a cart', { takesPublishableKey: true }))
    .input(
      z.strictObject({
        ...cartInput,
        region_id: z.string().nullish(),
        country_code: z.string().nullish(),
        email: Email.nullish(),
        billing_address: AddressOrId.nullish(),
        shipping_address: AddressOrId.nullish(),
        gift_cards: codes,
        discounts: codes,
        customer_id: z.string().nullish(),
        context: Context.nullish(),
        sales_channel_id: z.string().nullish(),
      }),
    )
    .output(CartAnswer)
    .mutation(async ({ ctx, input: { id, expand, fields, ...changes } }) => {
      const { payment } = ctx.providers
      const { sales_channel_id } = changes
      if (sales_channel_id)
        refuseForeignChannels(await scopeOfKey(ctx.em, ctx.request.publishableKey), [sales_channel_id])
      const cart = await updateCart(ctx.em, id, { changes, caller_id: ctx.customer_id, payment })
      return { cart: showCart(await settle(ctx.em, payment, cart)) }
    }),

  removeDiscount: cartProcedure
    .meta(rest('DELETE', '/carts/{id}/discounts/{code}', 'Take a discount out of a cart'))
    .input(z.strictObject({ ...cartInput, code: z.string() }))
    .output(CartAnswer)
    .mutation(async ({ ctx, input: { id, code } }) => {
      const cart = await lockOpenCart(ctx.em, id)
      await removeDiscount(ctx.em, cart, code)
      return { cart: showCart(await settleCart(ctx.em, ctx.providers.payment, id)) }
    }),

  calculateTaxes: openProcedure
    .meta(rest('POST', '/carts/{id}/taxes', 'Calculate the taxes of a cart'))
    .input(z.strictObject(cartInput))
    .output(CartAnswer)
    .mutation(async ({ ctx, input }) => {
      const cart = await readCustomerCart(ctx.em, input.id)
      return { cart: showTaxedCart({ cart, priced: priceCart(cart, 'forced') }) }
    }),

  complete: openProcedure
    .meta(
      rest('POST', '/carts/{id}/complete', 'Complete a cart', {
        ignoresBody: true,
        issuesKey: true,
        transactions: 'own',
        isFinal: (answer) => (answer as { type: string }).type !== 'cart',
      }),
    )
    .input(z.strictObject(cartInput))
    .output(CompletionAnswer)
    .mutation(({ ctx, input: { id } }) =>
      completeCart(ctx.em, ctx.providers.payment, {
        id,
        answer: async (em, completion) => ctx.keep(em, await showCompletion(em, id, completion)),
      }),
    ),
}
