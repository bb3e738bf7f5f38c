import { z } from 'zod'
import { ProductTag } from '#entities/product/product-tag.ts'
import { ProductType } from '#entities/product/product-type.ts'
import { rest } from './meta.ts'
import { type Condition, equal, search, within } from './schemas/conditions.ts'
import { listRows } from './schemas/list.ts'
import { inDiscountCondition } from './schemas/product-conditions.ts'
import { dateFilter, ordering, paging, queryOneOrList, selecting } from './schemas/query.ts'
import { listAnswer } from './schemas/resource.ts'
import { ProductTagResource, ProductTypeResource } from './schemas/resources/product.ts'
import { type openProcedure, router } from './trpc.ts'

const filters = {
  id: queryOneOrList.optional(),
  q: z.string().optional(),
  value: queryOneOrList.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  discount_condition_id: z.string().optional(),
}

/**
 * What products are labelled with: each is a value that any number of products share. Customers and those who run the shop
 * see the same; `limits` says how many tags each sees who does not say how many.
 */
export const productLabels = (procedure: typeof openProcedure, limits: { tags: number }) => ({
  productTags: router({
    list: procedure
      .meta(rest('GET', '/product-tags', 'List the product tags', { mayBeStale: true }))
      .input(askingFor(limits.tags))
      .output(listAnswer('product_tags', ProductTagResource))
      .query(async ({ ctx, input }) => {
        const tags = { entity: ProductTag, resource: ProductTagResource, where: meeting(input, 'product_tag') }
        const { rows, ...page } = await listRows(ctx.em, input, tags)
        return { product_tags: rows, ...page }
      }),
  }),

  productTypes: router({
    list: procedure
      .meta(rest('GET', '/product-types', 'List the product types', { mayBeStale: true }))
      .input(askingFor(20))
      .output(listAnswer('product_types', ProductTypeResource))
      .query(async ({ ctx, input }) => {
        const types = { entity: ProductType, resource: ProductTypeResource, where: meeting(input, 'product_type') }
        const { rows, ...page } = await listRows(ctx.em, input, types)
        return { product_types: rows, ...page }
      }),
  }),
})

const askingFor = (limit: number) =>
  z.strictObject({ ...paging(limit), ...ordering, ...selecting, ...filters }).prefault({})

function meeting(
  asked: z.output<ReturnType<typeof askingFor>>,
  label: 'product_tag' | 'product_type',
): (Condition | undefined)[] {
  const { id, q, value, created_at, updated_at, discount_condition_id } = asked
  const named = inDiscountCondition(`discount_condition_${label}`, `${label}_id`, discount_condition_id)
  return [equal({ id, value }), search(q, ['value']), within({ created_at, updated_at }), named]
}
