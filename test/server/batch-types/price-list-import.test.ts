import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FileKey } from '#entities/platform/file/file-key.ts'
import { type CsvRow, writeCsv } from '#test/support/csv.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { readJob, runJob, startJob, storeFile } from '#test/support/jobs.ts'
import type { Identified, Variant } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

async function listOf(variant: Variant) {
  const prices = [{ variant_id: variant.id, currency_code: 'eur', amount: 5 }]
  const body = { name: 'Sale', description: '', type: 'sale', prices }
  return (await expectSuccess(shop.admin.post('/admin/price-lists', body))).price_list
}

const pricesOf = async ({ id }: Identified) =>
  (await expectSuccess(shop.admin.get(`/admin/price-lists/${id}`))).price_list.prices.map(
    ({ variant_id, amount, currency_code, region_id }) => [variant_id, amount, currency_code, region_id],
  )

const context = async ({ id }: Identified, rows: CsvRow[]) => ({
  price_list_id: id,
  fileKey: await storeFile(shop, writeCsv(rows)),
})

test('an import replaces the prices of the list', async () => {
  const region = await shop.given.region({ name: 'North', countries: 0 })
  const { variants } = await shop.given.product({ prices: [1000, 2000] })
  const [one, other] = variants
  const bySku = await shop.given.variant({
    variants: [{ title: 'V', sku: 'by-sku', options: [{ value: 'V' }], prices: [] }],
  })
  const list = await listOf(other)
  const job = await runJob(
    shop,
    'price-list-import',
    await context(list, [
      { 'Product Variant ID': one.id, SKU: '', 'Price EUR': '7.50', 'Price North [EUR]': '7' },
      { 'Product Variant ID': '', SKU: 'by-sku', 'Price EUR': '', 'Price North [EUR]': '0' },
    ]),
  )
  expect(job).toMatchObject({
    status: 'completed',
    result: {
      count: 3,
      advancement_count: 3,
      stat_descriptors: [
        { key: 'price-list-import-count', name: 'PriceList to import', message: '3 prices will be added' },
      ],
    },
  })
  expect(await pricesOf(list)).toEqual([
    [one.id, 750, 'eur', null],
    [one.id, 700, 'eur', region.id],
    [bySku.id, 0, 'eur', region.id],
  ])
  const { product } = await expectSuccess(shop.admin.get(`/admin/products/${one.product_id}`))
  expect(product.variants.map(({ prices }) => prices.find((p) => p.price_list_id === null)?.amount)).toEqual([
    1000, 2000,
  ])
  expect(await shop.files.stat(job.context.fileKey as FileKey)).toBeUndefined()
})

test.each([
  ['only a header', (_: Variant) => 'Product Variant ID;SKU;Price EUR\n'],
  ['no column of prices', (variant: Variant) => `Product Variant ID;SKU\n${variant.id};\n`],
  ['an empty column of prices', (variant: Variant) => `Product Variant ID;SKU;Price EUR\n${variant.id};; \n`],
])('a file with %s is refused, and the list keeps its prices', async (_, textOf) => {
  const [variant] = (await shop.given.product({ prices: [1000] })).variants
  const list = await listOf(variant)
  for (const isDryRun of [true, false]) {
    const fileKey = await storeFile(shop, textOf(variant))
    const job = await startJob(shop.admin, 'price-list-import', { price_list_id: list.id, fileKey }, isDryRun)
    await shop.runJobs()
    const { status, result } = await readJob(shop.admin, job)
    expect([status, result.errors.map(({ message }) => message)]).toEqual([
      'failed',
      [expect.stringMatching(/^The file has no prices/)],
    ])
  }
  expect(await pricesOf(list)).toEqual([[variant.id, 5, 'eur', null]])
})

test('an import with errors reports every invalid line and changes nothing', async () => {
  const variant = await shop.given.variant()
  const list = await listOf(variant)
  const before = await pricesOf(list)
  const line = (id: string, sku: string, price: string) => ({ 'Product Variant ID': id, SKU: sku, 'Price EUR': price })
  const job = await runJob(
    shop,
    'price-list-import',
    await context(list, [
      line(variant.id, '', '1'),
      line('', '', '1'),
      line('variant_no', '', '1'),
      line('', 'sku-no', '1'),
      line(variant.id, '', '2'),
      line(variant.id, '', 'cheap'),
    ]),
  )
  expect(job).toMatchObject({ status: 'failed', result: { advancement_count: 0 } })
  expect(job.result.errors.map(({ message }) => message.split('\n      ').at(-1))).toEqual([
    'SKU or ID is required (line 3)',
    'Variant with id: variant_no was not found (line 4)',
    'Variant with sku: sku-no was not found (line 5)',
    `Variant with id: ${variant.id} appears in several lines (line 6)`,
    'Price EUR must be an amount such as 12.34 (line 7)',
  ])
  expect(job.result.errors[0].message).toBe(
    'Error while processing row with:\n      variant ID: ,\n      variant SKU: ,\n      SKU or ID is required (line 3)',
  )
  expect(await pricesOf(list)).toEqual(before)
})

test.each([
  ['Price EUR\r\n1', 'Missing column(s) "Product Variant ID", "SKU" from the given csv file'],
  [
    'SKU;Coffee\r\n1;2',
    'Unable to treat column Coffee from the csv file. No target column found in the provided schema',
  ],
])('the price file %j is rejected', async (text, why) => {
  const list = await listOf(await shop.given.variant())
  const fileKey = await storeFile(shop, text)
  const { result } = await runJob(shop, 'price-list-import', { price_list_id: list.id, fileKey })
  expect(result.errors).toMatchObject([{ message: `The csv file parsing failed due to: ${why}` }])
})

test('an import needs an existing price list at its creation and at its run', async () => {
  const post = (context: object) => shop.admin.post('/admin/batch-jobs', { type: 'price-list-import', context })
  await expectError(post({ fileKey: 'x' }), 400, 'invalid_data', 'Price list id is required')
  const unknown = 'Price list with id: pl_no was not found'
  await expectError(post({ fileKey: 'x', price_list_id: 'pl_no' }), 404, 'not_found', unknown)
  const variant = await shop.given.variant()
  const list = await listOf(variant)
  const job = await startJob(
    shop.admin,
    'price-list-import',
    await context(list, [{ 'Product Variant ID': variant.id, 'Price EUR': '1' }]),
  )
  await expectSuccess(shop.admin.delete(`/admin/price-lists/${list.id}`))
  await shop.runJobs()
  const { status, result } = await readJob(shop.admin, job)
  expect([status, result.errors[0].message]).toEqual(['failed', `Price list with id: ${list.id} was not found`])
})
