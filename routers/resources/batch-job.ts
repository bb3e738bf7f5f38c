import { z } from 'zod'
import { BATCH_JOB_TRANSITIONS, type BatchJobStatus } from '#entities/platform/batch-job/states.ts'
import { softDelete, timestamps } from '../inputs/common.ts'
import { resource, type ToOne, toOne } from '../reading/resource.ts'
import { UserResource, type UserView } from './user.ts'

const BatchError = z.object({
  message: z.string(),
  code: z.string(),
  err: z.array(z.object({ line: z.int().optional() })),
})

const BatchResult = z
  .object({
    count: z.int().optional(),
    advancement_count: z.int().optional(),
    progress: z.number().optional(),
    errors: z.array(BatchError).optional(),
    stat_descriptors: z.array(z.object({ key: z.string(), name: z.string(), message: z.string() })).optional(),
    file_key: z.string().optional(),
    file_size: z.int().optional(),
    operations: z.record(z.string(), z.int()).optional(),
  })
  .meta({ id: 'BatchJobResult' })

export const BatchJobResource = resource(
  'BatchJob',
  {
    dry_run: z.boolean(),
    id: z.string(),
    ...timestamps,
    ...softDelete,
    type: z.string(),
    created_by: z.string(),
    context: z.record(z.string(), z.unknown()),
    result: BatchResult.nullable(),
    pre_processed_at: z.date().nullable(),
    processing_at: z.date().nullable(),
    confirmed_at: z.date().nullable(),
    completed_at: z.date().nullable(),
    canceled_at: z.date().nullable(),
    failed_at: z.date().nullable(),
    status: z.enum(Object.keys(BATCH_JOB_TRANSITIONS) as [BatchJobStatus, ...BatchJobStatus[]]),
  },
  {
    get created_by_user(): ToOne<UserView> {
      return toOne(UserResource)
    },
  },
)
export interface BatchJobView extends z.output<typeof BatchJobResource> {}
