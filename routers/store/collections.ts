import { z } from 'zod'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { NotFound } from '#entities/errors.ts'
import { lenientObject } from '../inputs/common.ts'
import { dateFilter, integerStorePaging, queryList } from '../inputs/query.ts'
import { rest } from '../meta.ts'
import { columnsOf } from '../reading/columns.ts'
import { equalTo, inRange } from '../reading/conditions.ts'
import { defineResource } from '../reading/define-resource.ts'
import { listRows } from '../reading/list-rows.ts'
import { readRow } from '../reading/read-row.ts'
import { listResponseSchema, responseSchema } from '../reading/resource.ts'
import { catalogueProcedure, router } from '../trpc.ts'

const StoreCollection = defineResource({
  name: 'StoreCollection',
  entity: ProductCollection,
  columns: columnsOf(ProductCollection),
})

const view = { resource: StoreCollection }

const filters = {
  handle: queryList(z.string()).optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
}

export const collections = router({
  list: catalogueProcedure
    .meta(rest('GET', '/collections', 'List product collections'))
    .input(z.strictObject({ ...integerStorePaging(10), ...filters }).prefault({}))
    .output(listResponseSchema('collections', StoreCollection))
    .query(async ({ ctx, input }) => {
      const { handle, created_at, updated_at } = input
      const where = [equalTo({ handle }), inRange({ created_at, updated_at })]
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where })
      return { collections: rows, ...page }
    }),

  get: catalogueProcedure
    .meta(rest('GET', '/collections/{id}', 'Retrieve a product collection'))
    .input(lenientObject({ id: z.string() }))
    .output(responseSchema({ collection: StoreCollection }))
    .query(async ({ ctx, input }) => {
      const collection = await readRow(ctx.em, {}, { ...view, where: [{ id: input.id }] })
      if (!collection) throw new NotFound(`Product collection with id: ${input.id} was not found`)
      return { collection }
    }),
})
