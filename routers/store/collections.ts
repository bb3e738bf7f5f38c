import { z } from 'zod'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { NotFound } from '#entities/errors.ts'
import { rest } from '../context/meta.ts'
import { columnsOf } from '../inputs/columns.ts'
import { lenientObject } from '../inputs/common.ts'
import { dateFilter, integerStorePaging, queryList } from '../inputs/query.ts'
import { catalogueList } from '../procedures/row-list.ts'
import { catalogueProcedure, router } from '../procedures/trpc.ts'
import { equalTo, inRange } from '../reading/conditions.ts'
import { defineResource } from '../reading/define-resource.ts'
import { readRow } from '../reading/read-row.ts'
import { responseSchema } from '../reading/resource.ts'

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
  list: catalogueList('collections', view, filters, { page: integerStorePaging(10) })
    .meta(rest('GET', '/collections', 'List product collections'))
    .query(({ input: { handle, created_at, updated_at } }) => [
      equalTo({ handle }),
      inRange({ created_at, updated_at }),
    ]),

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
