import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startRunner } from '#server/jobs/runner.ts'
import type { LocalFiles } from '#server/providers/local-files.ts'
import { shop as repository } from '#server/shop.ts'
import { writeCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { readJob, runJob, startJob, storeFile } from '#test/support/jobs.ts'
import { runProgram } from '#test/support/program.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { waitUntil } from '#test/support/wait-until.ts'

let shop: TestShop
beforeAll(async () => {
  // The worker is that of the shop of this repository.
  shop = await openTestShop({ plugins: repository.plugins, demo: true })
})
afterAll(() => shop[Symbol.asyncDispose]())

const NEW = 250
const OLD = 250

const rowsOf = (word: string, count: number, price: number) =>
  Array.from({ length: count }, (_, i) => ({
    'Product Handle': `${word}-${i}`,
    'Product Title': `${word} ${i}`,
    'Product Status': 'published',
    'Sales Channel 1 Name': 'Default Sales Channel',
    'Variant Title': 'S',
    'Variant SKU': `${word}-sku-${i}`,
    'Option 1 Name': 'Size',
    'Option 1 Value': 'S',
    'Price EUR': price,
    'Variant Inventory Quantity': 10,
  }))

async function importRows(rows: Record<string, string | number>[]) {
  const job = await runJob(shop, 'product-import', { fileKey: await storeFile(shop, writeCsv(rows)) })
  expect(job.status).toBe('completed')
  return job
}

const variantOf = async (handle: string) => {
  const { products } = await expectSuccess(shop.admin.get(`/admin/products?handle=${handle}`))
  return products[0]?.variants[0]
}

const counted = async (sql: string) =>
  (await shop.orm.em.fork().execute<{ count: number }[]>(`select count(*)::int as count ${sql}`))[0]?.count

const LIVING = "from product where handle like 'new-%' and deleted_at is null"
const RESTORED =
  "from money_amount m join product_variant v on v.id = m.variant_id where v.sku like 'old-%' and m.amount = 500"

test('the shop sells during an undo, and another worker continues after the last part of a killed one', async () => {
  const region = await shop.given.region()
  await importRows(rowsOf('old', OLD, 5))
  const job = await importRows([...rowsOf('old', OLD, 9), ...rowsOf('new', NEW, 9)])
  const undo = await startJob(shop.admin, 'import-undo', { batch_job_id: job.id }, true)
  await shop.runJobs()
  expect((await readJob(shop.admin, undo)).result.operations).toEqual({ PRODUCT_DELETE: NEW, PRODUCT_RESTORE: OLD })
  expect([await counted(LIVING), await counted(RESTORED)]).toEqual([NEW, 0])

  // A lock of another transaction stops the undo in the middle of the changed products.
  const blocker = shop.orm.em.fork()
  await blocker.begin()
  await blocker.execute("select from product where handle = 'old-150' for update")
  await expectSuccess(shop.admin.post(`/admin/batch-jobs/${undo.id}/confirm`))
  await using worker = runProgram([process.execPath, 'server/worker.ts'], {
    DATABASE_URL: shop.databaseUrl,
    FILES_DIR: (shop.files as LocalFiles).directory,
    SESSION_SECRET: 'x'.repeat(32),
  })
  await worker.waitFor(async () => (await counted(WAITING)) === 1)
  const parts = await readJob(shop.admin, undo)
  expect([parts.status, parts.result.operations]).toEqual(['processing', { PRODUCT_DELETE: NEW, PRODUCT_RESTORE: 100 }])
  expect(parts.result.progress).toBeCloseTo(350 / 500)
  expect([await counted(LIVING), await counted(RESTORED)]).toEqual([0, 100])

  const prices = []
  for (const handle of ['old-10', 'old-240']) {
    const variant = await variantOf(handle)
    const { id } = await shop.given.payableCart({ region, lines: [[variant, 1]] })
    const { data } = await expectSuccess(shop.post(`/store/carts/${id}/complete`))
    const { order } = await expectSuccess(shop.admin.get(`/admin/orders/${data.id}`))
    prices.push(order.subtotal)
  }
  expect(prices).toEqual([500, 900])

  worker.signal('SIGKILL')
  await worker.result
  await blocker.rollback()
  const context = { ...shop.jobs, subscribers: {}, logger: pino({ level: 'silent' }) }
  const runner = await startRunner(context, { databaseUrl: shop.databaseUrl, concurrency: 2, rescueInterval: 50 })
  await waitUntil(async () => (await readJob(shop.admin, undo)).status === 'completed')
  await runner.stop()

  const { result } = await readJob(shop.admin, undo)
  expect(result).toMatchObject({ count: NEW + OLD, operations: { PRODUCT_DELETE: NEW, PRODUCT_RESTORE: OLD } })
  expect([await counted(LIVING), await counted(RESTORED)]).toEqual([0, OLD])
  expect(await counted("from event where name = 'product.deleted'")).toBe(NEW)
  // The sale stays counted in the stock of before.
  expect((await variantOf('old-240'))?.inventory_quantity).toBe(9)
  const again = await runJob(shop, 'import-undo', { batch_job_id: job.id })
  expect(again.result.operations).toEqual({ PRODUCT_DELETE: 0, PRODUCT_RESTORE: 0 })
}, 120_000)

const WAITING = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  and query like '%from product p where p.id = any%'`
