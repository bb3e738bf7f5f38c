import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { explainOrder } from '#entities/orders/order/explain-order.ts'
import { readOrder } from '#entities/orders/order/read-order.ts'
import { rest } from '../../context/meta.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { TotalPart } from '../../resources/total-part.ts'

export const explainTotals = router({
  explainTotals: adminProcedure
    .meta(rest('GET', '/orders/{id}/totals/explain', 'Explain the total of an order'))
    .input(z.strictObject({ id: z.string() }))
    .output(z.object({ currency_code: z.string(), total: TotalPart, refundable_amount: TotalPart }))
    .query(async ({ ctx, input }) => {
      const order = await readOrder(ctx.em, input.id)
      if (!order) throw new NotFound(`Order with id: ${input.id} was not found`)
      return { currency_code: order.currency_code, ...explainOrder(order) }
    }),
})
