import { z } from 'zod'
import { shipOrderBy } from '#entities/order/ship-order-by.ts'
import { updateOrder } from '#entities/order/update-order.ts'
import { rest } from '../../meta.ts'
import { AddressPayload } from '../../schemas/address-input.ts'
import { Amount, Email } from '../../schemas/common.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { checkSelection, orderInput, showAdminOrder, withOrder } from './read-order.ts'

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

export const update = router({
  update: adminProcedure
    .meta(rest('POST', '/orders/{id}', 'Correct who an order is for and where it goes'))
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
    .output(withOrder)
    .mutation(async ({ ctx, input }) => {
      checkSelection(input)
      const { id, items, region, discounts, payment_method, shipping_method, ...changes } = input
      await updateOrder(ctx.em, id, {
        ...changes,
        agreed: given({ items, region, discounts, payment_method, shipping_method }),
      })
      await ctx.em.flush()
      return showAdminOrder(ctx.em, id, input)
    }),

  addShippingMethod: adminProcedure
    .meta(rest('POST', '/orders/{id}/shipping-methods', 'Ship an order by another option'))
    .input(
      z.strictObject({
        ...orderInput,
        price: Amount,
        option_id: z.string().min(1),
        data: anything.nullish(),
      }),
    )
    .output(withOrder)
    .mutation(async ({ ctx, input }) => {
      checkSelection(input)
      await shipOrderBy(ctx.em, ctx.providers.fulfillment, input)
      await ctx.em.flush()
      return showAdminOrder(ctx.em, input.id, input)
    }),
})
