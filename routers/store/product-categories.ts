import { z } from 'zod'
import { PUBLIC_CATEGORIES } from '#entities/catalogue/category/product-category.ts'
import { rest } from '../context/meta.ts'
import { fillDescendants } from '../filters/category-tree.ts'
import { integerStorePaging, orderingBy, queryBoolean, queryNullable, selectionParams } from '../inputs/query.ts'
import { catalogueGet } from '../procedures/row-get.ts'
import { catalogueList } from '../procedures/row-list.ts'
import { router } from '../procedures/trpc.ts'
import { equalTo, searchShownText } from '../reading/conditions.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { StoreCategoryResource } from '../resources/category.ts'

const SORTABLE = ['id', 'name', 'handle', 'rank', 'parent_category_id', 'created_at', 'updated_at']

const view = {
  resource: StoreCategoryResource,
  defaults: { relations: ['parent_category', 'category_children'], strictFields: true },
  defaultOrder: 'rank',
  sortable: SORTABLE,
  where: () => PUBLIC_CATEGORIES,
}

const filters = {
  q: z.string().optional(),
  handle: z.string().optional(),
  parent_category_id: queryNullable.optional(),
  include_descendants_tree: queryBoolean.optional(),
}

const categoryAnswer = rowAnswer(
  'product_category',
  { ...view, fill: fillDescendants(StoreCategoryResource, 'shown') },
  (id) => `ProductCategory with id: ${id} was not found`,
)

export const productCategories = router({
  list: catalogueList('product_categories', view, filters, {
    page: { ...integerStorePaging(100), ...orderingBy(SORTABLE), ...selectionParams },
  })
    .meta(rest('GET', '/product-categories', 'List product categories'))
    .query(({ ctx, input: { q, handle, parent_category_id, include_descendants_tree } }) => ({
      where: [
        equalTo({ handle, parent_category_id }),
        searchShownText(q, ['name', 'handle'], {
          ...{ entity: 'product_category', columns: ['name'], chain: ctx.response.language?.chain ?? [] },
        }),
      ],
      fill: include_descendants_tree ? fillDescendants(StoreCategoryResource, 'all') : undefined,
    })),

  get: catalogueGet(
    categoryAnswer,
    rest('GET', '/product-categories/{id}', 'Retrieve a product category with its descendants'),
  ),
})
