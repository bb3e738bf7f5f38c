import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { lookUpOrderId } from '#entities/orders/order/look-up-order.ts'
import { rest } from '../../context/meta.ts'
import { textOrNumber } from '../../inputs/address-input.ts'
import { Email } from '../../inputs/common.ts'
import { queryNumber, selectionParams } from '../../inputs/query.ts'
import { openProcedure, router } from '../../procedures/trpc.ts'
import { responseSchema } from '../../reading/resource.ts'
import { StoreOrder } from '../../resources/order.ts'
import { limitOrderLookups } from './limit-order-lookups.ts'
import { readStoreOrder } from './read-store-order.ts'

/*
 * The ID of an order, the ID of its cart, and the order number with the email are secrets of the customer. A caller
 * that knows one of them can read the order, but not the account of the customer.
 */

export const read = router({
  get: openProcedure
    .meta(rest('GET', '/orders/{id}', 'Retrieve an order'))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(responseSchema({ order: StoreOrder }))
    .query(async ({ ctx, input }) => {
      const { id, ...selection } = input
      const order = await readStoreOrder(ctx.em, {
        where: { id },
        selection,
        view: 'itself',
        caller_id: ctx.customer_id,
      })
      if (!order) throw new NotFound(`Order with id ${input.id} was not found`)
      return { order }
    }),

  getByCart: openProcedure
    .meta(rest('GET', '/orders/cart/{cart_id}', 'Retrieve the order of a cart'))
    .input(z.strictObject({ cart_id: z.string(), ...selectionParams }))
    .output(responseSchema({ order: StoreOrder }))
    .query(async ({ ctx, input }) => {
      const { cart_id, ...selection } = input
      const caller_id = ctx.customer_id
      const order = await readStoreOrder(ctx.em, { where: { cart_id }, selection, view: 'withAfterSale', caller_id })
      if (!order) throw new NotFound(`Order with cart id ${cart_id} was not found`)
      return { order }
    }),

  lookUp: openProcedure
    .meta(rest('GET', '/orders', 'Look up an order by number and email'))
    .input(
      z.strictObject({
        display_id: queryNumber,
        email: Email,
        shipping_address: z.strictObject({ postal_code: textOrNumber.optional() }).optional(),
        ...selectionParams,
      }),
    )
    .output(responseSchema({ order: StoreOrder }))
    .query(async ({ ctx, input }) => {
      await limitOrderLookups(ctx)
      const { display_id, email, shipping_address } = input
      const id = await lookUpOrderId(ctx.em, { display_id, email, postal_code: shipping_address?.postal_code })
      const caller_id = ctx.customer_id
      const order = id && (await readStoreOrder(ctx.em, { where: { id }, selection: input, view: 'itself', caller_id }))
      if (!order) throw new NotFound('Not Found')
      return { order }
    }),
})
