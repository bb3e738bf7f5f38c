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
  tags: tagFilter,
}

export function adminOrderConditions(
  filters: z.output<z.ZodObject<typeof adminOrderFilters>>,
): (Condition | undefined)[] {
  const { id, customer_id, region_id, sales_channel_id, tags, ...others } = filters
  return [equalTo({ id, customer_id, region_id, sales_channel_id }), hasTag(tags), ...orderConditions(others)]
}
