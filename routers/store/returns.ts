import { z } from 'zod'
import { requestReturn } from '#entities/orders/return/request-return.ts'
import { requiredText } from '../inputs/common.ts'
import { ReturnItems } from '../inputs/line-quantities.ts'
import { rest } from '../meta.ts'
import { readRow } from '../reading/list-rows.ts'
import { responseSchema } from '../reading/resource.ts'
import { StoreReturn, type StoreReturnView } from '../resources/return.ts'
import { openProcedure, router } from '../trpc.ts'

const storeReturnReadOptions = {
  resource: StoreReturn,
  defaults: { relations: ['items', 'items.reason', 'shipping_method'] },
}

/** Whoever knows the id of an order, and so may read it, may send pieces of it back; what they are worth is not theirs to say. */
export const returns = router({
  create: openProcedure
    .meta(rest('POST', '/returns', 'Create a return', { issuesKey: true, locks: 'order_id' }))
    .input(
      z.strictObject({
        order_id: requiredText,
        items: ReturnItems,
        return_shipping: z.strictObject({ option_id: requiredText }).nullish(),
      }),
    )
    .output(responseSchema({ return: StoreReturn }))
    .mutation(async ({ ctx, input: { return_shipping: way, ...input } }) => {
      const return_shipping = way && { ...way, isByCustomer: true }
      const { id } = await requestReturn(ctx.em, ctx.providers.fulfillment, { ...input, return_shipping })
      await ctx.em.flush()
      return { return: (await readRow(ctx.em, {}, { ...storeReturnReadOptions, where: [{ id }] })) as StoreReturnView }
    }),
})
