import { z } from 'zod'
import { assertMayOrder } from '#entities/batch-job/assert-may-order.ts'
import { cancelBatchJob } from '#entities/batch-job/cancel-batch-job.ts'
import { confirmBatchJob } from '#entities/batch-job/confirm-batch-job.ts'
import { createBatchJob } from '#entities/batch-job/create-batch-job.ts'
import { rest } from '../../meta.ts'
import { equal, within, withinOrNull } from '../../schemas/conditions.ts'
import { listRows } from '../../schemas/list.ts'
import {
  dateFilter,
  dateFilterOrNull,
  ordering,
  paging,
  queryList,
  queryOneOrMany,
  selecting,
} from '../../schemas/query.ts'
import { listAnswer } from '../../schemas/resource.ts'
import { BatchJobResource } from '../../schemas/resources/batch-job.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { findType, readContext } from './order.ts'
import { readBatchJob, view, withBatchJob } from './read-batch-job.ts'

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

/** What else a query says of one job is not looked at, as in v1. */
const OneJob = z.object({ id: z.string() })

export const crud = router({
  create: adminProcedure
    .meta(rest('POST', '/batch-jobs', 'Order work that takes longer than a request', { status: 201 }))
    .input(
      z.strictObject({
        type: z.string(),
        context: z.record(z.string(), z.unknown()),
        dry_run: z.boolean().default(false),
      }),
    )
    .output(withBatchJob)
    .mutation(async ({ ctx, input: { type: name, context, dry_run } }) => {
      const type = findType(ctx.batchTypes, name)
      assertMayOrder(ctx.api_key, type)
      const order = { name, type, context: readContext(type, context), dry_run, created_by: ctx.user.id }
      const { id } = await createBatchJob(ctx.em, order)
      return readBatchJob(ctx.em, id, ctx.user.id)
    }),

  list: adminProcedure
    .meta(rest('GET', '/batch-jobs', 'List the batch jobs of the user who asks'))
    .input(z.strictObject({ ...paging(10), ...ordering, ...selecting, ...filters }).prefault({}))
    .output(listAnswer('batch_jobs', BatchJobResource))
    .query(async ({ ctx, input }) => {
      const { id, type, created_at, updated_at, ...times } = input
      const { confirmed_at, pre_processed_at, completed_at, failed_at, canceled_at } = times
      const wanted = { ...input, fields: withState(input.fields) }
      const { rows, ...page } = await listRows(ctx.em, wanted, {
        ...view,
        where: [
          { created_by: ctx.user.id },
          equal({ id, type }),
          within({ created_at, updated_at }),
          withinOrNull({ confirmed_at, pre_processed_at, completed_at, failed_at, canceled_at }),
        ],
      })
      return { batch_jobs: rows, ...page }
    }),

  get: adminProcedure
    .meta(rest('GET', '/batch-jobs/{id}', 'Read a batch job'))
    .input(OneJob)
    .output(withBatchJob)
    .query(({ ctx, input }) => readBatchJob(ctx.em, input.id, ctx.user.id)),

  confirm: adminProcedure
    .meta(rest('POST', '/batch-jobs/{id}/confirm', 'Have a dry run done'))
    .input(OneJob)
    .output(withBatchJob)
    .mutation(async ({ ctx, input: { id } }) => {
      await confirmBatchJob(ctx.em, ctx.batchTypes, { id, userId: ctx.user.id, key: ctx.api_key })
      await ctx.em.flush()
      return readBatchJob(ctx.em, id, ctx.user.id)
    }),

  cancel: adminProcedure
    .meta(rest('POST', '/batch-jobs/{id}/cancel', 'Cancel a batch job that is not completed'))
    .input(OneJob)
    .output(withBatchJob)
    .mutation(async ({ ctx, input: { id } }) => {
      await cancelBatchJob(ctx.em, id, ctx.user.id)
      await ctx.em.flush()
      return readBatchJob(ctx.em, id, ctx.user.id)
    }),
})

/** The state is shown whatever columns are asked for, and whether it is a dry run. */
const withState = (fields: string | undefined) =>
  fields === undefined || /^[+*-]/.test(fields) ? fields : `${fields},status,dry_run`
