import { z } from 'zod'
import { ProductType } from '#entities/product/product-type.ts'
import { rest } from '../meta.ts'
import { equal, search, within } from '../schemas/conditions.ts'
import { listRows } from '../schemas/list.ts'
import { inDiscountCondition } from '../schemas/product-conditions.ts'
import { dateFilter, ordering, paging, queryOneOrList, selecting } from '../schemas/query.ts'
import { listAnswer } from '../schemas/resource.ts'
import { ProductTypeResource } from '../schemas/resources/product.ts'
import { adminProcedure, router } from '../trpc.ts'

const filters = {
  id: queryOneOrList.optional(),
  q: z.string().optional(),
  value: queryOneOrList.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  discount_condition_id: z.string().optional(),
}

export const productTypes = router({
  list: adminProcedure
    .meta(rest('GET', '/product-types', 'List the product types'))
    .input(z.strictObject({ ...paging(20), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('product_types', ProductTypeResource))
    .query(async ({ ctx, input }) => {
      const { id, q, value, created_at, updated_at, discount_condition_id } = input
      const { rows, ...page } = await listRows(ctx.em, input, {
        entity: ProductType,
        resource: ProductTypeResource,
        where: [
          equal({ id, value }),
          search(q, ['value']),
          within({ created_at, updated_at }),
          inDiscountCondition('discount_condition_product_type', 'product_type_id', discount_condition_id),
        ],
      })
      return { product_types: rows, ...page }
    }),
})
