import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readCsv } from '#test/support/csv.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { readFileText, readJob, runJob, startJob } from '#test/support/jobs.ts'
import type { Product } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

async function exportProducts(...products: Product[]) {
  const job = await runJob(shop, 'product-export', { filterable_fields: { id: products.map(({ id }) => id) } })
  const text = await readFileText(shop, job.result.file_key)
  return { job, text, ...(await readCsv(text)) }
}

const priced = (...prices: object[]) => [{ title: 'V', inventory_quantity: 1, options: [{ value: 'V' }], prices }]

test('a product export has a line with all columns for each variant', async () => {
  const product = await shop.given.product({ prices: [1000, 2000], images: ['https://example.com/1.png'] })
  const { job, text, titles, rows } = await exportProducts(product)
  expect(titles).toEqual([
    ...['Product Id', 'Product Handle', 'Product Title', 'Product Subtitle', 'Product Description', 'Product Status'],
    ...['Product Thumbnail', 'Product Weight', 'Product Length', 'Product Width', 'Product Height', 'Product HS Code'],
    ...['Product Origin Country', 'Product MID Code', 'Product Material', 'Product Collection Title'],
    ...['Product Collection Handle', 'Product Type', 'Product Tags', 'Product Discountable', 'Product External Id'],
    ...[
      'Product Profile Name',
      'Product Profile Type',
      'Variant Id',
      'Variant Title',
      'Variant SKU',
      'Variant Barcode',
    ],
    ...['Variant Inventory Quantity', 'Variant Allow Backorder', 'Variant Manage Inventory', 'Variant Weight'],
    ...['Variant Length', 'Variant Width', 'Variant Height', 'Variant HS Code', 'Variant Origin Country'],
    ...['Variant MID Code', 'Variant Material', 'Price EUR', 'Option 1 Name', 'Option 1 Value', 'Image 1 Url'],
    ...['Sales Channel 1 Id', 'Sales Channel 1 Name', 'Sales Channel 1 Description'],
  ])
  expect(rows.map((row) => [row['Product Id'], row['Variant Id'], row['Price EUR'], row['Option 1 Value']])).toEqual(
    product.variants.map(({ id }, i: number) => [product.id, id, `${i + 1}0.00`, `V${i}`]),
  )
  expect(rows[0]?.['Sales Channel 1 Id']).toMatch(/^sc_/)
  expect(job.result).toMatchObject({
    count: 1,
    advancement_count: 1,
    progress: 1,
    file_key: expect.stringMatching(/^exports\/products\/batch_\w+-product-export-\d+\.csv$/),
    file_size: Buffer.byteLength(text),
  })
  expect(text.endsWith('\r\n')).toBe(true)
})

test('prices are exported in one column for each currency and region, in major units', async () => {
  const europe = await shop.given.region({ name: 'Europe', countries: 0 })
  const [one, other] = [await twin(), await twin()]
  await shop.admin.post('/admin/store/currencies/jpy')
  await shop.admin.post('/admin/store/currencies/kwd')
  const product = await shop.given.product({
    variants: priced(
      { region_id: europe.id, amount: 999 },
      { currency_code: 'eur', amount: 0 },
      { currency_code: 'eur', amount: 1, min_quantity: 10 },
      { currency_code: 'jpy', amount: 1200 },
      { currency_code: 'kwd', amount: 1234 },
      { region_id: one.id, amount: 5 },
      { region_id: other.id, amount: 6 },
    ),
  })
  const prices = [{ variant_id: product.variants[0].id, currency_code: 'usd', amount: 7 }]
  await expectSuccess(shop.admin.post('/admin/price-lists', { name: 'Sale', description: '', type: 'sale', prices }))
  const { titles, rows } = await exportProducts(product)
  const columns = titles.filter((title) => title.startsWith('Price '))
  expect(columns.map((title) => [title, rows[0]?.[title]])).toEqual([
    ['Price EUR', '0.00'],
    ['Price EUR for 10+', '0.01'],
    ['Price JPY', '1200'],
    ['Price KWD', '1.234'],
    ['Price Europe [EUR]', '9.99'],
    [`Price ${one.id} [EUR]`, '0.05'],
    [`Price ${other.id} [EUR]`, '0.06'],
  ])
})

