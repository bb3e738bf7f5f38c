import { emptyInput } from '../inputs/common.ts'
import { rest } from '../meta.ts'
import { listReturnReasons, returnReasonAnswer, returnReasonsResponse } from '../resources/return-reasons.ts'
import { catalogueGet } from '../row-get.ts'
import { catalogueProcedure, router } from '../trpc.ts'

export const returnReasons = router({
  list: catalogueProcedure
    .meta(rest('GET', '/return-reasons', 'List return reasons'))
    .input(emptyInput)
    .output(returnReasonsResponse)
    .query(({ ctx }) => listReturnReasons(ctx.em)),

  get: catalogueGet(returnReasonAnswer, rest('GET', '/return-reasons/{id}', 'Retrieve a return reason'), {}),
})
