import type { EntityManager } from '@mikro-orm/postgresql'
import {
  Customer,
  customerProcedure,
  deleteRow,
  insertRow,
  listResponseSchema,
  listRows,
  lockRow,
  NotAllowed,
  NotFound,
  ProductVariant,
  readRow,
  responseSchema,
  rest,
  router,
  selectionParams,
  storePaging,
} from 'cartwright'
import { z } from 'zod'
import { WishResource } from './resources.ts'
import { Wish } from './wish.ts'

const MAX_WISHES = 100

export const store = router({
  list: customerProcedure
    .meta(rest('GET', '/wishlist', 'List the wishes of the current customer'))
    .input(z.strictObject({ ...storePaging(20), ...selectionParams }).prefault({}))
    .output(listResponseSchema('wishes', WishResource))
    .query(async ({ ctx, input }) => {
      const where = [{ customer_id: ctx.customer_id }]
      const { rows, ...page } = await listRows(ctx.em, input, { resource: WishResource, where })
      return { wishes: rows, ...page }
    }),

  add: customerProcedure
    .meta(rest('POST', '/wishlist', 'Add a variant to the wishes of the current customer'))
    .input(z.strictObject({ variant_id: z.string() }))
    .output(responseSchema({ wish: WishResource }))
    .mutation(async ({ ctx, input }) => {
      const { id } = await addWish(ctx.em, { customer_id: ctx.customer_id, ...input })
      await ctx.em.flush()
      const wish = await readRow(ctx.em, {}, { resource: WishResource, where: [{ id }] })
      if (!wish) throw new NotFound(`Wish with id: ${id} was not found`)
      return { wish }
    }),

  remove: customerProcedure
    .meta(rest('DELETE', '/wishlist/{id}', 'Remove a wish of the current customer'))
    .input(z.strictObject({ id: z.string() }))
    .output(z.object({ id: z.string(), object: z.literal('wish'), deleted: z.literal(true) }))
    .mutation(async ({ ctx, input: { id } }) => {
      const wish = await lockRow(ctx.em, Wish, { id, customer_id: ctx.customer_id })
      if (!wish) throw new NotFound(`Wish with id: ${id} was not found`)
      deleteRow(ctx.em, wish)
      return { id, object: 'wish' as const, deleted: true as const }
    }),
})

/** Returns the stored wish if the customer has one for the variant. */
async function addWish(em: EntityManager, wish: { customer_id: string; variant_id: string }): Promise<{ id: string }> {
  const { customer_id, variant_id } = wish
  // The lock makes concurrent calls of one customer wait, so that they see each other's wishes.
  await lockRow(em, Customer, { id: customer_id })
  const variant = await em.findOne(ProductVariant, { id: variant_id, product: { status: 'published' } })
  if (!variant) throw new NotFound(`Variant with id: ${variant_id} was not found`)
  const stored = await em.findOne(Wish, wish)
  if (stored) return stored
  if ((await em.count(Wish, { customer_id })) >= MAX_WISHES)
    throw new NotAllowed(`A wishlist has at most ${MAX_WISHES} entries. Remove one first.`)
  return insertRow(em, Wish, wish)
}
