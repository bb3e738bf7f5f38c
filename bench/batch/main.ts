import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { csvLines } from '#entities/catalogue/import-export/csv/write-csv.ts'
import { BatchJob } from '#entities/platform/batch-job/batch-job.ts'
import { createBatchJob } from '#entities/platform/batch-job/create-batch-job.ts'
import { runBatchJob } from '#entities/platform/batch-job/run-batch-job.ts'
import { parseFileKey } from '#entities/platform/file/file-key.ts'
import { coreBatchTypes } from '#server/batch-types/core.ts'
import { addUser } from '#server/database/administrator.ts'
import { startEmbeddedPostgres } from '#server/database/embedded.ts'
import { FileLinks } from '#server/providers/file-links.ts'
import { LocalFiles } from '#server/providers/local-files.ts'
import { openDatabase, prepareDatabase } from '#server/shop/open-database.ts'

/*
 * Imports 50,000 variants, exports them, and imports the export again. Prints rows per second and the increase of
 * memory.
 */

const PRODUCTS = Number(process.argv[2] ?? 10_000)
const SIZES = ['XS', 'S', 'M', 'L', 'XL']
const EVERY = 20

await using ending = new AsyncDisposableStack()
const directory = mkdtempSync(join(tmpdir(), 'cartwright-bench-'))
ending.defer(() => rmSync(directory, { recursive: true, force: true }))
const postgres = await startEmbeddedPostgres({ directory: join(directory, 'postgres'), print: () => {} })
ending.defer(() => postgres.stop())
const orm = await openDatabase(postgres.url)
ending.defer(() => orm.close())
await prepareDatabase(orm, { print: () => {} })
await addUser(orm, { email: 'bench@example.com', password: 'bench bench', role: 'admin' })
const files = new LocalFiles({ directory: join(directory, 'files'), links: new FileLinks('x'.repeat(32)) })

const fileOf = parseFileKey('imports/catalogue.csv')
await files.write(fileOf, lines())
global.gc?.()
const idle = process.memoryUsage.rss()
const ROWS = PRODUCTS * SIZES.length
console.log(`${ROWS} variants of ${PRODUCTS} products`)
await run('import', 'product-import', { fileKey: fileOf })
const { file_key } = await run('export', 'product-export', {})
await run('re-import', 'product-import', { fileKey: file_key as string })

async function run(title: string, name: string, context: Record<string, unknown>) {
  const type = coreBatchTypes[name]!
  const em = orm.em.fork()
  const [{ id: created_by }] = (await em.execute('select id from "user"')) as [{ id: string }]
  await em.begin()
  const { id } = await createBatchJob(em, { name, type, context: type.context.parse(context), created_by })
  await em.commit()
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, EVERY)
  const began = performance.now()
  const job = await orm.em.fork().findOneOrFail(BatchJob, { id })
  await runBatchJob(orm.em.fork(), job, type, { files, signal: new AbortController().signal })
  const seconds = (performance.now() - began) / 1000
  clearInterval(timer)
  const done = await orm.em.fork().findOneOrFail(BatchJob, { id })
  const speed = `${seconds.toFixed(1)} s, ${Math.round(ROWS / seconds)} rows/s`
  console.log(
    `${title.padEnd(9)} ${done.status()} in ${speed}, ${((most - idle) / 1e6).toFixed(0)} MB peak memory above idle`,
  )
  return done.result!
}

async function* lines() {
  yield csvLines([
    [
      'Product Handle',
      'Product Title',
      'Product Status',
      'Product Description',
      'Product Tags',
      'Variant Title',
    ].concat(
      ['Variant SKU', 'Variant Inventory Quantity', 'Price EUR', 'Price USD', 'Option 1 Name', 'Option 1 Value'],
      ['Image 1 Url'],
    ),
  ])
  for (let i = 0; i < PRODUCTS; i++) {
    const own = [
      `product-${i}`,
      `Product ${i}`,
      'published',
      'A description, with punctuation; '.repeat(10),
      `tag ${i % 100},all`,
    ]
    yield csvLines(
      SIZES.map((size) => [
        ...[...own, size, `SKU-${i}-${size}`, 10, '12.34', '13.99', 'Size', size],
        `https://example.com/${i}.png`,
      ]),
    )
  }
}
