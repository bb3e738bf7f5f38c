import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { addProductsToCategory, removeProductsFromCategory } from '#entities/catalogue/category/category-products.ts'
import { createCategory } from '#entities/catalogue/category/create-category.ts'
import { deleteCategory } from '#entities/catalogue/category/delete-category.ts'
import { ProductCategory } from '#entities/catalogue/category/product-category.ts'
import { updateCategory } from '#entities/catalogue/category/update-category.ts'
import { NotFound } from '#entities/errors.ts'
import { fillDescendants } from '../filters/category-tree.ts'
import { idsOf, RowReferences, requiredText } from '../inputs/common.ts'
import {
  booleanFilter,
  integerPagingParams,
  orderParams,
  queryBoolean,
  queryNullable,
  selectionParams,
} from '../inputs/query.ts'
import { rest } from '../meta.ts'
import { optionalInputs } from '../reading/columns.ts'
import { equalTo, searchText } from '../reading/conditions.ts'
import { listRows } from '../reading/list-rows.ts'
import { readRow } from '../reading/read-row.ts'
import { listResponseSchema, responseSchema } from '../reading/resource.ts'
import type { SelectionInput } from '../reading/selection.ts'
import { ProductCategoryResource } from '../resources/category.ts'
import { adminDeletion, adminMutation } from '../row-mutation.ts'
import { adminProcedure, router } from '../trpc.ts'

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
}

const categoryResponse = responseSchema({ product_category: ProductCategoryResource })
const categoryMutation = adminMutation({ response: categoryResponse, read: readCategory })
const Products = z.strictObject({
  id: z.string(),
  product_ids: RowReferences.min(1),
  ...selectionParams,
})

export const productCategories = router({
  list: adminProcedure
    .meta(rest('GET', '/product-categories', 'List product categories', { allowsStaleReads: true }))
    .input(z.strictObject({ ...integerPagingParams(100), ...orderParams, ...selectionParams, ...filters }).prefault({}))
    .output(listResponseSchema('product_categories', ProductCategoryResource))
    .query(async ({ ctx, input }) => {
      const { q, handle, is_active, is_internal, parent_category_id, include_descendants_tree } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        where: [equalTo({ handle, is_active, is_internal, parent_category_id }), searchText(q, ['name', 'handle'])],
      })
      if (include_descendants_tree) await fillDescendants(ctx.em, rows, ProductCategoryResource)
      return { product_categories: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/product-categories/{id}', 'Retrieve a product category with its descendants'))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(categoryResponse)
    .query(({ ctx, input: { id, ...selection } }) => readCategory(ctx, id, selection)),

  create: categoryMutation(z.strictObject({ name: requiredText, ...categoryFields, ...selectionParams }))
    .meta(rest('POST', '/product-categories', 'Create a product category'))
    .mutation(({ ctx, input: { expand, fields, ...category } }) => createCategory(ctx.em, category)),

  update: categoryMutation(
    z.strictObject({ id: z.string(), name: requiredText.nullish(), ...categoryFields, ...selectionParams }),
  )
    .meta(rest('POST', '/product-categories/{id}', 'Update or move a product category'))
    .mutation(({ ctx, input: { expand, fields, ...changes } }) => updateCategory(ctx.em, changes)),

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

async function readCategory(
  { em }: { em: EntityManager },
  id: string,
  selection: SelectionInput,
): Promise<z.output<typeof categoryResponse>> {
  const category = await readRow(em, selection, { ...view, where: [{ id }] })
  if (!category) throw new NotFound(`ProductCategory with id: ${id} was not found`)
  if (category.category_children) await fillDescendants(em, [category], ProductCategoryResource)
  return { product_category: category }
}
