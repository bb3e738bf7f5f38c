import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { startRunner } from '#server/jobs/runner.ts'
import type { LocalFiles } from '#server/providers/local-files.ts'
import { shop as repository } from '#server/shop.ts'
import { writeCsv } from '#test/support/csv.ts'
import { readJob, startJob, storeFile } from '#test/support/jobs.ts'
import { runProgram } from '#test/support/program.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { waitUntil } from '#test/support/wait-until.ts'

let shop: TestShop
beforeAll(async () => {
  // The worker is that of the shop of this repository.
  shop = await openTestShop({ plugins: repository.plugins })
})
afterAll(() => shop[Symbol.asyncDispose]())

const ROWS = 600

const rows = Array.from({ length: ROWS }, (_, i) => ({
  'Product Handle': `imported-${i}`,
  'Product Title': `Imported ${i}`,
  'Variant Title': 'S',
  'Variant SKU': `sku-${i}`,
  'Option 1 Name': 'Size',
  'Option 1 Value': 'S',
  'Price EUR': i,
}))

const WAITING = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  and query like '%insert into product_variant%'`

const counted = async (sql: string) =>
  (await shop.orm.em.fork().execute<{ count: number }[]>(`select count(*)::int as count ${sql}`))[0]?.count

test('an import of a killed worker is completed once by another worker', async () => {
  const fileKey = await storeFile(shop, writeCsv(rows))
  const job = await startJob(shop.admin, 'product-import', { fileKey })
  // An uncommitted variant with the last sku blocks the import after it has created its products.
  const em = shop.orm.em.fork()
  const conflictingProduct = (await shop.given.product({ variants: [] })).id
  await em.begin()
  em.create(ProductVariant, { title: 'Taken', sku: `sku-${ROWS - 1}`, product_id: conflictingProduct })
  await em.flush()

  await using worker = runProgram([process.execPath, 'server/worker.ts'], {
    DATABASE_URL: shop.databaseUrl,
    FILES_DIR: (shop.files as LocalFiles).directory,
    SESSION_SECRET: 'x'.repeat(32),
  })
  await worker.waitFor(async () => (await counted(WAITING)) === 1)
  expect((await readJob(shop.admin, job)).status).toBe('processing')
  worker.signal('SIGKILL')
  await worker.result
  await em.rollback()
  expect(await counted('from product')).toBe(1)

  const context = { ...shop.jobs, subscribers: {}, logger: pino({ level: 'silent' }) }
  const settings = { databaseUrl: shop.databaseUrl, concurrency: 2, rescueInterval: 50 }
  const runner = await startRunner(context, settings)
  await waitUntil(async () => (await readJob(shop.admin, job)).status === 'completed')
  await runner.stop()

  expect(await readJob(shop.admin, job)).toMatchObject({ result: { count: 2 * ROWS, advancement_count: 2 * ROWS } })
  expect(await counted('from product')).toBe(1 + ROWS)
  expect(await counted('from product_variant')).toBe(ROWS)
  expect(await counted('from money_amount')).toBe(ROWS)
  expect(await counted(`from event where name = 'batch.completed'`)).toBe(1)
  expect(await counted(`from event where name = 'product.created'`)).toBe(1 + ROWS)
})
