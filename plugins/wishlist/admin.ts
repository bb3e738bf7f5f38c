import { adminDeletion, adminList, deleteRow, equalTo, lockRow, NotFound, rest, router } from 'cartwright'
import { z } from 'zod'
import { AdminWish } from './resources.ts'
import { Wish } from './wish.ts'

const filters = { customer_id: z.string().optional(), variant_id: z.string().optional() }

export const admin = router({
  list: adminList('wishes', AdminWish, filters)
    .meta(rest('GET', '/wishlist', 'List wishes'))
    .query(({ input: { customer_id, variant_id } }) => [equalTo({ customer_id, variant_id })]),

  delete: adminDeletion('wish')
    .meta(rest('DELETE', '/wishlist/{id}', 'Delete a wish'))
    .mutation(async ({ ctx, input: { id } }) => {
      const wish = await lockRow(ctx.em, Wish, { id })
      if (!wish) throw new NotFound(`Wish with id: ${id} was not found`)
      deleteRow(ctx.em, wish)
    }),
})
