import { z } from 'zod'
import { requestReturn } from '#entities/orders/return/request-return.ts'
import { rest } from '../context/meta.ts'
import { withFields } from '../filters/field-inputs.ts'
import { requiredText } from '../inputs/common.ts'
import { ReturnItems } from '../inputs/line-quantities.ts'
import { openMutation } from '../procedures/row-mutation.ts'
import { router } from '../procedures/trpc.ts'
import { rowAnswer } from '../reading/row-answer.ts'
import { StoreReturn } from '../resources/return.ts'

const view = { resource: StoreReturn, defaults: { relations: ['items', 'items.reason', 'shipping_method'] } }
const returnMutation = openMutation(rowAnswer('return', view))

/** The ID of an order is a secret of its customer. A caller with the ID may return items. Only the shop decides on the refund amount. */
export const returns = router({
  create: returnMutation(
    withFields(['return', 'store'], {
      order_id: requiredText,
      items: ReturnItems,
      return_shipping: z.strictObject({ option_id: requiredText }).nullish(),
    }),
  )
    .meta(rest('POST', '/returns', 'Create a return', { issuesIdempotencyKey: true, lockKey: 'order_id' }))
    .mutation(({ ctx, input: { return_shipping: shipping, ...input } }) => {
      const return_shipping = shipping && { ...shipping, isByCustomer: true }
      return requestReturn(ctx.em, ctx.providers.fulfillment, { ...input, return_shipping })
    }),
})
