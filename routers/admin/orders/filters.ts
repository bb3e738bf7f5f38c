import { z } from 'zod'
import { type Condition, equal } from '../../schemas/conditions.ts'
import { orderConditions, orderFilters } from '../../schemas/order-conditions.ts'
import { queryList, queryOneOrList } from '../../schemas/query.ts'

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
  return [equal({ customer_id, region_id, sales_channel_id }), ...orderConditions(asked)]
}
