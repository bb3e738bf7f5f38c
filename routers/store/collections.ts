import { z } from 'zod'
import { ProductCollection } from '#entities/collection/product-collection.ts'
import { NotFound } from '#entities/errors.ts'
import { rest } from '../meta.ts'
import { equal, within } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { dateFilter, integerPaging, queryList } from '../schemas/query.ts'
import { answer, listAnswer, resource } from '../schemas/resource.ts'
import { ProductCollectionResource } from '../schemas/resources/product.ts'
import { openProcedure, router } from '../trpc.ts'

/** A collection without its products, which are listed by `collection_id`. */
const StoreCollection = resource('StoreCollection', ProductCollectionResource.omit({ products: true }).shape)

const view = { entity: ProductCollection, resource: StoreCollection }

const filters = {
  handle: queryList(z.string()).optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
}

export const collections = router({
  list: openProcedure
    .meta(rest('GET', '/collections', 'List the collections of products', { mayBeStale: true }))
    .input(z.strictObject({ ...integerPaging(10), ...filters }).prefault({}))
    .output(listAnswer('collections', StoreCollection))
    .query(async ({ ctx, input }) => {
      const { handle, created_at, updated_at } = input
      const where = [equal({ handle }), within({ created_at, updated_at })]
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where })
      return { collections: rows, ...page }
    }),

  get: openProcedure
    .meta(rest('GET', '/collections/{id}', 'Read a collection of products', { mayBeStale: true }))
    // What else stands in the query is ignored, as it always was.
    .input(z.object({ id: z.string() }))
    .output(answer({ collection: StoreCollection }))
    .query(async ({ ctx, input }) => {
      const collection = await readRow(ctx.em, {}, { ...view, where: [{ id: input.id }] })
      if (!collection) throw new NotFound(`Product collection with id: ${input.id} was not found`)
      return { collection }
    }),
})
