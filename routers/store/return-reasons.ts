import { z } from 'zod'
import { emptyInput } from '../inputs/common.ts'
import { rest } from '../meta.ts'
import {
  listReturnReasons,
  readReturnReason,
  returnReasonResponse,
  returnReasonsResponse,
} from '../resources/return-reasons.ts'
import { openProcedure, router } from '../trpc.ts'

export const returnReasons = router({
  list: openProcedure
    .meta(rest('GET', '/return-reasons', 'List return reasons', { allowsStaleReads: true }))
    .input(emptyInput)
    .output(returnReasonsResponse)
    .query(({ ctx }) => listReturnReasons(ctx.em)),

  get: openProcedure
    .meta(rest('GET', '/return-reasons/{id}', 'Retrieve a return reason', { allowsStaleReads: true }))
    .input(z.strictObject({ id: z.string() }))
    .output(returnReasonResponse)
    .query(({ ctx, input }) => readReturnReason(ctx, input.id)),
})
