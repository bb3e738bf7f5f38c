import { z } from 'zod'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { rest } from '../context/meta.ts'
import { columnsOf } from '../inputs/columns.ts'
import { lenientObject } from '../inputs/common.ts'
import { dateFilter, integerStorePaging, queryList } from '../inputs/query.ts'
import { catalogueGet } from '../procedures/row-get.ts'
import { catalogueList } from '../procedures/row-list.ts'
import { router } from '../procedures/trpc.ts'
import { equalTo, inRange } from '../reading/conditions.ts'
import { defineResource } from '../reading/define-resource.ts'
import { rowAnswer } from '../reading/row-answer.ts'

const StoreCollection = defineResource({
  name: 'StoreCollection',
  entity: ProductCollection,
  fields: 'product_collection',
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

  get: catalogueGet(
    rowAnswer('collection', view, (id) => `Product collection with id: ${id} was not found`),
    rest('GET', '/collections/{id}', 'Retrieve a product collection'),
    lenientObject({}),
  ),
})
