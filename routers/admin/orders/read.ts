import { z } from 'zod'
import { rest } from '../../meta.ts'
import { listRows } from '../../schemas/list.ts'
import { ordering, paging, selecting } from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { AdminOrder } from '../../schemas/resources/order.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { adminOrderConditions, adminOrderFilters } from './filters.ts'
import { showWithReturnableItems, view, withOrder } from './read-order.ts'
import { refuseReturnableItems } from './returnable-items.ts'

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
    .query(({ ctx, input: { id, ...wanted } }) => showWithReturnableItems(ctx.em, id, wanted)),
})
