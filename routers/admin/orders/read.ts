import { z } from 'zod'
import { rest } from '../../context/meta.ts'
import { fieldConditions, withFieldFilters } from '../../filters/field-inputs.ts'
import { orderParams, pagingParams, selectionParams } from '../../inputs/query.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { listRows } from '../../reading/list-rows.ts'
import { listResponseSchema } from '../../reading/resource.ts'
import { AdminOrder } from '../../resources/order.ts'
import { adminOrderConditions, adminOrderFilters } from './order-filters.ts'
import { orderAnswer, orderReadOptions, readOrderWithReturnableItems } from './read-order.ts'
import { rejectReturnableItems } from './returnable-items.ts'

export const orderRead = router({
  list: adminProcedure
    .meta(rest('GET', '/orders', 'List orders', { allowsStaleReads: true }))
    .input(
      withFieldFilters('order', {
        ...pagingParams(50),
        ...orderParams,
        ...selectionParams,
        ...adminOrderFilters,
      }).prefault({}),
    )
    .output(listResponseSchema('orders', AdminOrder))
    .query(async ({ ctx, input }) => {
      rejectReturnableItems(input)
      const { rows, ...page } = await listRows(ctx.em, input, {
        ...orderReadOptions,
        where: [...adminOrderConditions(input), ...fieldConditions('order', input)],
      })
      return { orders: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/orders/{id}', 'Retrieve an order'))
    .input(z.strictObject({ id: z.string(), ...selectionParams }))
    .output(orderAnswer.response)
    .query(({ ctx, input: { id, ...selection } }) => readOrderWithReturnableItems(ctx, id, selection)),
})
