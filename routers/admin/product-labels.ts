import { z } from 'zod'
import { ProductTag } from '#entities/product/product-tag.ts'
import { ProductType } from '#entities/product/product-type.ts'
import { rest } from '../meta.ts'
import { type Condition, equal, search, within } from '../schemas/conditions.ts'
import { listRows } from '../schemas/list.ts'
import { inDiscountCondition } from '../schemas/product-conditions.ts'
import { dateFilter, ordering, paging, queryOneOrList, selecting } from '../schemas/query.ts'
import { listAnswer } from '../schemas/resource.ts'
import { ProductTagResource, ProductTypeResource } from '../schemas/resources/product.ts'
import { adminProcedure, router } from '../trpc.ts'

/* What products are labelled with: each is a value that any number of products share. */

const tag = { entity: ProductTag, resource: ProductTagResource }
const type = { entity: ProductType, resource: ProductTypeResource }

const labelFilters = {
  id: queryOneOrList.optional(),
  q: z.string().optional(),
  value: queryOneOrList.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
}
const filters = { ...labelFilters, discount_condition_id: z.string().optional() }

export const productTags = router({
  list: adminProcedure
    .meta(rest('GET', '/product-tags', 'List the product tags', { mayBeStale: true }))
    .input(z.strictObject({ ...paging(10), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('product_tags', ProductTagResource))
    .query(async ({ ctx, input }) => {
      const named = inDiscountCondition('discount_condition_product_tag', 'product_tag_id', input.discount_condition_id)
      const { rows, ...page } = await listRows(ctx.em, input, { ...tag, where: [...meeting(input), named] })
      return { product_tags: rows, ...page }
    }),
})

export const productTypes = router({
  list: adminProcedure
    .meta(rest('GET', '/product-types', 'List the product types', { mayBeStale: true }))
    .input(z.strictObject({ ...paging(20), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('product_types', ProductTypeResource))
    .query(async ({ ctx, input }) => {
      const named = inDiscountCondition(
        'discount_condition_product_type',
        'product_type_id',
        input.discount_condition_id,
      )
      const { rows, ...page } = await listRows(ctx.em, input, { ...type, where: [...meeting(input), named] })
      return { product_types: rows, ...page }
    }),
})

function meeting(asked: z.output<z.ZodObject<typeof labelFilters>>): (Condition | undefined)[] {
  const { id, q, value, created_at, updated_at } = asked
  return [equal({ id, value }), search(q, ['value']), within({ created_at, updated_at })]
}
