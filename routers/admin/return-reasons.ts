import { z } from 'zod'
import {
  createReturnReason,
  deleteReturnReason,
  updateReturnReason,
} from '#entities/orders/return/manage-return-reason.ts'
import { deletionResponse, emptyInput, Metadata, requiredText } from '../inputs/common.ts'
import { rest } from '../meta.ts'
import {
  listReturnReasons,
  readReturnReason,
  returnReasonResponse,
  returnReasonsResponse,
} from '../resources/return-reasons.ts'
import { adminProcedure, router } from '../trpc.ts'

export const returnReasons = router({
  list: adminProcedure
    .meta(rest('GET', '/return-reasons', 'List return reasons'))
    .input(emptyInput)
    .output(returnReasonsResponse)
    .query(({ ctx }) => listReturnReasons(ctx.em)),

  get: adminProcedure
    .meta(rest('GET', '/return-reasons/{id}', 'Retrieve a return reason'))
    .input(z.strictObject({ id: z.string() }))
    .output(returnReasonResponse)
    .query(({ ctx, input }) => readReturnReason(ctx.em, input.id)),

  create: adminProcedure
    .meta(rest('POST', '/return-reasons', 'Create a return reason'))
    .input(
      z.strictObject({
        value: requiredText,
        label: requiredText,
        parent_return_reason_id: z.string().nullish(),
        description: z.string().nullish(),
        metadata: Metadata.nullish(),
      }),
    )
    .output(returnReasonResponse)
    .mutation(async ({ ctx, input }) => {
      const { id } = await createReturnReason(ctx.em, input)
      await ctx.em.flush()
      return readReturnReason(ctx.em, id)
    }),

  update: adminProcedure
    .meta(rest('POST', '/return-reasons/{id}', 'Update a return reason'))
    .input(
      z.strictObject({
        id: z.string(),
        label: requiredText.nullish(),
        value: requiredText.nullish(),
        description: z.string().nullish(),
        metadata: Metadata.nullish(),
      }),
    )
    .output(returnReasonResponse)
    .mutation(async ({ ctx, input: { id, ...changes } }) => {
      await updateReturnReason(ctx.em, id, changes)
      await ctx.em.flush()
      return readReturnReason(ctx.em, id)
    }),

  delete: adminProcedure
    .meta(rest('DELETE', '/return-reasons/{id}', 'Delete a return reason with its nested reasons'))
    .input(z.strictObject({ id: z.string() }))
    .output(deletionResponse)
    .mutation(async ({ ctx, input: { id } }) => {
      await deleteReturnReason(ctx.em, id)
      return { id, object: 'return_reason', deleted: true }
    }),
})
