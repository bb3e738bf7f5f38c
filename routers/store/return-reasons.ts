import { rest } from '../context/meta.ts'
import { emptyInput } from '../inputs/common.ts'
import { catalogueGet } from '../procedures/row-get.ts'
import { catalogueProcedure, router } from '../procedures/trpc.ts'
import { listReturnReasons, returnReasonAnswer, returnReasonsResponse } from '../resources/return-reasons.ts'

export const returnReasons = router({
  list: catalogueProcedure
    .meta(rest('GET', '/return-reasons', 'List return reasons'))
    .input(emptyInput)
    .output(returnReasonsResponse)
    .query(({ ctx }) => listReturnReasons(ctx.em)),

  get: catalogueGet(returnReasonAnswer, rest('GET', '/return-reasons/{id}', 'Retrieve a return reason'), {}),
})
