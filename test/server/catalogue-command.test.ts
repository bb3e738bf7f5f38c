import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LocalFiles } from '#server/providers/local-files.ts'
import { readCsv } from '#test/support/csv.ts'
import { readCatalogueRows } from '#test/support/read-catalogue-rows.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { runSharedCommand } from '#test/support/shared-command.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ demo: true })
})
afterAll(() => shop[Symbol.asyncDispose]())

const command = (...args: string[]) =>
  runSharedCommand(args, {
    DATABASE_URL: shop.databaseUrl,
    FILES_DIR: (shop.files as LocalFiles).directory,
    SESSION_SECRET: 'x'.repeat(32),
  })

test('the commands export the catalogue to a file and import it, also as a dry run', async () => {
  using scratch = scratchDirectory()
  const out = join(scratch.path, 'products.csv')
  const exportRun = await command('export', 'products', '--out', out)
  expect([exportRun.code, exportRun.stdout]).toEqual([0, expect.stringMatching(/^\d+ products written to /)])
  const { rows } = await readCsv(readFileSync(out, 'utf8'))
  expect(rows).toHaveLength((await readCatalogueRows(shop)).product_variant?.length ?? 0)

  const before = await readCatalogueRows(shop)
  const tried = await command('import', 'products', out, '--dry-run')
  expect([tried.code, tried.stdout]).toEqual([
    0,
    expect.stringMatching(/^There will be 0 products created \(\d+ updated\)/),
  ])
  const importRun = await command('import', 'products', out)
  expect([importRun.code, importRun.stdout]).toEqual([0, expect.stringMatching(/^Products: 0 created, \d+ updated\./)])
  expect(await readCatalogueRows(shop)).toEqual(before)

  writeFileSync(out, 'Product Handle;Coffee\r\nx;y')
  const report = join(scratch.path, 'report.json')
  const failed = await command('import', 'products', out, '--report', report)
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
    ...{ type: 'product-import', status: 'failed', operations: {} },
    errors: [{ message: expect.stringContaining('Coffee') }],
  })
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('Unable to treat column Coffee')])
  writeFileSync(out, 'Handle,Title,Variant Price,Vendor,Status\nkelp,Kelp,9,Nord,active')
  const shopify = await command(
    'import',
    'products',
    out,
    '--dry-run',
    '--no-pictures',
    '--currency',
    'usd',
    '--report',
    report,
  )
  expect(shopify.code).toBe(0)
  expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
    ...{ status: 'pre_processed', dry_run: true, source: { program: 'Shopify' }, operations: { PRODUCT_CREATE: 1 } },
    notices: expect.arrayContaining([expect.objectContaining({ message: expect.stringContaining('Vendor (1)') })]),
    errors: [],
  })
  const unwritable = await command('import', 'products', out, '--report', join(scratch.path, 'no', 'report.json'))
  expect([unwritable.code, unwritable.stderr]).toEqual([1, expect.stringContaining('The report cannot be written')])
  const missing = await command('import', 'products', join(scratch.path, 'nothing.csv'))
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('File not found')])
})
