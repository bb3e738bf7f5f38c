import { z } from 'zod'
import { inDiscountCondition } from './filters/product-conditions.ts'
import { dateFilter, orderingBy, type pagingParams, queryOneOrList, selectionParams } from './inputs/query.ts'
import { rest } from './meta.ts'
import { type Condition, equalTo, inRange, searchText } from './reading/conditions.ts'
import { listRows } from './reading/list-rows.ts'
import { listResponseSchema } from './reading/resource.ts'
import { ProductTagResource, ProductTypeResource } from './resources/product.ts'
import { type openProcedure, router } from './trpc.ts'

const SORTABLE = ['id', 'value', 'created_at', 'updated_at']

const filters = {
  id: queryOneOrList.optional(),
  q: z.string().optional(),
  value: queryOneOrList.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
  discount_condition_id: z.string().optional(),
}

export const productLabels = (procedure: typeof openProcedure, { pageOf, tags: defaultTags }: Lists) => ({
  productTags: router({
    list: procedure
      .meta(rest('GET', '/product-tags', 'List product tags', { allowsStaleReads: true }))
      .input(labelListInput(pageOf(defaultTags)))
      .output(listResponseSchema('product_tags', ProductTagResource))
      .query(async ({ ctx, input }) => {
        const where = labelConditions(input, 'product_tag')
        const tags = { resource: ProductTagResource, sortable: SORTABLE, where }
        const { rows, ...page } = await listRows(ctx.em, input, tags)
        return { product_tags: rows, ...page }
      }),
  }),

  productTypes: router({
    list: procedure
      .meta(rest('GET', '/product-types', 'List product types', { allowsStaleReads: true }))
      .input(labelListInput(pageOf(20)))
      .output(listResponseSchema('product_types', ProductTypeResource))
      .query(async ({ ctx, input }) => {
        const where = labelConditions(input, 'product_type')
        const types = { resource: ProductTypeResource, sortable: SORTABLE, where }
        const { rows, ...page } = await listRows(ctx.em, input, types)
        return { product_types: rows, ...page }
      }),
  }),
})

interface Lists {
  pageOf: typeof pagingParams
  tags: number
}

const labelListInput = (page: ReturnType<typeof pagingParams>) =>
  z.strictObject({ ...page, ...orderingBy(SORTABLE), ...selectionParams, ...filters }).prefault({})

function labelConditions(
  filters: z.output<ReturnType<typeof labelListInput>>,
  label: 'product_tag' | 'product_type',
): (Condition | undefined)[] {
  const { id, q, value, created_at, updated_at, discount_condition_id } = filters
  const inCondition = inDiscountCondition(`discount_condition_${label}`, `${label}_id`, discount_condition_id)
  return [equalTo({ id, value }), searchText(q, ['value']), inRange({ created_at, updated_at }), inCondition]
}
