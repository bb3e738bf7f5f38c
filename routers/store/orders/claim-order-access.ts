import { z } from 'zod'
import { confirmOrderTransfer, requestOrderTransfer } from '#entities/orders/order/transfer-orders.ts'
import { rest } from '../../context/meta.ts'
import { OK, okResponse } from '../../inputs/common.ts'
import { limitMails } from '../../pipeline/rate-limit-middleware.ts'
import { customerProcedure, router } from '../../procedures/trpc.ts'

export const orderAccessClaim = router({
  requestClaim: customerProcedure
    .meta(rest('POST', '/orders/batch/customer/token', 'Request access to orders placed with another email'))
    .input(z.strictObject({ order_ids: z.array(z.string()).min(1) }))
    .output(okResponse)
    .mutation(async ({ ctx, input }) => {
      await requestOrderTransfer(ctx.em, ctx.services.tokens, {
        customer_id: ctx.customer_id,
        order_ids: input.order_ids,
        limitMails: (recipient) => limitMails(ctx, recipient),
      })
      return OK
    }),

  confirmClaim: customerProcedure
    .meta(rest('POST', '/orders/customer/confirm', 'Confirm access to orders with a token'))
    .input(z.strictObject({ token: z.string() }))
    .output(okResponse)
    .mutation(async ({ ctx, input }) => {
      await confirmOrderTransfer(ctx.em, ctx.services.tokens, { customer_id: ctx.customer_id, token: input.token })
      return OK
    }),
})
