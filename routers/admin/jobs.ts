import { z } from 'zod'
import { JOB_STATUSES, type JobRow, readJob, readJobs, retryJob } from '#entities/platform/job/read-jobs.ts'
import { rest } from '../context/meta.ts'
import { queryInt, queryOneOrMany } from '../inputs/query.ts'
import { adminProcedure, router } from '../procedures/trpc.ts'

const Job = z.object({
  id: z.string(),
  name: z.string(),
  status: z.enum(JOB_STATUSES),
  key: z.string().nullable(),
  attempts: z.int(),
  max_attempts: z.int(),
  last_error: z.string().nullable(),
  run_at: z.date(),
  created_at: z.date(),
})

const JobId = z.string().regex(/^\d{1,18}$/, 'id must be the id of a job')

export const jobs = router({
  list: adminProcedure
    .meta(rest('GET', '/jobs', 'List background jobs'))
    .input(
      z
        .strictObject({
          limit: queryInt.pipe(z.int().min(1).max(200)).default(50),
          offset: queryInt.pipe(z.int().min(0).max(1_000_000)).default(0),
          status: queryOneOrMany(z.enum(JOB_STATUSES)).optional(),
          name: z.string().optional(),
        })
        .prefault({}),
    )
    .output(z.object({ jobs: z.array(Job), count: z.int(), limit: z.int(), offset: z.int() }))
    .query(async ({ ctx, input: { limit, offset, status, name = null } }) => {
      const statuses = status === undefined ? JOB_STATUSES : [status].flat()
      const rows = await readJobs(ctx.em, { statuses, name, limit, offset })
      return { jobs: rows.map(showJob), count: rows[0]?.count ?? 0, limit, offset }
    }),

  retry: adminProcedure
    .meta(rest('POST', '/jobs/{id}/retry', 'Run a failed or waiting job now'))
    .input(z.strictObject({ id: JobId }))
    .output(z.object({ job: Job }))
    .mutation(async ({ ctx, input: { id } }) => {
      await retryJob(ctx.em, id)
      const [row] = await readJob(ctx.em, id)
      return { job: showJob(row!) }
    }),
})

const showJob = ({ id, name, status, key, attempts, max_attempts, last_error, run_at, created_at }: JobRow) => ({
  ...{ id, name, status, key, attempts, max_attempts, last_error },
  run_at: new Date(run_at),
  created_at: new Date(created_at),
})
