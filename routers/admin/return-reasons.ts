import { z } from 'zod'
import {
  createReturnReason,
  deleteReturnReason,
  updateReturnReason,
} from '#entities/orders/return/manage-return-reason.ts'
import { ReturnReason } from '#entities/orders/return/return-reason.ts'
import { rest } from '../context/meta.ts'
import { optionalInputs } from '../inputs/columns.ts'
import { requiredText } from '../inputs/common.ts'
import { translations } from '../inputs/translations.ts'
import { adminAll } from '../procedures/all-rows.ts'
import { adminGet } from '../procedures/row-get.ts'
import { adminDeletion, adminMutation } from '../procedures/row-mutation.ts'
import { router } from '../procedures/trpc.ts'
import { returnReasonAnswer, topReturnReasons } from '../resources/return-reasons.ts'

const returnReasonMutation = adminMutation(returnReasonAnswer)

export const returnReasons = router({
  list: adminAll('return_reasons', topReturnReasons, rest('GET', '/return-reasons', 'List return reasons')),

  get: adminGet(returnReasonAnswer, rest('GET', '/return-reasons/{id}', 'Retrieve a return reason'), {}),

  create: returnReasonMutation(
    z.strictObject({
      value: requiredText,
      label: requiredText,
      ...optionalInputs(ReturnReason, ['parent_return_reason_id', 'description', 'metadata']),
      ...translations,
    }),
  )
    .meta(rest('POST', '/return-reasons', 'Create a return reason'))
    .mutation(({ ctx, input }) => createReturnReason(ctx.em, input)),

  update: returnReasonMutation(
    z.strictObject({
      id: z.string(),
      label: requiredText.nullish(),
      value: requiredText.nullish(),
      ...optionalInputs(ReturnReason, ['description', 'metadata']),
      ...translations,
    }),
  )
    .meta(rest('POST', '/return-reasons/{id}', 'Update a return reason'))
    .mutation(({ ctx, input: { id, ...changes } }) => updateReturnReason(ctx.em, id, changes)),

  delete: adminDeletion('return_reason')
    .meta(rest('DELETE', '/return-reasons/{id}', 'Delete a return reason with its nested reasons'))
    .mutation(({ ctx, input: { id } }) => deleteReturnReason(ctx.em, id)),
})
