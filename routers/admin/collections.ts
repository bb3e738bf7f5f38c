import { z } from 'zod'
import {
  addProductsToCollection,
  removeProductsFromCollection,
} from '#entities/catalogue/collection/collection-products.ts'
import { createCollection } from '#entities/catalogue/collection/create-collection.ts'
import { deleteProductCollection } from '#entities/catalogue/collection/delete-collection.ts'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { updateProductCollection } from '#entities/catalogue/collection/update-collection.ts'
import { rest } from '../context/meta.ts'
import { withChanges, withFields } from '../filters/field-inputs.ts'
import { inDiscountCondition } from '../filters/product-conditions.ts'
import { optionalInputs } from '../inputs/columns.ts'
import { lenientObject, requiredText } from '../inputs/common.ts'
import { dateFilter, orderParams, pagingParams } from '../inputs/query.ts'
import { translations } from '../inputs/translations.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminDeletion, adminMutation } from '../procedures/row-mutation.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'
import { equalTo, inRange, searchText } from '../reading/conditions.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { ProductCollectionResource } from '../resources/product.ts'

const view = {
  resource: ProductCollectionResource,
  defaults: { relations: ['products.profile', 'products.profiles'] },
}

const filters = {
  title: z.string().optional(),
  handle: z.string().optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  deleted_at: dateFilter.optional(),
  q: z.string().optional(),
  discount_condition_id: z.string().optional(),
}

const collectionAnswer = rowAnswer('collection', view, (id) => `Product collection with id: ${id} was not found`)
const collectionMutation = adminMutation(collectionAnswer)
const optionalColumns = optionalInputs(ProductCollection, ['handle', 'metadata'])
const Products = z.strictObject({ id: z.string(), product_ids: z.array(z.string()).min(1) })

export const collections = router({
  list: adminList('collections', view, filters, {
    page: { ...pagingParams(10), ...orderParams },
    fields: 'product_collection',
  })
    .meta(rest('GET', '/collections', 'List product collections', { allowsStaleReads: true }))
    .query(({ input: { q, title, handle, created_at, updated_at, deleted_at, discount_condition_id } }) => [
      equalTo({ title, handle }),
      searchText(q, ['title', 'handle']),
      inRange({ created_at, updated_at, deleted_at }),
      inDiscountCondition('discount_condition_product_collection', 'product_collection_id', discount_condition_id),
    ]),

  get: adminGet(collectionAnswer, rest('GET', '/collections/{id}', 'Retrieve a product collection'), lenientObject({})),

  create: collectionMutation(
    withFields(['product_collection', 'admin'], { title: requiredText, ...optionalColumns, ...translations }),
  )
    .meta(rest('POST', '/collections', 'Create a product collection'))
    .mutation(({ ctx, input }) => createCollection(ctx.em, input)),

  update: collectionMutation(
    withChanges(['product_collection', 'admin'], {
      id: z.string(),
      title: requiredText.nullish(),
      ...optionalColumns,
      ...translations,
    }),
  )
    .meta(rest('POST', '/collections/{id}', 'Update a product collection'))
    .mutation(({ ctx, input: { id, ...changes } }) => updateProductCollection(ctx.em, id, changes)),

  delete: adminDeletion('product-collection')
    .meta(rest('DELETE', '/collections/{id}', 'Delete a product collection'))
    .mutation(({ ctx, input: { id } }) => deleteProductCollection(ctx.em, id)),

  addProducts: collectionMutation(Products)
    .meta(rest('POST', '/collections/{id}/products/batch', 'Add products to a collection'))
    .mutation(({ ctx, input: { id, product_ids } }) => addProductsToCollection(ctx.em, id, product_ids)),

  removeProducts: adminProcedure
    .meta(rest('DELETE', '/collections/{id}/products/batch', 'Remove products from a collection'))
    .input(Products)
    .output(z.object({ id: z.string(), object: z.string(), removed_products: z.array(z.string()) }))
    .mutation(async ({ ctx, input: { id, product_ids } }) => {
      await removeProductsFromCollection(ctx.em, id, product_ids)
      return { id, object: 'product-collection', removed_products: product_ids }
    }),
})
