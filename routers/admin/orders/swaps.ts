import { z } from 'zod'
import { cancelSwap } from '#entities/orders/swap/cancel-swap.ts'
import { createSwap } from '#entities/orders/swap/create-swap.ts'
import { processSwap } from '#entities/orders/swap/process-swap.ts'
import { cancelSwapFulfillment, fulfillSwap, shipSwapFulfillment } from '#entities/orders/swap/swap-fulfillments.ts'
import { rest } from '../../context/meta.ts'
import { withFields } from '../../filters/field-inputs.ts'
import { Amount, notEmpty, requiredText } from '../../inputs/common.ts'
import {
  AdditionalItems,
  fulfillmentFields,
  isUniqueBy,
  ReturnItems,
  ReturnShippingSchema,
  shipmentFields,
} from '../../inputs/line-quantities.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { assertSelection, orderAnswer, orderInput, orderMutation, returnMutation } from './read-order.ts'

const swapInput = { ...orderInput, swap_id: z.string() }

const CustomOptions = z
  .array(z.strictObject({ option_id: requiredText, price: Amount.check(notEmpty) }))
  .refine(isUniqueBy('option_id'), 'custom_shipping_options must not contain an option twice')

export const swaps = router({
  createSwap: returnMutation(
    withFields(['swap', 'admin'], {
      ...orderInput,
      return_items: ReturnItems,
      additional_items: AdditionalItems.nullish(),
      return_shipping: ReturnShippingSchema.nullish(),
      sales_channel_id: z.string().nullish(),
      custom_shipping_options: CustomOptions.nullish(),
      no_notification: z.boolean().nullish(),
      return_location_id: z.string().nullish(),
      allow_backorder: z.boolean().nullable().default(true),
    }),
  )
    .meta(rest('POST', '/orders/{id}/swaps', 'Create a swap', { issuesIdempotencyKey: true }))
    .mutation(async ({ ctx, input: { id, ...swap } }) => {
      const allow_backorder = swap.allow_backorder ?? true
      await createSwap(ctx.em, ctx.providers.fulfillment, { ...swap, allow_backorder, order_id: id })
    }),

  cancelSwap: orderMutation(z.strictObject(swapInput))
    .meta(rest('POST', '/orders/{id}/swaps/{swap_id}/cancel', 'Cancel a swap', { lockKey: 'id' }))
    .mutation(({ ctx, input: { id, swap_id } }) =>
      cancelSwap(ctx.em, ctx.providers.payment, { order_id: id, swap_id }),
    ),

  processSwapPayment: adminProcedure
    .meta(
      rest('POST', '/orders/{id}/swaps/{swap_id}/process-payment', 'Process the payment of a swap', {
        lockKey: 'id',
        manualTransactions: true,
      }),
    )
    .input(z.strictObject(swapInput))
    .output(orderAnswer.response)
    .mutation(async ({ ctx, input: { id, swap_id, ...selection } }) => {
      assertSelection(selection)
      await processSwap(ctx.em, ctx.providers.payment, { order_id: id, swap_id })
      return orderAnswer.read(ctx, id, selection)
    }),

  fulfillSwap: orderMutation(z.strictObject({ ...swapInput, ...fulfillmentFields }))
    .meta(
      rest('POST', '/orders/{id}/swaps/{swap_id}/fulfillments', 'Create a fulfillment for a swap', { lockKey: 'id' }),
    )
    .mutation(({ ctx, input: { id, ...packed } }) =>
      fulfillSwap(ctx.em, ctx.providers.fulfillment, { ...packed, order_id: id }),
    ),

  cancelSwapFulfillment: orderMutation(z.strictObject({ ...swapInput, fulfillment_id: z.string() }))
    .meta(
      rest(
        'POST',
        '/orders/{id}/swaps/{swap_id}/fulfillments/{fulfillment_id}/cancel',
        'Cancel a fulfillment of a swap',
        { lockKey: 'id' },
      ),
    )
    .mutation(({ ctx, input: { id, swap_id, fulfillment_id } }) =>
      cancelSwapFulfillment(ctx.em, ctx.providers.fulfillment, { order_id: id, swap_id, fulfillment_id }),
    ),

  createSwapShipment: orderMutation(
    z.strictObject({ ...swapInput, ...shipmentFields, no_notification: z.boolean().nullish() }),
  )
    .meta(rest('POST', '/orders/{id}/swaps/{swap_id}/shipments', 'Create a shipment for a swap', { lockKey: 'id' }))
    .mutation(({ ctx, input: { id, tracking_numbers, ...shipped } }) =>
      shipSwapFulfillment(ctx.em, { ...shipped, tracking_numbers: tracking_numbers ?? [], order_id: id }),
    ),
})
