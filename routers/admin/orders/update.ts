import { z } from 'zod'
import { changeOrderShipping } from '#entities/orders/order/change-order-shipping.ts'
import { updateOrder } from '#entities/orders/order/update-order.ts'
import { AddressPayload } from '../../inputs/address-input.ts'
import { Amount, Email, notEmpty } from '../../inputs/common.ts'
import { rest } from '../../meta.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { assertSelection, orderInput, orderResponse, readAdminOrder } from './read-order.ts'

const anything = z.record(z.string(), z.unknown())

/** What the wire format has, and no order changes. */
const agreed = {
  items: z.array(anything).nullish(),
  region: z.string().nullish(),
  discounts: z.array(anything).nullish(),
  payment_method: anything.nullish(),
  shipping_method: anything.nullish(),
}

const given = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null))

export const orderUpdate = router({
  update: adminProcedure
    .meta(rest('POST', '/orders/{id}', 'Update an order'))
    .input(
      z.strictObject({
        ...orderInput,
        email: Email.nullish(),
        billing_address: AddressPayload.nullish(),
        shipping_address: AddressPayload.nullish(),
        ...agreed,
        customer_id: z.string().nullish(),
        no_notification: z.boolean().nullish(),
      }),
    )
    .output(orderResponse)
    .mutation(async ({ ctx, input }) => {
      assertSelection(input)
      const { id, items, region, discounts, payment_method, shipping_method, ...changes } = input
      await updateOrder(ctx.em, id, {
        ...changes,
        frozen_fields: given({ items, region, discounts, payment_method, shipping_method }),
      })
      await ctx.em.flush()
      return readAdminOrder(ctx.em, id, input)
    }),

  addShippingMethod: adminProcedure
    .meta(rest('POST', '/orders/{id}/shipping-methods', 'Add a shipping method to an order'))
    .input(
      z.strictObject({
        ...orderInput,
        price: Amount.check(notEmpty),
        option_id: z.string().min(1),
        data: anything.nullish(),
      }),
    )
    .output(orderResponse)
    .mutation(async ({ ctx, input }) => {
      assertSelection(input)
      await changeOrderShipping(ctx.em, ctx.providers.fulfillment, input)
      await ctx.em.flush()
      return readAdminOrder(ctx.em, input.id, input)
    }),
})
