import { expect } from 'vitest'
import type { TestShop } from '#test/support/shop.ts'

/** Checks the file after the page has stored its import. The page shows its progress before that. */
export async function checkImport(shop: TestShop): Promise<void> {
  const countNewJobs = async () => {
    const { batch_jobs } = (await shop.admin.get('/admin/batch-jobs')).body
    return batch_jobs.filter(({ status }) => status === 'created').length
  }
  await expect.poll(countNewJobs).toBe(1)
  await shop.runJobs()
}