const twin = () => shop.given.region({ name: 'Twin', countries: 0 })

test('texts are exported unchanged and escaped as formulas', async () => {
  const product = await shop.given.product({
    subtitle: '"bold"',
    description: 'print "hello"; then,\nleave',
    material: '=HYPERLINK("http://evil")',
    tags: [{ value: 'red, not blue' }, { value: 'plain' }],
  })
  const { rows } = await exportProducts(product)
  expect(rows[0]).toMatchObject({
    'Product Subtitle': '"bold"',
    'Product Description': 'print "hello"; then,\nleave',
    'Product Material': `'=HYPERLINK("http://evil")`,
    'Product Tags': '"red, not blue",plain',
  })
})

test('an export includes each product once for any order and batch size', async () => {
  const products = []
  for (const subtitle of ['b', null, 'a', null, 'a']) products.push(await shop.given.product({ subtitle }))
  const ids = products.map(({ id }) => id)
  const lines = async (order: string, more = {}) => {
    const context = { filterable_fields: { id: ids }, order, limit: 2, ...more }
    const { result } = await runJob(shop, 'product-export', context)
    const { rows } = await readCsv(await readFileText(shop, result.file_key))
    expect(result.count).toBe(rows.length)
    return rows.map((row) => ids.indexOf(row['Product Id'] as string))
  }
  expect(await lines('subtitle')).toEqual([2, 4, 0, 1, 3])
  expect(await lines('-subtitle')).toEqual([3, 1, 0, 4, 2])
  expect(await lines('-created_at')).toEqual([4, 3, 2, 1, 0])
  expect(await lines('id', { offset: 1, batch_size: 3 })).toEqual([1, 2, 3])
})

test('an export without results is a file with column titles', async () => {
  const { result, context } = await runJob(shop, 'product-export', { filterable_fields: { handle: 'nobody' } })
  expect(result).toMatchObject({ count: 0, advancement_count: 0, progress: 1 })
  expect((await readCsv(await readFileText(shop, result.file_key))).rows).toEqual([])
  expect(context.shape).toMatchObject({ prices: [], dynamicImageColumnCount: 0, dynamicOptionColumnCount: 0 })
})

describe('the context of an export', () => {
  test('a job stores its context as a list configuration', async () => {
    const context = { limit: 10, order: 'title', filterable_fields: { title: 'x' }, batch_size: 5, note: 'mine' }
    const job = await startJob(shop.admin, 'product-export', context, true)
    expect(job.context).toMatchObject({
      note: 'mine',
      batch_size: 5,
      filterable_fields: { title: 'x' },
      list_config: {
        skip: 0,
        take: 10,
        order: { title: 'ASC' },
        relations: expect.arrayContaining(['variants.prices']),
      },
    })
    await shop.runJobs()
    const { result } = await readJob(shop.admin, job)
    expect(result.stat_descriptors).toEqual([
      {
        key: 'product-export-count',
        name: 'Product count to export',
        message: 'There will be 0 products exported by this action',
      },
    ])
  })

  test.each([
    [{ order: 'nope' }, 'Order field nope is not valid'],
    [{ order: 'metadata' }, 'Order field metadata is not valid'],
    [{ filterable_fields: { nope: 1 } }, 'property nope should not exist'],
    [{ filterable_fields: { created_at: { gt: 'yesterday' } } }, 'gt must be a Date instance'],
    [{ fields: 'nope' }, 'Requested fields [nope] are not valid'],
    [{ expand: 'nope' }, 'Requested fields [nope] are not valid'],
    [{ limit: '5' }, 'limit must be an integer number'],
  ])('the batch job context %j is rejected immediately', async (context, message) => {
    await expectError(
      shop.admin.post('/admin/batch-jobs', { type: 'product-export', context }),
      400,
      'invalid_data',
      message,
    )
  })
})
