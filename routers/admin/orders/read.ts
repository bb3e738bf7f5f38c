import { z } from 'zod'
import { rest } from '../../meta.ts'
import { equal } from '../../schemas/conditions.ts'
import { listRows } from '../../schemas/list.ts'
import { orderConditions, orderFilters } from '../../schemas/order-conditions.ts'
import { ordering, paging, queryList, queryOneOrList, selecting } from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { AdminOrder } from '../../schemas/resources/order.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { showAdminOrder, view, withOrder } from './read-order.ts'
import {
  asksForReturnableItems,
  refuseReturnableItems,
  returnableItems,
  withoutReturnableItems,
} from './returnable-items.ts'

const filters = {
  ...orderFilters,
  customer_id: z.string().optional(),
  region_id: queryOneOrList.optional(),
  sales_channel_id: queryList(z.string()).optional(),
}

export const read = router({
  list: adminProcedure
    .meta(rest('GET', '/orders', 'List the orders'))
    .input(z.strictObject({ ...paging(50), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('orders', AdminOrder))
    .query(async ({ ctx, input }) => {
      refuseReturnableItems(input)
      const { customer_id, region_id, sales_channel_id } = input
      const where = [equal({ customer_id, region_id, sales_channel_id }), ...orderConditions(input)]
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where })
      return { orders: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/orders/{id}', 'Read an order'))
    .input(z.strictObject({ id: z.string(), ...selecting }))
    .output(withOrder)
    .query(async ({ ctx, input: { id, ...wanted } }) => {
      if (!asksForReturnableItems(wanted)) return showAdminOrder(ctx.em, id, wanted)
      const { order } = await showAdminOrder(ctx.em, id, { ...wanted, expand: withoutReturnableItems(wanted) })
      return { order: { ...order, returnable_items: await returnableItems(ctx.em, id) } }
    }),
})
