import { z } from 'zod'
import { emptyInput } from '../inputs/common.ts'
import { rest } from '../meta.ts'
import {
  listReturnReasons,
  readReturnReason,
  returnReasonResponse,
  returnReasonsResponse,
} from '../resources/return-reasons.ts'
import { catalogueProcedure, router } from '../trpc.ts'

export const returnReasons = router({
  list: catalogueProcedure
    .meta(rest('GET', '/return-reasons', 'List return reasons'))
    .input(emptyInput)
    .output(returnReasonsResponse)
    .query(({ ctx }) => listReturnReasons(ctx.em)),

  get: catalogueProcedure
    .meta(rest('GET', '/return-reasons/{id}', 'Retrieve a return reason'))
    .input(z.strictObject({ id: z.string() }))
    .output(returnReasonResponse)
    .query(({ ctx, input }) => readReturnReason(ctx, input.id)),
})
