import { z } from 'zod'
import { fulfillOrder } from '#entities/orders/fulfillment/fulfill-order.ts'
import { cancelOrderFulfillment, shipOrderFulfillment } from '#entities/orders/fulfillment/order-fulfillments.ts'
import { fulfillmentFields, LineQuantities, shipmentFields } from '../../inputs/line-quantities.ts'
import { rest } from '../../meta.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { assertSelection, orderInput, orderResponse, readAdminOrder } from './read-order.ts'

/* The parcels of an order. Every answer is the order. */

export const fulfillments = router({
  createFulfillment: adminProcedure
    .meta(rest('POST', '/orders/{id}/fulfillment', 'Create a fulfillment for an order'))
    .input(z.strictObject({ items: LineQuantities, ...fulfillmentFields, ...orderInput }))
    .output(orderResponse)
    .mutation(async ({ ctx, input: { id, expand, fields, ...packed } }) => {
      assertSelection({ expand, fields })
      await fulfillOrder(ctx.em, ctx.providers.fulfillment, { ...packed, order_id: id })
      await ctx.em.flush()
      return readAdminOrder(ctx.em, id, { expand, fields })
    }),

  cancelFulfillment: adminProcedure
    .meta(rest('POST', '/orders/{id}/fulfillments/{fulfillment_id}/cancel', 'Cancel a fulfillment of an order'))
    .input(z.strictObject({ ...orderInput, fulfillment_id: z.string() }))
    .output(orderResponse)
    .mutation(async ({ ctx, input: { id, fulfillment_id, ...wanted } }) => {
      assertSelection(wanted)
      await cancelOrderFulfillment(ctx.em, ctx.providers.fulfillment, { order_id: id, fulfillment_id })
      await ctx.em.flush()
      return readAdminOrder(ctx.em, id, wanted)
    }),

  createShipment: adminProcedure
    .meta(rest('POST', '/orders/{id}/shipment', 'Create a shipment for an order'))
    .input(z.strictObject({ ...shipmentFields, no_notification: z.boolean().nullish(), ...orderInput }))
    .output(orderResponse)
    .mutation(async ({ ctx, input: { id, expand, fields, tracking_numbers, ...shipped } }) => {
      assertSelection({ expand, fields })
      await shipOrderFulfillment(ctx.em, { ...shipped, tracking_numbers: tracking_numbers ?? [], order_id: id })
      await ctx.em.flush()
      return readAdminOrder(ctx.em, id, { expand, fields })
    }),
})
