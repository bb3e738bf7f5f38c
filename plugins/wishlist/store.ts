import type { EntityManager } from '@mikro-orm/postgresql'
import {
  Customer,
  customerDeletion,
  customerList,
  customerMutation,
  deleteRow,
  insertRow,
  lockRow,
  NotAllowed,
  NotFound,
  ProductVariantResource,
  readRow,
  rest,
  router,
  rowAnswer,
  visibleProducts,
} from 'cartwright'
import { z } from 'zod'
import { WishResource } from './resources.ts'
import { Wish } from './wish.ts'

const MAX_WISHES = 100

export const store = router({
  list: customerList('wishes', WishResource)
    .meta(rest('GET', '/wishlist', 'List the wishes of the current customer', { takesPublishableKey: true }))
    .query(async ({ ctx }) => [{ customer_id: ctx.customer_id }, { variant: { product: await visibleProducts(ctx) } }]),

  add: customerMutation(rowAnswer('wish', WishResource))(z.strictObject({ variant_id: z.string() }))
    .meta(
      rest('POST', '/wishlist', 'Add a variant to the wishes of the current customer', { takesPublishableKey: true }),
    )
    .mutation(async ({ ctx, input }) => {
      const where = [{ id: input.variant_id }, { product: await visibleProducts(ctx) }]
      const variant = await readRow(ctx.em, { fields: 'id' }, { resource: ProductVariantResource, where })
      if (!variant) throw new NotFound(`Variant with id: ${input.variant_id} was not found`)
      return addWish(ctx.em, { customer_id: ctx.customer_id, ...input })
    }),

  remove: customerDeletion('wish')
    .meta(rest('DELETE', '/wishlist/{id}', 'Remove a wish of the current customer'))
    .mutation(async ({ ctx, input: { id } }) => {
      const wish = await lockRow(ctx.em, Wish, { id, customer_id: ctx.customer_id })
      if (!wish) throw new NotFound(`Wish with id: ${id} was not found`)
      deleteRow(ctx.em, wish)
    }),
})

/** Returns the stored wish if the customer has one for the variant. */
async function addWish(em: EntityManager, wish: { customer_id: string; variant_id: string }): Promise<{ id: string }> {
  const { customer_id } = wish
  // The lock makes concurrent calls of one customer wait, so that they see each other's wishes.
  await lockRow(em, Customer, { id: customer_id })
  const stored = await em.findOne(Wish, wish)
  if (stored) return stored
  if ((await em.count(Wish, { customer_id })) >= MAX_WISHES)
    throw new NotAllowed(`A wishlist has at most ${MAX_WISHES} entries. Remove one first.`)
  return insertRow(em, Wish, wish)
}
