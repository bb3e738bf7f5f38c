import type { EntityManager } from '@mikro-orm/postgresql'
import { z } from 'zod'
import { DomainError } from '#entities/errors.ts'
import type { User } from '#entities/people/user/user.ts'
import { isBatchJobFinished } from '#entities/platform/batch-job/states.ts'
import { toTrpcError } from '../../errors.ts'
import type { BatchJobView } from '../../resources/batch-job.ts'
import { adminProcedure, router } from '../../trpc.ts'
import { readBatchJob } from './read-batch-job.ts'

export const batchJobWatch = router({
  /**
   * The job as it is, and each time that it changes, until it has come to its end, or who watches may not any more: then
   * that is refused as it would be anew. Over tRPC only.
   */
  watch: adminProcedure.input(z.strictObject({ id: z.string() })).subscription(async function* ({
    ctx,
    input,
    signal,
  }) {
    const { batchJobChanges } = ctx
    for await (const _ of batchJobChanges.changes(input.id, signal ?? new AbortController().signal)) {
      const job = await readWatchedJob(ctx, input.id)
      yield job
      if (isBatchJobFinished(job.status)) return
    }
  }),
})

interface JobWatch {
  em: EntityManager
  user: User
  /** Throws where they are not. */
  assertStillAuthorized(): Promise<void>
}

/** What is refused while answers go out already is translated by nobody else; untranslated, clients would ask again. */
async function readWatchedJob({ em, user, assertStillAuthorized }: JobWatch, id: string): Promise<BatchJobView> {
  try {
    await assertStillAuthorized()
    return (await readBatchJob({ em }, id, user.id)).batch_job
  } catch (error) {
    throw error instanceof DomainError ? toTrpcError(error) : error
  }
}
