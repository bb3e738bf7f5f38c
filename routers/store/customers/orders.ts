import { z } from 'zod'
import { rest } from '../../meta.ts'
import { equal } from '../../schemas/conditions.ts'
import { listRows } from '../../schemas/list.ts'
import { orderConditions, ownOrderFilters } from '../../schemas/order-conditions.ts'
import { paging, selecting } from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { OwnOrder, STORE_ORDER_COLUMNS } from '../../schemas/resources/order.ts'
import { customerProcedure, router } from '../../trpc.ts'
import { storeOrders, WITH_AFTERMATH } from '../orders/show-order.ts'

const filters = { ...ownOrderFilters, region_id: z.string().optional() }

const ownOrders = {
  ...storeOrders,
  resource: OwnOrder,
  defaults: { ...WITH_AFTERMATH, columns: STORE_ORDER_COLUMNS },
}

export const orders = router({
  listOrders: customerProcedure
    .meta(rest('GET', '/customers/me/orders', 'List the orders of the customer who is logged in'))
    .input(z.strictObject({ ...paging(10), ...selecting, ...filters }).prefault({}))
    .output(listAnswer('orders', OwnOrder))
    .query(async ({ ctx, input }) => {
      const own = equal({ customer_id: ctx.customer_id, region_id: input.region_id })
      const where = [own, ...orderConditions(input)]
      const { rows, ...page } = await listRows(ctx.em, input, { ...ownOrders, where })
      return { orders: rows, ...page }
    }),
})
