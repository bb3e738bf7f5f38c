import {
  adminDeletion,
  adminProcedure,
  deleteRow,
  equalTo,
  listResponseSchema,
  listRows,
  lockRow,
  NotFound,
  orderParams,
  pagingParams,
  rest,
  router,
  selectionParams,
} from 'cartwright'
import { z } from 'zod'
import { AdminWish } from './resources.ts'
import { Wish } from './wish.ts'

const filters = { customer_id: z.string().optional(), variant_id: z.string().optional() }

export const admin = router({
  list: adminProcedure
    .meta(rest('GET', '/wishlist', 'List wishes'))
    .input(z.strictObject({ ...pagingParams(20), ...orderParams, ...selectionParams, ...filters }).prefault({}))
    .output(listResponseSchema('wishes', AdminWish))
    .query(async ({ ctx, input }) => {
      const where = [equalTo({ customer_id: input.customer_id, variant_id: input.variant_id })]
      const { rows, ...page } = await listRows(ctx.em, input, { resource: AdminWish, where })
      return { wishes: rows, ...page }
    }),

  delete: adminDeletion('wish')
    .meta(rest('DELETE', '/wishlist/{id}', 'Delete a wish'))
    .mutation(async ({ ctx, input: { id } }) => {
      const wish = await lockRow(ctx.em, Wish, { id })
      if (!wish) throw new NotFound(`Wish with id: ${id} was not found`)
      deleteRow(ctx.em, wish)
    }),
})
