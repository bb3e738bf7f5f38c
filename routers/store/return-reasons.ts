import { rest } from '../context/meta.ts'
import { catalogueAll } from '../procedures/all-rows.ts'
import { catalogueGet } from '../procedures/row-get.ts'
import { router } from '../procedures/trpc.ts'
import { returnReasonAnswer, topReturnReasons } from '../resources/return-reasons.ts'

export const returnReasons = router({
  list: catalogueAll('return_reasons', topReturnReasons, rest('GET', '/return-reasons', 'List return reasons')),

  get: catalogueGet(returnReasonAnswer, rest('GET', '/return-reasons/{id}', 'Retrieve a return reason'), {}),
})
