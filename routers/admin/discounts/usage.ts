import { z } from 'zod'
import { NotFound } from '#entities/errors.ts'
import { Discount } from '#entities/promotions/discount/discount.ts'
import { readUsage } from '#entities/promotions/discount/read-usage.ts'
import { rest } from '../../context/meta.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import { assertMayRead } from '../../reading/reach.ts'

const Usage = z.object({
  currency_code: z.string(),
  orders: z.int().describe('Orders that are not canceled.'),
  given: z.int().describe('The discounts of these orders, without taxes and shipping.'),
})

export const usage = router({
  usage: adminProcedure
    .meta(rest('GET', '/discounts/{id}/usage', 'Retrieve the money that a discount has given'))
    .input(z.strictObject({ id: z.string() }))
    .output(z.object({ usage: z.array(Usage) }))
    .query(async ({ ctx, input: { id } }) => {
      assertMayRead(ctx, ['orders'])
      if ((await ctx.em.count(Discount, { id })) === 0) throw new NotFound(`Discount with id ${id} was not found`)
      return { usage: await readUsage(ctx.em, id) }
    }),
})
