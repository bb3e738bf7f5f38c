import { BatchJob } from '#entities/platform/batch-job/batch-job.ts'
import { runBatchJob } from '#entities/platform/batch-job/run-batch-job.ts'
import { productImport } from '#server/batch-types/product-import.ts'
import { daysAgo } from './aged-rows.ts'
import { changeRows } from './change-rows.ts'
import { writeCsv } from './csv.ts'
import type { Row } from './import-shop.ts'
import { startJob, storeFile } from './jobs.ts'
import type { TestShop } from './shop.ts'

/** Imports a row of products. `sell` runs after the import has recorded the stock and before it changes the stock. */
export async function importDuringSale(shop: TestShop, row: Row, sell: () => Promise<unknown>) {
  const job = await startJob(shop.admin, 'product-import', { fileKey: await storeFile(shop, writeCsv([row])) }, true)
  await shop.runJobs()
  await changeRows(shop, BatchJob, { id: job.id }, { confirmed_at: daysAgo(0) })
  const em = shop.orm.em.fork()
  const type: typeof productImport = {
    ...productImport,
    async process(run) {
      let isSold = false
      return productImport.process({
        ...run,
        async advance(result) {
          if (!isSold && (result.progress ?? 0) > 0.8) await sell()
          isSold ||= (result.progress ?? 0) > 0.8
          return run.advance(result)
        },
      })
    },
  }
  const { signal } = new AbortController()
  await runBatchJob(em, await em.findOneOrFail(BatchJob, { id: job.id }), type, { files: shop.files, signal })
  return job
}
