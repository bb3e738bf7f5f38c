import { z } from 'zod'
import { PUBLIC_CATEGORIES } from '#entities/catalogue/category/product-category.ts'
import { NotFound } from '#entities/errors.ts'
import { rest } from '../context/meta.ts'
import { fillDescendants, fillShownDescendants } from '../filters/category-tree.ts'
import { integerStorePaging, orderingBy, queryBoolean, queryNullable, selectionParams } from '../inputs/query.ts'
import { catalogueProcedure, router } from '../procedures/trpc.ts'
import { equalTo, searchText } from '../reading/conditions.ts'
import { listRows } from '../reading/list-rows.ts'
import { readRow } from '../reading/read-row.ts'
import { listResponseSchema, responseSchema } from '../reading/resource.ts'
import { StoreCategoryResource } from '../resources/category.ts'

const SORTABLE = ['id', 'name', 'handle', 'rank', 'parent_category_id', 'created_at', 'updated_at']

const view = {
  resource: StoreCategoryResource,
  defaults: { relations: ['parent_category', 'category_children'], strictFields: true },
  defaultOrder: 'rank',
}

const fillShown = fillShownDescendants(StoreCategoryResource)

const filters = {
  q: z.string().optional(),
  handle: z.string().optional(),
  parent_category_id: queryNullable.optional(),
  include_descendants_tree: queryBoolean.optional(),
}

export const productCategories = router({
  list: catalogueProcedure
    .meta(rest('GET', '/product-categories', 'List product categories'))
    .input(
      z
        .strictObject({ ...integerStorePaging(100), ...orderingBy(SORTABLE), ...selectionParams, ...filters })
        .prefault({}),
    )
    .output(listResponseSchema('product_categories', StoreCategoryResource))
    .query(async ({ ctx, input }) => {
      const { q, handle, parent_category_id, include_descendants_tree } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...view,
        sortable: SORTABLE,
        where: [PUBLIC_CATEGORIES, equalTo({ handle, parent_category_id }), searchText(q, ['name', 'handle'])],
      })
      if (include_descendants_tree) await fillDescendants(ctx.em, rows, StoreCategoryResource)
      return { product_categories: rows, ...page }
    }),

  get: catalogueProcedure
    .meta(rest('GET', '/product-categories/{id}', 'Retrieve a product category with its descendants', {}))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(responseSchema({ product_category: StoreCategoryResource }))
    .query(async ({ ctx, input: { id, ...selection } }) => {
      const category = await readRow(ctx.em, selection, { ...view, where: [{ id }, PUBLIC_CATEGORIES] })
      if (!category) throw new NotFound(`ProductCategory with id: ${id} was not found`)
      await fillShown(ctx, [category])
      return { product_category: category }
    }),
})
