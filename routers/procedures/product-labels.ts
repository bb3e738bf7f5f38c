import { z } from 'zod'
import type { Context } from '../context/context.ts'
import { rest } from '../context/meta.ts'
import { inDiscountCondition } from '../filters/product-conditions.ts'
import { dateFilter, orderingBy, type pagingParams, queryOneOrList, selectionParams } from '../inputs/query.ts'
import { type Condition, equalTo, inRange, searchShownText } from '../reading/conditions.ts'
import { ProductTagResource, ProductTypeResource } from '../resources/product.ts'
import { rowList } from './row-list.ts'
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

export const productLabels = (procedure: typeof openProcedure, { pageOf, tagPageSize }: Lists) => {
  const list = rowList(procedure)
  const pageSettings = (size: number) => ({
    page: { ...pageOf(size), ...orderingBy(SORTABLE), ...selectionParams },
  })
  return {
    productTags: router({
      list: list('product_tags', tags, filters, pageSettings(tagPageSize))
        .meta(rest('GET', '/product-tags', 'List product tags', { allowsStaleReads: true }))
        .query(({ ctx, input }) => labelConditions(ctx, input, 'product_tag')),
    }),
    productTypes: router({
      list: list('product_types', types, filters, pageSettings(20))
        .meta(rest('GET', '/product-types', 'List product types', { allowsStaleReads: true }))
        .query(({ ctx, input }) => labelConditions(ctx, input, 'product_type')),
    }),
  }
}

const tags = { resource: ProductTagResource, sortable: SORTABLE }
const types = { resource: ProductTypeResource, sortable: SORTABLE }

interface Lists {
  pageOf: typeof pagingParams
  tagPageSize: number
}

type Filters = z.output<z.ZodObject<typeof filters>>

function labelConditions(
  { response: { language } }: Pick<Context, 'response'>,
  { id, q, value, created_at, updated_at, discount_condition_id }: Filters,
  label: 'product_tag' | 'product_type',
): (Condition | undefined)[] {
  const inCondition = inDiscountCondition(`discount_condition_${label}`, `${label}_id`, discount_condition_id)
  const chain = language?.chain ?? []
  const shown = searchShownText(q, ['value'], { entity: label, columns: ['value'], chain })
  return [equalTo({ id, value }), shown, inRange({ created_at, updated_at }), inCondition]
}
