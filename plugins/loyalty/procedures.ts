import { adminProcedure, customerProcedure, emptyInput, requiredText, rest, router } from 'cartwright'
import { z } from 'zod'
import { adjustPoints, balanceOf } from './points.ts'

const balanceResponse = z.object({ balance: z.int() })
const customerInput = { customer_id: z.string() }

export const admin = router({
  balance: adminProcedure
    .meta(rest('GET', '/loyalty/customers/{customer_id}', 'Retrieve the points of a customer'))
    .input(z.strictObject(customerInput))
    .output(balanceResponse)
    .query(async ({ ctx, input }) => ({ balance: await balanceOf(ctx.em, input.customer_id) })),

  adjust: adminProcedure
    .meta(rest('POST', '/loyalty/customers/{customer_id}', 'Add or remove points of a customer'))
    .input(z.strictObject({ ...customerInput, points: z.int().min(-1_000_000).max(1_000_000), reason: requiredText }))
    .output(balanceResponse)
    .mutation(async ({ ctx, input }) => {
      await adjustPoints(ctx.em, input)
      await ctx.em.flush()
      return { balance: await balanceOf(ctx.em, input.customer_id) }
    }),
})

export const store = router({
  balance: customerProcedure
    .meta(rest('GET', '/loyalty', 'Retrieve the points of the current customer'))
    .input(emptyInput)
    .output(balanceResponse)
    .query(async ({ ctx }) => ({ balance: await balanceOf(ctx.em, ctx.customer_id) })),
})
