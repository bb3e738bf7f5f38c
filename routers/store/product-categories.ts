import { z } from 'zod'
import { ProductCategory, PUBLIC } from '#entities/category/product-category.ts'
import { NotFound } from '#entities/errors.ts'
import { rest } from '../meta.ts'
import { fillDescendants } from '../schemas/category-tree.ts'
import { equal, search } from '../schemas/conditions.ts'
import { listRows, readRow } from '../schemas/list.ts'
import { integerPaging, ordering, queryBoolean, queryNullable, selecting } from '../schemas/query.ts'
import { answer, listAnswer } from '../schemas/resource.ts'
import { StoreCategoryResource } from '../schemas/resources/category.ts'
import { openProcedure, router } from '../trpc.ts'

const view = {
  entity: ProductCategory,
  resource: StoreCategoryResource,
  defaults: { relations: ['parent_category', 'category_children'] },
  defaultOrder: 'rank',
}

const filters = {
  q: z.string().optional(),
  handle: z.string().optional(),
  parent_category_id: queryNullable.optional(),
  include_descendants_tree: queryBoolean.optional(),
}

export const productCategories = router({
  list: openProcedure
    .meta(rest('GET', '/product-categories', 'List the categories of products', { mayBeStale: true }))
    .input(z.strictObject({ ...integerPaging(100), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('product_categories', StoreCategoryResource))
    .query(async ({ ctx, input }) => {
      const { q, handle, parent_category_id, include_descendants_tree } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        where: [PUBLIC, equal({ handle, parent_category_id }), search(q, ['name', 'handle'])],
      })
      if (include_descendants_tree) await fillDescendants(ctx.em, rows, StoreCategoryResource)
      return { product_categories: rows, ...page }
    }),

  get: openProcedure
    .meta(
      rest('GET', '/product-categories/{id}', 'Read a category of products with all that descends from it', {
        mayBeStale: true,
      }),
    )
    .input(z.strictObject({ id: z.string(), ...selecting }))
    .output(answer({ product_category: StoreCategoryResource }))
    .query(async ({ ctx, input: { id, ...wanted } }) => {
      const category = await readRow(ctx.em, wanted, { ...view, where: [{ id }, PUBLIC] })
      if (!category) throw new NotFound(`ProductCategory with id: ${id} was not found`)
      if (category.category_children) await fillDescendants(ctx.em, [category], StoreCategoryResource)
      return { product_category: category }
    }),
})
