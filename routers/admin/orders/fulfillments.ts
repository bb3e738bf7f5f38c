import { z } from 'zod'
import { fulfillOrder } from '#entities/orders/fulfillment/fulfill-order.ts'
import { cancelOrderFulfillment, shipOrderFulfillment } from '#entities/orders/fulfillment/order-fulfillments.ts'
import { correctTracking } from '#entities/orders/fulfillment/tracking.ts'
import { rest } from '../../context/meta.ts'
import { requiredText } from '../../inputs/common.ts'
import { fulfillmentFields, LineQuantities, shipmentFields, trackingFields } from '../../inputs/line-quantities.ts'
import { router } from '../../procedures/trpc.ts'
import { orderInput, orderMutation } from './read-order.ts'

export const fulfillments = router({
  createFulfillment: orderMutation(z.strictObject({ items: LineQuantities, ...fulfillmentFields, ...orderInput }))
    .meta(rest('POST', '/orders/{id}/fulfillment', 'Create a fulfillment for an order'))
    .mutation(({ ctx, input: { id, ...packed } }) =>
      fulfillOrder(ctx.em, ctx.providers.fulfillment, { ...packed, order_id: id }),
    ),

  cancelFulfillment: orderMutation(z.strictObject({ ...orderInput, fulfillment_id: z.string() }))
    .meta(
      rest('POST', '/orders/{id}/fulfillments/{fulfillment_id}/cancel', 'Cancel a fulfillment of an order', {
        lockKey: 'id',
      }),
    )
    .mutation(({ ctx, input: { id, fulfillment_id } }) =>
      cancelOrderFulfillment(ctx.em, ctx.providers.fulfillment, { order_id: id, fulfillment_id }),
    ),

  createShipment: orderMutation(
    z.strictObject({ ...shipmentFields, no_notification: z.boolean().nullish(), ...orderInput }),
  )
    .meta(rest('POST', '/orders/{id}/shipment', 'Create a shipment for an order'))
    .mutation(({ ctx, input: { id, tracking_numbers, ...shipped } }) =>
      shipOrderFulfillment(ctx.em, { ...shipped, tracking_numbers: tracking_numbers ?? [], order_id: id }),
    ),

  correctTracking: orderMutation(
    z.strictObject({
      ...orderInput,
      fulfillment_id: z.string(),
      tracking_numbers: z.array(requiredText),
      carrier: trackingFields.carrier,
    }),
  )
    .meta(
      rest(
        'POST',
        '/orders/{id}/fulfillments/{fulfillment_id}/tracking',
        'Replace the tracking numbers of a fulfillment of an order, a claim or a swap',
        { lockKey: 'id' },
      ),
    )
    .mutation(({ ctx, input: { id, fulfillment_id, tracking_numbers, carrier } }) =>
      correctTracking(ctx.em, { order_id: id, fulfillment_id, tracking_numbers, carrier }),
    ),
})
