import { z } from 'zod'
import { ProductTag } from '#entities/product/product-tag.ts'
import { rest } from '../meta.ts'
import { equal, search, within } from '../schemas/conditions.ts'
import { listRows } from '../schemas/list.ts'
import { inDiscountCondition } from '../schemas/product-conditions.ts'
import { dateFilter, ordering, paging, queryOneOrList, selecting } from '../schemas/query.ts'
import { listAnswer } from '../schemas/resource.ts'
import { ProductTagResource } from '../schemas/resources/product.ts'
import { adminProcedure, router } from '../trpc.ts'

const filters = {
  id: queryOneOrList.optional(),
  q: z.string().optional(),
  value: queryOneOrList.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  discount_condition_id: z.string().optional(),
}

export const productTags = router({
  list: adminProcedure
    .meta(rest('GET', '/product-tags', 'List the product tags'))
    .input(z.strictObject({ ...paging(10), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('product_tags', ProductTagResource))
    .query(async ({ ctx, input }) => {
      const { id, q, value, created_at, updated_at, discount_condition_id } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        entity: ProductTag,
        resource: ProductTagResource,
        where: [
          equal({ id, value }),
          search(q, ['value']),
          within({ created_at, updated_at }),
          inDiscountCondition('discount_condition_product_tag', 'product_tag_id', discount_condition_id),
        ],
      })
      return { product_tags: rows, ...page }
    }),
})
