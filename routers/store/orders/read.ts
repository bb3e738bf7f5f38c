import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { lookUpOrder } from '#entities/order/look-up-order.ts'
import { rest } from '../../meta.ts'
import { Email } from '../../schemas/common.ts'
import { readRow } from '../../schemas/list.ts'
import { queryNumber, selecting } from '../../schemas/query.ts'
import { answer } from '../../schemas/resource.ts'
import { StoreOrder } from '../../schemas/resources/order.ts'
import { openProcedure, router } from '../../trpc.ts'
import { limitLookUps } from './limit-look-ups.ts'
import { showStoreOrder, storeOrders, WITH_AFTERMATH } from './show-order.ts'

/* Whoever knows the id of an order, or of its cart, may read it; so may who knows its number and e-mail. */

export const read = router({
  get: openProcedure
    .meta(rest('GET', '/orders/{id}', 'Read an order'))
    .input(z.strictObject({ id: z.string(), ...selecting }))
    .output(answer({ order: StoreOrder }))
    .query(async ({ ctx, input }) => {
      const order = await showStoreOrder(ctx.em, input.id, input)
      if (!order) throw new NotFound(`Order with id ${input.id} was not found`)
      return { order }
    }),

  getByCart: openProcedure
    .meta(rest('GET', '/orders/cart/{cart_id}', 'Read the order of a cart'))
    .input(z.strictObject({ cart_id: z.string(), ...selecting }))
    .output(answer({ order: StoreOrder }))
    .query(async ({ ctx, input }) => {
      const { cart_id } = input
      const order = await readRow(ctx.em, input, { ...storeOrders, defaults: WITH_AFTERMATH, where: [{ cart_id }] })
      if (!order) throw new NotFound(`Order with cart id ${cart_id} was not found`)
      return { order }
    }),

  lookUp: openProcedure
    .meta(rest('GET', '/orders', 'Look an order up by its number and e-mail', { isLimited: true }))
    .input(
      z.strictObject({
        display_id: queryNumber,
        email: Email,
        shipping_address: z.strictObject({ postal_code: z.string().optional() }).optional(),
        ...selecting,
      }),
    )
    .output(answer({ order: StoreOrder }))
    .query(async ({ ctx, input }) => {
      await limitLookUps(ctx)
      const { display_id, email, shipping_address } = input
      const id = await lookUpOrder(ctx.em, { display_id, email, postal_code: shipping_address?.postal_code })
      const order = id && (await showStoreOrder(ctx.em, id, input))
      if (!order) throw new NotFound('Not Found')
      return { order }
    }),
})
