import { z } from 'zod'
import { assertCanCreateBatchJob } from '#entities/people/role/assert-can-create-batch-job.ts'
import { assertCanReadFile } from '#entities/people/role/assert-can-read-file.ts'
import { cancelBatchJob } from '#entities/platform/batch-job/cancel-batch-job.ts'
import { confirmBatchJob } from '#entities/platform/batch-job/confirm-batch-job.ts'
import { createBatchJob } from '#entities/platform/batch-job/create-batch-job.ts'
import { importedFileOf } from '#entities/platform/batch-job/imported-file.ts'
import { rest } from '../../context/meta.ts'
import { lenientObject } from '../../inputs/common.ts'
import { dateFilter, dateFilterOrNull, queryList, queryOneOrMany } from '../../inputs/query.ts'
import { adminGet } from '../../procedures/row-get.ts'
import { adminList } from '../../procedures/row-list.ts'
import { router } from '../../procedures/trpc.ts'
import { equalTo, inRange, inRangeOrNull } from '../../reading/conditions.ts'
import { findBatchType, parseBatchContext } from './parse-batch-context.ts'
import { batchJobAnswer, batchJobMutation, batchJobReadOptions } from './read-batch-job.ts'

const filters = {
  id: queryOneOrMany(z.string()).optional(),
  type: queryList(z.string()).optional(),
  confirmed_at: dateFilterOrNull.optional(),
  pre_processed_at: dateFilterOrNull.optional(),
  completed_at: dateFilterOrNull.optional(),
  failed_at: dateFilterOrNull.optional(),
  canceled_at: dateFilterOrNull.optional(),
  created_at: dateFilter.optional(),
  updated_at: dateFilter.optional(),
}

const OneJob = lenientObject({ id: z.string() })

export const batchJobCrud = router({
  create: batchJobMutation(
    z.strictObject({
      type: z.string(),
      context: z.record(z.string(), z.unknown()),
      dry_run: z.boolean().default(false),
    }),
  )
    .meta(rest('POST', '/batch-jobs', 'Create a batch job', { status: 201 }))
    .mutation(async ({ ctx, input: { type: name, context, dry_run } }) => {
      const type = findBatchType(ctx.services.batchTypes, name)
      assertCanCreateBatchJob(ctx.grants, type)
      const origin = type.needsOrigin ? { origin: ctx.request.publicUrl } : {}
      const order = {
        ...{ name, type, dry_run, created_by: ctx.user.id },
        context: parseBatchContext(type, { ...context, ...origin }),
      }
      assertCanCreateBatchJob(ctx.grants, type, order.context)
      const file = importedFileOf(context)
      if (file) await assertCanReadFile(ctx.em, ctx.services.batchTypes, { grants: ctx.grants, file })
      return createBatchJob(ctx.em, order)
    }),

  list: adminList('batch_jobs', batchJobReadOptions, filters, { pageSize: 10 })
    .meta(rest('GET', '/batch-jobs', 'List the batch jobs of the current user'))
    .query(({ ctx, input: { id, type, created_at, updated_at, ...times } }) => {
      const { confirmed_at, pre_processed_at, completed_at, failed_at, canceled_at } = times
      return [
        { created_by: ctx.user.id },
        equalTo({ id, type }),
        inRange({ created_at, updated_at }),
        inRangeOrNull({ confirmed_at, pre_processed_at, completed_at, failed_at, canceled_at }),
      ]
    }),

  get: adminGet(batchJobAnswer, rest('GET', '/batch-jobs/{id}', 'Retrieve a batch job'), lenientObject({})),

  confirm: batchJobMutation(OneJob)
    .meta(rest('POST', '/batch-jobs/{id}/confirm', 'Confirm a batch job after its dry run'))
    .mutation(({ ctx, input: { id } }) =>
      confirmBatchJob(ctx.em, ctx.services.batchTypes, {
        id,
        userId: ctx.user.id,
        assertAllowed: (type, context) => assertCanCreateBatchJob(ctx.grants, type, context),
      }),
    ),

  cancel: batchJobMutation(OneJob)
    .meta(rest('POST', '/batch-jobs/{id}/cancel', 'Cancel a batch job'))
    .mutation(({ ctx, input: { id } }) => cancelBatchJob(ctx.em, id, ctx.user.id)),
})
