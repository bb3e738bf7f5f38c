import { z } from 'zod'
import { receiveReturn } from '#entities/orders/return/receive-return.ts'
import { requestReturn } from '#entities/orders/return/request-return.ts'
import { rest } from '../../context/meta.ts'
import { withFields } from '../../filters/field-inputs.ts'
import { requiredText } from '../../inputs/common.ts'
import { ReturnItems, ReturnShippingSchema } from '../../inputs/line-quantities.ts'
import { router } from '../../procedures/trpc.ts'
import { orderInput, orderMutation } from './read-order.ts'

export const returns = router({
  requestReturn: orderMutation(
    withFields(['return', 'admin'], {
      items: ReturnItems,
      return_shipping: ReturnShippingSchema.extend({ option_id: requiredText.nullish() }).nullish(),
      note: z.string().nullish(),
      receive_now: z.boolean().nullable().default(false),
      no_notification: z.boolean().nullish(),
      refund: z.int().max(2_147_483_647).nullish(),
      location_id: z.string().nullish(),
      ...orderInput,
    }),
  )
    .meta(rest('POST', '/orders/{id}/return', 'Request a return', { issuesIdempotencyKey: true }))
    .mutation(async ({ ctx, input: { id, receive_now, return_shipping, ...input } }) => {
      const { payment, fulfillment } = ctx.providers
      const { option_id } = return_shipping ?? {}
      const shipping = option_id ? { ...return_shipping, option_id } : null
      const request = { ...input, order_id: id, return_shipping: shipping }
      const { id: return_id } = await requestReturn(ctx.em, fulfillment, request)
      await ctx.em.flush()
      if (receive_now) await receiveReturn(ctx.em, payment, { return_id, items: input.items })
    }),
})
