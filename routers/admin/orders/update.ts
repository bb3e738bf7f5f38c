import { z } from 'zod'
import { changeOrderShipping } from '#entities/orders/order/change-order-shipping.ts'
import { updateOrder } from '#entities/orders/order/update-order.ts'
import { rest } from '../../context/meta.ts'
import { AddressPayload } from '../../filters/address-inputs.ts'
import { withChanges } from '../../filters/field-inputs.ts'
import { Amount, Email, notEmpty } from '../../inputs/common.ts'
import { router } from '../../procedures/trpc.ts'
import { orderInput, orderMutation } from './read-order.ts'

const anyObject = z.record(z.string(), z.unknown())

/** Medusa v1 accepts these properties, but `updateOrder` rejects them if they have a value. */
const frozenFields = {
  items: z.array(anyObject).nullish(),
  region: z.string().nullish(),
  discounts: z.array(anyObject).nullish(),
  payment_method: anyObject.nullish(),
  shipping_method: anyObject.nullish(),
}

const omitEmpty = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null))

export const orderUpdate = router({
  update: orderMutation(
    withChanges(['order', 'admin'], {
      ...orderInput,
      email: Email.nullish(),
      billing_address: AddressPayload.nullish(),
      shipping_address: AddressPayload.nullish(),
      ...frozenFields,
      customer_id: z.string().nullish(),
      no_notification: z.boolean().nullish(),
    }),
  )
    .meta(rest('POST', '/orders/{id}', 'Update an order'))
    .mutation(async ({ ctx, input }) => {
      const { id, items, region, discounts, payment_method, shipping_method, ...changes } = input
      await updateOrder(ctx.em, id, {
        ...changes,
        frozen_fields: omitEmpty({ items, region, discounts, payment_method, shipping_method }),
      })
    }),

  addShippingMethod: orderMutation(
    z.strictObject({
      ...orderInput,
      price: Amount.check(notEmpty),
      option_id: z.string().min(1),
      data: anyObject.nullish(),
    }),
  )
    .meta(rest('POST', '/orders/{id}/shipping-methods', 'Add a shipping method to an order'))
    .mutation(({ ctx, input }) => changeOrderShipping(ctx.em, ctx.providers.fulfillment, input)),
})
