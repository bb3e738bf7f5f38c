import { z } from 'zod'
import { addLine, changeLine, removeLine } from '#entities/cart/change-lines.ts'
import { lockCartToFill, lockOpenCart } from '#entities/cart/lock-cart.ts'
import { settleCart } from '#entities/cart/settle-cart.ts'
import { rest } from '../../meta.ts'
import { Metadata } from '../../schemas/common.ts'
import { Quantity } from '../../schemas/quantity.ts'
import { showCart, showCartWithCustomer } from '../../schemas/show-cart.ts'
import { openProcedure } from '../../trpc.ts'
import { CartAnswer } from './carts.ts'
import { cartInput } from './inputs.ts'

export const lineItems = {
  addLineItem: openProcedure
    .meta(rest('POST', '/carts/{id}/line-items', 'Add a line to a cart'))
    .input(z.strictObject({ ...cartInput, variant_id: z.string(), quantity: Quantity, metadata: Metadata.nullish() }))
    .output(CartAnswer)
    .mutation(async ({ ctx, input: { id, ...line } }) => {
      await addLine(ctx.em, await lockCartToFill(ctx.em, id, [line.variant_id]), line)
      return { cart: showCartWithCustomer(await settleCart(ctx.em, ctx.providers.payment, id)) }
    }),

  updateLineItem: openProcedure
    .meta(rest('POST', '/carts/{id}/line-items/{line_id}', 'Change a line of a cart'))
    .input(z.strictObject({ ...cartInput, line_id: z.string(), quantity: Quantity, metadata: Metadata.nullish() }))
    .output(CartAnswer)
    .mutation(async ({ ctx, input: { id, ...line } }) => {
      const cart = await lockOpenCart(ctx.em, id)
      await changeLine(ctx.em, cart, line)
      return { cart: showCart(await settleCart(ctx.em, ctx.providers.payment, id)) }
    }),

  deleteLineItem: openProcedure
    .meta(rest('DELETE', '/carts/{id}/line-items/{line_id}', 'Delete a line of a cart'))
    .input(z.strictObject({ ...cartInput, line_id: z.string() }))
    .output(CartAnswer)
    .mutation(async ({ ctx, input: { id, line_id } }) => {
      const cart = await lockOpenCart(ctx.em, id)
      await removeLine(ctx.em, cart, line_id)
      return { cart: showCart(await settleCart(ctx.em, ctx.providers.payment, id)) }
    }),
}
