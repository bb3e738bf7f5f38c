import { z } from 'zod'
import { addLineToCart, changeLineInCart, removeLineFromCart } from '#entities/cart/cart/change-cart-lines.ts'
import { repriceAndSyncPayment } from '#entities/cart/pricing/reprice-and-sync-payment.ts'
import { refuseLargeJson, refuseTooManyLines } from '../../context/growth-bounds.ts'
import { rest } from '../../context/meta.ts'
import { withChanges, withFields } from '../../filters/field-inputs.ts'
import { Metadata } from '../../inputs/common.ts'
import { Quantity } from '../../inputs/quantity.ts'
import { cartProcedure } from '../../procedures/trpc.ts'
import { showCartToCaller } from '../../resources/show-cart.ts'
import { cartInput } from './cart-inputs.ts'
import { CartResponse, cartMutation } from './cart-mutation.ts'

export const lineItems = {
  addLineItem: cartProcedure
    .meta(rest('POST', '/carts/{id}/line-items', 'Add a line item to a cart'))
    .input(
      withFields(['line_item', 'store'], {
        ...cartInput,
        variant_id: z.string(),
        quantity: Quantity,
        metadata: Metadata.nullish(),
      }),
    )
    .output(CartResponse)
    .mutation(async ({ ctx, input: { id, ...line } }) => {
      refuseLargeJson('metadata', line.metadata, ctx.services.growthBounds.lineMetadata)
      const cart = await addLineToCart(ctx.em, { id, caller_id: ctx.customer_id }, line)
      refuseTooManyLines(cart.items, ctx.services.growthBounds)
      return {
        cart: showCartToCaller(await repriceAndSyncPayment(ctx.em, ctx.providers.payment, cart), ctx.customer_id),
      }
    }),

  updateLineItem: cartMutation(
    withChanges(['line_item', 'store'], {
      ...cartInput,
      line_id: z.string(),
      quantity: Quantity,
      metadata: Metadata.nullish(),
    }),
  )
    .meta(rest('POST', '/carts/{id}/line-items/{line_id}', 'Update a line item of a cart', { lockKey: 'id' }))
    .mutation(async ({ ctx, input: { id, ...line } }) => {
      const cart = await changeLineInCart(ctx.em, { id, caller_id: ctx.customer_id }, line)
      const changed = line.metadata && cart.items.find((item) => item.id === line.line_id)
      if (changed) refuseLargeJson('metadata', changed.metadata, ctx.services.growthBounds.lineMetadata)
      return cart
    }),

  deleteLineItem: cartMutation(z.strictObject({ ...cartInput, line_id: z.string() }))
    .meta(rest('DELETE', '/carts/{id}/line-items/{line_id}', 'Remove a line item from a cart', { lockKey: 'id' }))
    .mutation(({ ctx, input: { id, line_id } }) =>
      removeLineFromCart(ctx.em, { id, caller_id: ctx.customer_id }, line_id),
    ),
}
