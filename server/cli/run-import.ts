import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { basename } from 'node:path'
import { inTransaction } from '#database/transaction.ts'
import type { BatchResult } from '#entities/platform/batch-job/batch-job.ts'
import { cancelBatchJob } from '#entities/platform/batch-job/cancel-batch-job.ts'
import { type FileKey, newFileKey } from '#entities/platform/file/file-key.ts'
import { StartError } from '#server/base/start-error.ts'
import type { WithShop } from '#server/process/with-shop.ts'
import { type BatchJobShop, executeBatchJob, type JobRequest, openBatchJobShop } from './execute-batch-job.ts'

/** Stores the file while `work` runs. */
export const withImportFile = (
  withShop: WithShop,
  file: string,
  work: (shop: BatchJobShop, fileKey: FileKey) => Promise<void>,
): Promise<void> =>
  withShop(async (opened) => {
    await access(file).catch(() => {
      throw new StartError(`File not found: ${file}`)
    })
    const shop = await openBatchJobShop(opened)
    const key = newFileKey('imports', basename(file))
    await shop.files.write(key, createReadStream(file))
    try {
      await work(shop, key)
    } finally {
      await shop.files.delete(key)
    }
  })

/** Cancels the batch job, so that an administrator cannot confirm it after its file is deleted. */
export async function printDryRun(shop: BatchJobShop, request: Omit<JobRequest, 'dry_run'>): Promise<void> {
  const job = await executeBatchJob(shop, { ...request, dry_run: true })
  console.log(job.result?.stat_descriptors?.[0]?.message.replace(/\s+/g, ' '))
  printNotices(job.result)
  await inTransaction(shop.orm.em, (tx) => cancelBatchJob(tx, job.id, job.created_by))
}

export function printNotices(result: BatchResult | null | undefined): void {
  for (const { message } of result?.notices ?? []) console.log(message)
}
