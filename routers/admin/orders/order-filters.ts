import { z } from 'zod'
import { orderConditions, orderFilters } from '../../filters/order-conditions.ts'
import { queryList, queryOneOrList } from '../../inputs/query.ts'
import { type Condition, equalTo } from '../../reading/conditions.ts'

export const adminOrderFilters = {
  ...orderFilters,
  customer_id: z.string().optional(),
  region_id: queryOneOrList.optional(),
  sales_channel_id: queryList(z.string()).optional(),
}

export function adminOrderConditions(
  filters: z.output<z.ZodObject<typeof adminOrderFilters>>,
): (Condition | undefined)[] {
  const { customer_id, region_id, sales_channel_id } = filters
  return [equalTo({ customer_id, region_id, sales_channel_id }), ...orderConditions(filters)]
}
