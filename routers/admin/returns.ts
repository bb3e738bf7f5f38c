import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { cancelReturn } from '#entities/return/cancel-return.ts'
import { receiveReturn } from '#entities/return/receive-return.ts'
import { Return } from '#entities/return/return.ts'
import { rest } from '../meta.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { namedOnce, PiecesOfLines } from '../schemas/pieces.ts'
import { ordering, paging, selecting } from '../schemas/query.ts'
import { answer, listAnswer } from '../schemas/resource.ts'
import { ReturnResource } from '../schemas/resources/return.ts'
import { adminProcedure, router } from '../trpc.ts'
import { showAdminOrder, withOrder } from './orders/read-order.ts'

const view = {
  entity: Return,
  resource: ReturnResource,
  withDeleted: true,
  defaults: { relations: ['swap', 'order', 'items'] },
}

export const returns = router({
  list: adminProcedure
    .meta(rest('GET', '/returns', 'List the returns', { mayBeStale: true }))
    .input(z.strictObject({ ...paging(50), ...ordering, ...selecting }).prefault({}))
    .output(listAnswer('returns', ReturnResource))
    .query(async ({ ctx, input }) => {
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where: [] })
      return { returns: rows, ...page }
    }),

  receive: adminProcedure
    .meta(rest('POST', '/returns/{id}/receive', 'Take in what came back'))
    .input(
      z.strictObject({
        id: z.string(),
        items: PiecesOfLines.refine(namedOnce('item_id'), 'items must not name a line twice'),
        refund: z.int().max(2_147_483_647).nullish(),
        location_id: z.string().nullish(),
      }),
    )
    .output(answer({ return: ReturnResource }))
    .mutation(async ({ ctx, input: { id, ...receipt } }) => {
      await receiveReturn(ctx.em, ctx.providers.payment, { return_id: id, ...receipt })
      await ctx.em.flush()
      const found = await readRow(ctx.em, {}, { ...view, where: [{ id }] })
      if (!found) throw new NotFound(`Return with id: ${id} was not found`)
      return { return: found }
    }),

  cancel: adminProcedure
    .meta(rest('POST', '/returns/{id}/cancel', 'Give a return up'))
    .input(z.strictObject({ id: z.string() }))
    .output(withOrder)
    .mutation(async ({ ctx, input }) => {
      const order_id = await cancelReturn(ctx.em, input.id)
      await ctx.em.flush()
      return showAdminOrder(ctx.em, order_id, {})
    }),
})
