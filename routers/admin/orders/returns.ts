import { z } from 'zod'
import { receiveReturn } from '#entities/return/receive-return.ts'
import { requestReturn } from '#entities/return/request-return.ts'
import { rest } from '../../meta.ts'
import { ReturnItems, WayBack } from '../../schemas/pieces.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { checkSelection, orderInput, showAdminOrder, withOrder } from './read-order.ts'

export const returns = router({
  requestReturn: adminProcedure
    .meta(rest('POST', '/orders/{id}/return', 'Have pieces of an order come back', { issuesKey: true }))
    .input(
      z.strictObject({
        items: ReturnItems,
        return_shipping: WayBack.nullish(),
        note: z.string().nullish(),
        /** The pieces are here already. */
        receive_now: z.boolean().nullish(),
        no_notification: z.boolean().nullish(),
        refund: z.int().max(2_147_483_647).nullish(),
        location_id: z.string().nullish(),
        ...orderInput,
      }),
    )
    .output(withOrder)
    .mutation(async ({ ctx, input: { id, expand, fields, receive_now, ...wanted } }) => {
      checkSelection({ expand, fields })
      const { payment, fulfillment } = ctx.providers
      const back = await requestReturn(ctx.em, fulfillment, { ...wanted, order_id: id })
      await ctx.em.flush()
      if (receive_now) await receiveReturn(ctx.em, payment, { return_id: back.id, items: wanted.items })
      await ctx.em.flush()
      return showAdminOrder(ctx.em, id, { expand, fields })
    }),
})
