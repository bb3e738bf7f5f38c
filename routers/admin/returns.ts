import { z } from 'zod'
import { cancelReturn } from '#entities/orders/return/cancel-return.ts'
import { receiveReturn } from '#entities/orders/return/receive-return.ts'
import { rest } from '../context/meta.ts'
import { withFields } from '../filters/field-inputs.ts'
import { isUniqueBy, LineQuantities } from '../inputs/line-quantities.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminMutation } from '../procedures/row-mutation.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { ReturnResource } from '../resources/return.ts'
import { orderAnswer } from './orders/read-order.ts'

const view = {
  resource: ReturnResource,
  withDeleted: true,
  defaults: { relations: ['swap', 'order', 'items'] },
}

const returnMutation = adminMutation(rowAnswer('return', view))

export const returns = router({
  list: adminList('returns', view, {}, { pageSize: 50, fields: 'return' })
    .meta(rest('GET', '/returns', 'List returns', { allowsStaleReads: true }))
    .query(() => []),

  receive: returnMutation(
    withFields(['return', 'admin'], {
      id: z.string(),
      items: LineQuantities.refine(isUniqueBy('item_id'), 'items must not contain a line item twice'),
      refund: z.int().max(2_147_483_647).nullish(),
      location_id: z.string().nullish(),
    }),
  )
    .meta(rest('POST', '/returns/{id}/receive', 'Receive a return'))
    .mutation(async ({ ctx, input: { id, ...receipt } }) => {
      await receiveReturn(ctx.em, ctx.providers.payment, { return_id: id, ...receipt })
    }),

  cancel: adminProcedure
    .meta(rest('POST', '/returns/{id}/cancel', 'Cancel a return'))
    .input(z.strictObject({ id: z.string() }))
    .output(orderAnswer.response)
    .mutation(async ({ ctx, input }) => {
      const order_id = await cancelReturn(ctx.em, input.id)
      await ctx.em.flush()
      return orderAnswer.read(ctx, order_id, {})
    }),
})
