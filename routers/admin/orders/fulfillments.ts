import { z } from 'zod'
import { fulfillOrder } from '#entities/fulfillment/fulfill-order.ts'
import { cancelOrderParcel, shipOrderParcel } from '#entities/fulfillment/order-parcels.ts'
import { rest } from '../../meta.ts'
import { PiecesOfLines, packing, trackedParcel } from '../../schemas/pieces.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { checkSelection, orderInput, showAdminOrder, withOrder } from './read-order.ts'

/* The parcels of an order. Every answer is the order. */

export const fulfillments = router({
  createFulfillment: adminProcedure
    .meta(rest('POST', '/orders/{id}/fulfillment', 'Pack pieces of an order'))
    .input(z.strictObject({ items: PiecesOfLines, ...packing, ...orderInput }))
    .output(withOrder)
    .mutation(async ({ ctx, input: { id, expand, fields, ...packed } }) => {
      checkSelection({ expand, fields })
      await fulfillOrder(ctx.em, ctx.providers.fulfillment, { ...packed, order_id: id })
      await ctx.em.flush()
      return showAdminOrder(ctx.em, id, { expand, fields })
    }),

  cancelFulfillment: adminProcedure
    .meta(rest('POST', '/orders/{id}/fulfillments/{fulfillment_id}/cancel', 'Unpack a parcel of an order'))
    .input(z.strictObject({ ...orderInput, fulfillment_id: z.string() }))
    .output(withOrder)
    .mutation(async ({ ctx, input: { id, fulfillment_id, ...wanted } }) => {
      checkSelection(wanted)
      await cancelOrderParcel(ctx.em, ctx.providers.fulfillment, { order_id: id, fulfillment_id })
      await ctx.em.flush()
      return showAdminOrder(ctx.em, id, wanted)
    }),

  createShipment: adminProcedure
    .meta(rest('POST', '/orders/{id}/shipment', 'Register that a parcel of an order is on its way'))
    .input(z.strictObject({ ...trackedParcel, no_notification: z.boolean().nullish(), ...orderInput }))
    .output(withOrder)
    .mutation(async ({ ctx, input: { id, expand, fields, tracking_numbers, ...shipped } }) => {
      checkSelection({ expand, fields })
      await shipOrderParcel(ctx.em, { ...shipped, tracking_numbers: tracking_numbers ?? [], order_id: id })
      await ctx.em.flush()
      return showAdminOrder(ctx.em, id, { expand, fields })
    }),
})
