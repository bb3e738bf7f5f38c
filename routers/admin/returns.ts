import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { cancelReturn } from '#entities/orders/return/cancel-return.ts'
import { receiveReturn } from '#entities/orders/return/receive-return.ts'
import { isUniqueBy, LineQuantities } from '../inputs/line-quantities.ts'
import { orderParams, pagingParams, selectionParams } from '../inputs/query.ts'
import { rest } from '../meta.ts'
import { listRows } from '../reading/list-rows.ts'
import { readRow } from '../reading/read-row.ts'
import { listResponseSchema, responseSchema } from '../reading/resource.ts'
import { ReturnResource } from '../resources/return.ts'
import { adminMutation } from '../row-mutation.ts'
import { adminProcedure, router } from '../trpc.ts'
import { orderResponse, readAdminOrder } from './orders/read-order.ts'

const view = {
  resource: ReturnResource,
  withDeleted: true,
  defaults: { relations: ['swap', 'order', 'items'] },
}

const returnMutation = adminMutation({
  response: responseSchema({ return: ReturnResource }),
  async read({ em }, id) {
    const row = await readRow(em, {}, { ...view, where: [{ id }] })
    if (!row) throw new NotFound(`Return with id: ${id} was not found`)
    return { return: row }
  },
})

export const returns = router({
  list: adminProcedure
    .meta(rest('GET', '/returns', 'List returns', { allowsStaleReads: true }))
    .input(z.strictObject({ ...pagingParams(50), ...orderParams, ...selectionParams }).prefault({}))
    .output(listResponseSchema('returns', ReturnResource))
    .query(async ({ ctx, input }) => {
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where: [] })
      return { returns: rows, ...page }
    }),

  receive: returnMutation(
    z.strictObject({
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
    .output(orderResponse)
    .mutation(async ({ ctx, input }) => {
      const order_id = await cancelReturn(ctx.em, input.id)
      await ctx.em.flush()
      return readAdminOrder(ctx, order_id, {})
    }),
})
