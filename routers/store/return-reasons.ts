import { z } from 'zod'
import { rest } from '../meta.ts'
import { nothing } from '../schemas/common.ts'
import { listReturnReasons, readReturnReason, withReturnReason, withReturnReasons } from '../schemas/return-reasons.ts'
import { openProcedure, router } from '../trpc.ts'

export const returnReasons = router({
  list: openProcedure
    .meta(rest('GET', '/return-reasons', 'List the reasons for which something can be sent back', { mayBeStale: true }))
    .input(nothing)
    .output(withReturnReasons)
    .query(({ ctx }) => listReturnReasons(ctx.em)),

  get: openProcedure
    .meta(rest('GET', '/return-reasons/{id}', 'Read a return reason', { mayBeStale: true }))
    .input(z.strictObject({ id: z.string() }))
    .output(withReturnReason)
    .query(({ ctx, input }) => readReturnReason(ctx.em, input.id)),
})
