import { z } from 'zod'
import { addToCart, changeInCart, removeFromCart } from '#entities/cart/fill-cart.ts'
import { settle } from '#entities/cart/settle-cart.ts'
import { rest } from '../../meta.ts'
import { Metadata } from '../../schemas/common.ts'
import { Quantity } from '../../schemas/quantity.ts'
import { showCart, showCartWithCustomer } from '../../schemas/show-cart.ts'
import { cartProcedure } from '../../trpc.ts'
import { CartAnswer } from './carts.ts'
import { cartInput } from './inputs.ts'

export const lineItems = {
  addLineItem: cartProcedure
    .meta(rest('POST', '/carts/{id}/line-items', 'Add a line to a cart'))
    .input(z.strictObject({ ...cartInput, variant_id: z.string(), quantity: Quantity, metadata: Metadata.nullish() }))
    .output(CartAnswer)
    .mutation(async ({ ctx, input: { id, ...line } }) => {
      const cart = await addToCart(ctx.em, id, line)
      return { cart: showCartWithCustomer(await settle(ctx.em, ctx.providers.payment, cart)) }
    }),

  updateLineItem: cartProcedure
    .meta(rest('POST', '/carts/{id}/line-items/{line_id}', 'Change a line of a cart'))
    .input(z.strictObject({ ...cartInput, line_id: z.string(), quantity: Quantity, metadata: Metadata.nullish() }))
    .output(CartAnswer)
    .mutation(async ({ ctx, input: { id, ...line } }) => {
      const cart = await changeInCart(ctx.em, id, line)
      return { cart: showCart(await settle(ctx.em, ctx.providers.payment, cart)) }
    }),

  deleteLineItem: cartProcedure
    .meta(rest('DELETE', '/carts/{id}/line-items/{line_id}', 'Delete a line of a cart'))
    .input(z.strictObject({ ...cartInput, line_id: z.string() }))
    .output(CartAnswer)
    .mutation(async ({ ctx, input: { id, line_id } }) => {
      const cart = await removeFromCart(ctx.em, id, line_id)
      return { cart: showCart(await settle(ctx.em, ctx.providers.payment, cart)) }
    }),
}
