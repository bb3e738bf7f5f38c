import { z } from 'zod'
import { findRow } from '#database/rows.ts'
import { readPictureProgress, retryPictures } from '#entities/catalogue/import-export/pictures/picture-progress.ts'
import { BatchJob } from '#entities/platform/batch-job/batch-job.ts'
import { batchJobNotFound, checkOwner } from '#entities/platform/batch-job/find-batch-job.ts'
import type { ProcedureContext } from '../../context/context.ts'
import { rest } from '../../context/meta.ts'
import { adminProcedure, router } from '../../procedures/trpc.ts'

const OneJob = z.strictObject({ id: z.string() })

const Pictures = z.object({
  pictures: z.object({
    waiting: z.int(),
    stored: z.int(),
    failed: z.int(),
    failures: z
      .array(
        z.object({
          url: z.string(),
          error: z.string(),
          reason: z.looseObject({ name: z.string() }).nullable(),
          handle: z.string().nullable(),
        }),
      )
      .describe('The first hundred failed pictures, with the handle of a product.'),
  }),
})

export const batchJobPictures = router({
  pictures: adminProcedure
    .meta(rest('GET', '/batch-jobs/{id}/pictures', 'Retrieve the pictures of an import'))
    .input(OneJob)
    .output(Pictures)
    .query(({ ctx, input }) => answer(ctx, input.id)),

  retryPictures: adminProcedure
    .meta(rest('POST', '/batch-jobs/{id}/pictures/retry', 'Fetch the failed pictures of an import again'))
    .input(OneJob)
    .output(Pictures)
    .mutation(async ({ ctx, input }) => {
      await assertOwnJob(ctx, input.id)
      await retryPictures(ctx.em, input.id)
      return answer(ctx, input.id)
    }),
})

async function answer(ctx: ProcedureContext & { user: { id: string } }, id: string) {
  await assertOwnJob(ctx, id)
  return { pictures: await readPictureProgress(ctx.em, id) }
}

async function assertOwnJob({ em, user }: ProcedureContext & { user: { id: string } }, id: string): Promise<void> {
  const job = await findRow(em, BatchJob, { id })
  if (!job) throw batchJobNotFound(id)
  checkOwner(job, user.id)
}
