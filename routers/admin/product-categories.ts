import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { addProducts, removeProducts } from '#entities/category/category-products.ts'
import { createCategory } from '#entities/category/create-category.ts'
import { deleteCategory } from '#entities/category/delete-category.ts'
import { ProductCategory } from '#entities/category/product-category.ts'
import { updateCategory } from '#entities/category/update-category.ts'
import { NotFound } from '#entities/errors.ts'
import { rest } from '../meta.ts'
import { fillDescendants } from '../schemas/category-tree.ts'
import { deleted, idsOf, Metadata, Rows, requiredText } from '../schemas/common.ts'
import { equal, search } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { booleanFilter, integerPaging, ordering, queryBoolean, queryNullable, selecting } from '../schemas/query.ts'
import { answer, listAnswer } from '../schemas/resource.ts'
import { ProductCategoryResource } from '../schemas/resources/category.ts'
import type { Wanted } from '../schemas/selection.ts'
import { adminProcedure, router } from '../trpc.ts'

const view = {
  entity: ProductCategory,
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

const facts = {
  description: z.string().nullish(),
  handle: z.string().nullish(),
  is_active: z.boolean().nullish(),
  is_internal: z.boolean().nullish(),
  parent_category_id: queryNullable.nullish(),
  rank: z.int().min(0).nullish(),
  metadata: Metadata.nullish(),
}

const withCategory = answer({ product_category: ProductCategoryResource })
const Products = z.strictObject({
  id: z.string(),
  product_ids: Rows.min(1),
  ...selecting,
})

export const productCategories = router({
  list: adminProcedure
    .meta(rest('GET', '/product-categories', 'List the categories of products', { mayBeStale: true }))
    .input(z.strictObject({ ...integerPaging(100), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('product_categories', ProductCategoryResource))
    .query(async ({ ctx, input }) => {
      const { q, handle, is_active, is_internal, parent_category_id, include_descendants_tree } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        where: [equal({ handle, is_active, is_internal, parent_category_id }), search(q, ['name', 'handle'])],
      })
      if (include_descendants_tree) await fillDescendants(ctx.em, rows, ProductCategoryResource)
      return { product_categories: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/product-categories/{id}', 'Read a category of products with all that descends from it'))
    .input(z.strictObject({ id: z.string(), ...selecting }))
    .output(withCategory)
    .query(({ ctx, input: { id, ...wanted } }) => readCategory(ctx.em, id, wanted)),

  create: adminProcedure
    .meta(rest('POST', '/product-categories', 'Add a category of products'))
    .input(z.strictObject({ name: requiredText, ...facts, ...selecting }))
    .output(withCategory)
    .mutation(async ({ ctx, input: { expand, fields, ...category } }) => {
      const { id } = await createCategory(ctx.em, category)
      await ctx.em.flush()
      return readCategory(ctx.em, id, { expand, fields })
    }),

  update: adminProcedure
    .meta(rest('POST', '/product-categories/{id}', 'Change a category of products, or its place in the tree'))
    .input(z.strictObject({ id: z.string(), name: requiredText.nullish(), ...facts, ...selecting }))
    .output(withCategory)
    .mutation(async ({ ctx, input: { expand, fields, ...changes } }) => {
      await updateCategory(ctx.em, changes)
      await ctx.em.flush()
      return readCategory(ctx.em, changes.id, { expand, fields })
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/product-categories/{id}', 'Delete a category of products that has no children'))
    .input(z.strictObject({ id: z.string() }))
    .output(deleted)
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteCategory(ctx.em, id)
      return { id, object: 'product-category', deleted: true }
    }),

  addProducts: adminProcedure
    .meta(rest('POST', '/product-categories/{id}/products/batch', 'Put products into a category'))
    .input(Products)
    .output(withCategory)
    .mutation(async ({ ctx, input: { id, product_ids, ...wanted } }) => {
      await addProducts(ctx.em, id, idsOf(product_ids))
      return readCategory(ctx.em, id, wanted)
    }),

  removeProducts: adminProcedure
    .meta(rest('DELETE', '/product-categories/{id}/products/batch', 'Take products out of a category'))
    .input(Products)
    .output(withCategory)
    .mutation(async ({ ctx, input: { id, product_ids, ...wanted } }) => {
      await removeProducts(ctx.em, id, idsOf(product_ids))
      return readCategory(ctx.em, id, wanted)
    }),
})

/** The category as it is stored. */
async function readCategory(em: EntityManager, id: string, wanted: Wanted): Promise<z.output<typeof withCategory>> {
  const category = await readRow(em, wanted, { ...view, where: [{ id }] })
  if (!category) throw new NotFound(`ProductCategory with id: ${id} was not found`)
  if (category.category_children) await fillDescendants(em, [category], ProductCategoryResource)
  return { product_category: category }
}
