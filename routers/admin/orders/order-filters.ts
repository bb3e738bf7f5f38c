import { z } from 'zod'
import { orderConditions, orderFilters } from '../../filters/order-conditions.ts'
import { queryList, queryOneOrList } from '../../inputs/query.ts'
import { type Condition, equalTo } from '../../reading/conditions.ts'

/** By what the shop may ask for orders, in lists and exports. */
export const adminOrderFilters = {
  ...orderFilters,
  customer_id: z.string().optional(),
  region_id: queryOneOrList.optional(),
  sales_channel_id: queryList(z.string()).optional(),
}

export function adminOrderConditions(
  asked: z.output<z.ZodObject<typeof adminOrderFilters>>,
): (Condition | undefined)[] {
  const { customer_id, region_id, sales_channel_id } = asked
  return [equalTo({ customer_id, region_id, sales_channel_id }), ...orderConditions(asked)]
}
