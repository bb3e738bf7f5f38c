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
import { csvFile, shopifyRows, woocommerceRows, workbookFile } from './old-shop-files.ts'
import { peakMemory, resetPeak, residentMemory } from './peak-memory.ts'

/*
 * Imports files of other programs with 20,000 rows. Then imports 50,000 variants, exports them, and imports the export again.
 * Prints rows per second and the peak of memory.
 */

const PRODUCTS = Number(process.argv[2] ?? 10_000)
const SIZES = ['XS', 'S', 'M', 'L', 'XL']
const OLD_SHOP_ROWS = Number(process.argv[3] ?? 20_000)

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

await importOldShop('Shopify', 'shopify.csv', csvFile(shopifyRows(OLD_SHOP_ROWS)))
await importOldShop('WooCommerce', 'woocommerce.csv', csvFile(woocommerceRows(OLD_SHOP_ROWS)))
await importOldShop(
  'WooCommerce, XLSX',
  'woocommerce.xlsx',
  workbookFile(woocommerceRows(OLD_SHOP_ROWS, 10 * OLD_SHOP_ROWS)),
)

const fileOf = parseFileKey('imports/catalogue.csv')
await files.write(fileOf, lines())
const ROWS = PRODUCTS * SIZES.length
console.log(`${ROWS} variants of ${PRODUCTS} products`)
await run('import', 'product-import', { fileKey: fileOf })
const { file_key } = await run('export', 'product-export', {})
await run('re-import', 'product-import', { fileKey: file_key as string })

/** Imports a file of another program into a catalogue that does not have its products. */
async function importOldShop(title: string, name: string, content: AsyncIterable<string | Uint8Array>) {
  const fileKey = parseFileKey(`imports/${name}`)
  await files.write(fileKey, content)
  const context = { fileKey, currency: 'usd', fetch_pictures: false, create_missing: true }
  await run(title, 'product-import', context, OLD_SHOP_ROWS)
}

async function run(title: string, name: string, context: Record<string, unknown>, rows = ROWS) {
  const type = coreBatchTypes[name]!
  const em = orm.em.fork()
  const [{ id: created_by }] = (await em.execute('select id from "user"')) as [{ id: string }]
  await em.begin()
  const { id } = await createBatchJob(em, { name, type, context: type.context.parse(context), created_by })
  await em.commit()
  global.gc?.()
  const idle = residentMemory()
  resetPeak()
  const began = performance.now()
  const job = await orm.em.fork().findOneOrFail(BatchJob, { id })
  await runBatchJob(orm.em.fork(), job, type, { files, signal: new AbortController().signal })
  const seconds = (performance.now() - began) / 1000
  const peak = peakMemory()
  const done = await orm.em.fork().findOneOrFail(BatchJob, { id })
  const speed = `${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s`
  console.log(
    `${title.padEnd(18)} ${done.status()} in ${speed}, ${peak.toFixed(0)} MB peak memory, ${(peak - idle).toFixed(0)} MB above idle`,
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
      `own-${i}`,
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
