import { z } from 'zod'
import { orderConditions, orderFilters } from '../../filters/order-conditions.ts'
import { hasTag } from '../../filters/tag-conditions.ts'
import { queryList, queryOneOrList } from '../../inputs/query.ts'
import { tagFilter } from '../../inputs/tags.ts'
import { type Condition, equalTo } from '../../reading/conditions.ts'

export const adminOrderFilters = {
  ...orderFilters,
  id: queryOneOrList.optional(),
  customer_id: queryOneOrList.optional(),
  region_id: queryOneOrList.optional(),
  sales_channel_id: queryList(z.string()).optional(),
  /** The orders of a discount, and of the codes below it. */
  discount_id: queryOneOrList.optional(),
  tags: tagFilter,
}

export function adminOrderConditions(
  filters: z.output<z.ZodObject<typeof adminOrderFilters>>,
): (Condition | undefined)[] {
  const { id, customer_id, region_id, sales_channel_id, discount_id, tags, ...others } = filters
  return [
    equalTo({ id, customer_id, region_id, sales_channel_id }),
    hasDiscount(discount_id),
    hasTag(tags),
    ...orderConditions(others),
  ]
}

function hasDiscount(id: string | readonly string[] | undefined): Condition | undefined {
  if (id === undefined) return undefined
  const ids = typeof id === 'string' ? [id] : [...id]
  return { discounts: { $some: { $or: [{ id: { $in: ids } }, { parent_discount_id: { $in: ids } }] } } }
}
