import { z } from 'zod'
import { DomainError } from '#entities/errors.ts'
import { isBatchJobFinished } from '#entities/platform/batch-job/states.ts'
import type { Identity, ProcedureContext } from '../../context/context.ts'
import { toTrpcError } from '../../errors/errors.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'
import type { BatchJobView } from '../../resources/batch-job.ts'
import { batchJobAnswer } from './read-batch-job.ts'

export const batchJobWatch = router({
  /**
   * Yields the job immediately and after each change, until the job ends or the caller loses access. Only tRPC has
   * this subscription.
   */
  watch: adminProcedure.input(z.strictObject({ id: z.string() })).subscription(async function* ({
    ctx,
    input,
    signal,
  }) {
    const { batchJobChanges } = ctx.services
    for await (const _ of batchJobChanges.changes(input.id, signal ?? new AbortController().signal)) {
      const job = await readWatchedJob(ctx, input.id)
      yield job
      if (isBatchJobFinished(job.status)) return
    }
  }),
})

interface JobWatch extends ProcedureContext {
  identifyAgain(): Promise<Identity>
}

/**
 * Translates errors, because the error middleware returns before the subscription yields. After an untranslated
 * error, a client subscribes again.
 */
async function readWatchedJob(ctx: JobWatch, id: string): Promise<BatchJobView> {
  try {
    const watcher = { ...ctx, ...(await ctx.identifyAgain()) }
    return (await batchJobAnswer.read(watcher, id, {})).batch_job
  } catch (error) {
    throw error instanceof DomainError ? toTrpcError(error) : error
  }
}
