import { z } from 'zod'
import { addProductsToCategory, removeProductsFromCategory } from '#entities/catalogue/category/category-products.ts'
import { createCategory } from '#entities/catalogue/category/create-category.ts'
import { deleteCategory } from '#entities/catalogue/category/delete-category.ts'
import { ProductCategory } from '#entities/catalogue/category/product-category.ts'
import { updateCategory } from '#entities/catalogue/category/update-category.ts'
import { rest } from '../context/meta.ts'
import { fillDescendants } from '../filters/category-tree.ts'
import { withChanges, withFields } from '../filters/field-inputs.ts'
import { optionalInputs } from '../inputs/columns.ts'
import { idsOf, RowReferences, requiredText } from '../inputs/common.ts'
import {
  booleanFilter,
  integerPagingParams,
  orderParams,
  queryBoolean,
  queryNullable,
  selectionParams,
} from '../inputs/query.ts'
import { translations } from '../inputs/translations.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminList } from '../procedures/row-list.ts'
import { adminDeletion, adminMutation } from '../procedures/row-mutation.ts'
import { router } from '../procedures/trpc.ts'
import { equalTo, searchText } from '../reading/conditions.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { ProductCategoryResource } from '../resources/category.ts'

const view = {
  resource: ProductCategoryResource,
  defaults: { relations: ['parent_category', 'category_children'] },
  defaultOrder: 'rank',
}

const filters = {
  q: z.string().optional(),
  handle: z.string().optional(),
  is_active: booleanFilter.optional(),
  is_internal: booleanFilter.optional(),
  parent_category_id: queryNullable.optional(),
  include_descendants_tree: queryBoolean.optional(),
}

const categoryFields = {
  ...optionalInputs(ProductCategory, ['description', 'handle', 'is_active', 'is_internal']),
  parent_category_id: queryNullable.nullish(),
  rank: z.int().min(0).nullish(),
  ...optionalInputs(ProductCategory, ['metadata']),
  ...translations,
}

const categoryAnswer = rowAnswer(
  'product_category',
  { ...view, fill: fillDescendants(ProductCategoryResource, 'shown') },
  (id) => `ProductCategory with id: ${id} was not found`,
)
const categoryMutation = adminMutation(categoryAnswer)
const Products = z.strictObject({
  id: z.string(),
  product_ids: RowReferences.min(1),
  ...selectionParams,
})

export const productCategories = router({
  list: adminList('product_categories', view, filters, {
    page: { ...integerPagingParams(100), ...orderParams, ...selectionParams },
    fields: 'product_category',
  })
    .meta(rest('GET', '/product-categories', 'List product categories', { allowsStaleReads: true }))
    .query(({ input: { q, handle, is_active, is_internal, parent_category_id, include_descendants_tree } }) => ({
      where: [equalTo({ handle, is_active, is_internal, parent_category_id }), searchText(q, ['name', 'handle'])],
      fill: include_descendants_tree ? fillDescendants(ProductCategoryResource, 'all') : undefined,
    })),

  get: adminGet(
    categoryAnswer,
    rest('GET', '/product-categories/{id}', 'Retrieve a product category with its descendants'),
  ),

  create: categoryMutation(
    withFields(['product_category', 'admin'], { name: requiredText, ...categoryFields, ...selectionParams }),
  )
    .meta(rest('POST', '/product-categories', 'Create a product category'))
    .mutation(({ ctx, input }) => createCategory(ctx.em, input)),

  update: categoryMutation(
    withChanges(['product_category', 'admin'], {
      id: z.string(),
      name: requiredText.nullish(),
      ...categoryFields,
      ...selectionParams,
    }),
  )
    .meta(rest('POST', '/product-categories/{id}', 'Update or move a product category'))
    .mutation(({ ctx, input }) => updateCategory(ctx.em, input)),

  delete: adminDeletion('product-category')
    .meta(rest('DELETE', '/product-categories/{id}', 'Delete a product category'))
    .mutation(({ ctx, input: { id } }) => deleteCategory(ctx.em, id)),

  addProducts: categoryMutation(Products)
    .meta(rest('POST', '/product-categories/{id}/products/batch', 'Add products to a category'))
    .mutation(({ ctx, input: { id, product_ids } }) => addProductsToCategory(ctx.em, id, idsOf(product_ids))),

  removeProducts: categoryMutation(Products)
    .meta(rest('DELETE', '/product-categories/{id}/products/batch', 'Remove products from a category'))
    .mutation(({ ctx, input: { id, product_ids } }) => removeProductsFromCategory(ctx.em, id, idsOf(product_ids))),
})
