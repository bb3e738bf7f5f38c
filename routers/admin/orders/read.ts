import { z } from 'zod'
import { rest } from '../../meta.ts'
import { listRows } from '../../schemas/list.ts'
import { ordering, paging, selecting } from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { AdminOrder } from '../../schemas/resources/order.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { adminOrderConditions, adminOrderFilters } from './filters.ts'
import { showAdminOrder, view, withOrder } from './read-order.ts'
import {
  asksForReturnableItems,
  refuseReturnableItems,
  returnableItems,
  withoutReturnableItems,
} from './returnable-items.ts'

export const read = router({
  list: adminProcedure
    .meta(rest('GET', '/orders', 'List the orders', { mayBeStale: true }))
    .input(z.strictObject({ ...paging(50), ...ordering, ...selecting, ...adminOrderFilters }).prefault({}))
    .output(listAnswer('orders', AdminOrder))
    .query(async ({ ctx, input }) => {
      refuseReturnableItems(input)
      const { rows, ...page } = await listRows(ctx.em, input, { ...view, where: adminOrderConditions(input) })
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
