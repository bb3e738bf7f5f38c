import { describe, expect, test } from 'vitest'
import { MoneyAmount } from '#entities/catalogue/product/money-amount.ts'
import { BatchJob } from '#entities/platform/batch-job/batch-job.ts'
import { runBatchJob } from '#entities/platform/batch-job/run-batch-job.ts'
import { importUndo } from '#server/batch-types/import-undo.ts'
import { runHousekeeping } from '#server/jobs/housekeeping.ts'
import { daysAgo } from '#test/support/aged-rows.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { writeCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { importDuringSale } from '#test/support/import-during-sale.ts'
import { productRow, type Row, uniqueName, useImportShop } from '#test/support/import-shop.ts'
import { readJob, runJob, startJob, storeFile } from '#test/support/jobs.ts'

const { shop, region, importRows, exportProducts, productByHandle } = await useImportShop()

const undo = (job: { id: string }) => runJob(shop, 'import-undo', { batch_job_id: job.id })
const messagesOf = ({ result }: { result: { notices?: { message: string }[] } }) =>
  (result.notices ?? []).map(({ message }) => message)

const importOf = async (rows: Row[], context = {}) => {
  const job = await runJob(shop, 'product-import', { fileKey: await storeFile(shop, writeCsv(rows)), ...context })
  expect(job.result.errors ?? []).toEqual([])
  return job
}

/** The prices in the price lists of sales. */
async function salesOf(handle: string): Promise<string[]> {
  const { variants } = await productByHandle(handle)
  const variant_id = variants.map(({ id }: { id: string }) => id)
  const prices = await shop.orm.em.fork().find(MoneyAmount, { variant_id, price_list_id: { $ne: null } })
  return prices.map(({ amount, currency_code }) => `${amount} ${currency_code}`)
}

/** A product with two variants and a value in each kind of column. */
async function givenProduct(): Promise<Row[]> {
  const handle = uniqueName('rich')
  const product = { 'Product Handle': handle }
  const values = {
    ...{ 'Product Title': 'Rich', 'Product Subtitle': 'Old', 'Product Description': '', 'Product Status': 'published' },
    ...{ 'Product Tags': 'old,both', 'Product Type': uniqueName('type'), 'Product Metadata': '{"a":1}' },
    ...{ 'Product Collection Title': uniqueName('collection'), 'Product Category 1 Path': 'Old > Deep' },
    ...{ 'Image 1 Url': 'https://a.example/1.png', 'Image 2 Url': 'https://a.example/2.png' },
    ...{ 'Sales Channel 1 Name': 'Default Sales Channel' },
  }
  const variant = (size: string, more: Row) => ({
    ...{ 'Variant Title': size, 'Variant SKU': `${handle}-${size}`, 'Option 1 Name': 'Size', 'Option 1 Value': size },
    ...{
      'Price EUR': '5',
      'Price JPY': '',
      'Variant Inventory Quantity': 10,
      'Sale Price EUR': '',
      'Sale Starts At': '',
    },
    ...more,
  })
  const rows = [
    { ...product, ...values, ...variant('S', { 'Sale Price EUR': '4', 'Sale Starts At': '2027-01-01' }) },
    { ...product, ...variant('M', { 'Variant Barcode': '', 'Price JPY': '700' }) },
  ]
  await importOf(rows, { create_missing: true })
  return rows
}

test('an undo brings back each value that an import has changed', async () => {
  const [first, second] = (await givenProduct()) as [Row, Row]
  const handle = `${first['Product Handle']}`
  const before = { csv: await exportProducts(), product: await productByHandle(handle), sales: await salesOf(handle) }
  expect(before.sales).toEqual(['400 eur'])
  const changed: Row[] = [
    {
      ...first,
      ...{ 'Product Title': 'Poor', 'Product Subtitle': '', 'Product Description': 'New', 'Product Status': 'draft' },
      ...{ 'Product Tags': 'new,both', 'Product Type': '', 'Product Metadata': '', 'Product Collection Title': '' },
      ...{ 'Product Category 1 Path': 'New', 'Image 1 Url': 'https://b.example/3.png', 'Image 2 Url': '' },
      ...{ 'Sales Channel 1 Name': uniqueName('channel'), 'Price EUR': '', 'Price JPY': '100' },
      ...{ 'Sale Price EUR': '3', 'Sale Starts At': '', 'Variant Title': 'Small', 'Variant Inventory Quantity': 77 },
    },
    { ...second, 'Option 1 Value': 'Medium', 'Price EUR': '9', 'Price JPY': '', 'Variant Barcode': '4006381333931' },
    { ...second, 'Variant SKU': `${handle}-L`, 'Option 1 Value': 'L', 'Variant Title': 'L', 'Price JPY': '' },
  ]
  const job = await importOf(changed, { create_missing: true })
  expect(job.result.operations).toEqual({ PRODUCT_CREATE: 0, PRODUCT_UPDATE: 1, VARIANT_CREATE: 1, VARIANT_UPDATE: 2 })
  const after = await exportProducts()
  expect(after).not.toBe(before.csv)

  const check = await startJob(shop.admin, 'import-undo', { batch_job_id: job.id }, true)
  await shop.runJobs()
  expect((await readJob(shop.admin, check)).result.operations).toEqual({ PRODUCT_DELETE: 0, PRODUCT_RESTORE: 1 })
  expect(await exportProducts()).toBe(after)

  const undone = await undo(job)
  expect([undone.result.operations, messagesOf(undone)]).toEqual([{ PRODUCT_DELETE: 0, PRODUCT_RESTORE: 1 }, []])
  expect(await exportProducts()).toBe(before.csv)
  const { product } = before
  const restored = await productByHandle(handle)
  expect(restored.variants.map(({ id }: { id: string }) => id)).toEqual(
    product.variants.map(({ id }: { id: string }) => id),
  )
  expect(await salesOf(handle)).toEqual(before.sales)
  const again = await undo(job)
  expect([again.result.operations, messagesOf(again)]).toEqual([{ PRODUCT_DELETE: 0, PRODUCT_RESTORE: 0 }, []])
})

test('a sale after the import stays counted in the restored stock', async () => {
  const [first] = (await givenProduct()) as [Row]
  const key = { 'Product Handle': `${first['Product Handle']}`, 'Variant SKU': `${first['Variant SKU']}` }
  const job = await importOf([{ ...key, 'Variant Inventory Quantity': 77, 'Price EUR': '8' }])
  const { id, variants } = await productByHandle(key['Product Handle'])
  const variant_id = variants.find(({ sku }: { sku: string }) => sku === key['Variant SKU'])?.id
  await expectSuccess(shop.admin.post(`/admin/products/${id}/variants/${variant_id}`, { inventory_quantity: 75 }))
  expect((await undo(job)).result.operations).toEqual({ PRODUCT_DELETE: 0, PRODUCT_RESTORE: 1 })
  const { variant } = await expectSuccess(shop.admin.get(`/admin/variants/${variant_id}`))
  expect(variant.inventory_quantity).toBe(8)
})

describe('a sale during an import', () => {
  const stockOf = async (key: Row): Promise<[number | undefined, string | undefined]> => {
    const { variants } = await productByHandle(key['Product Handle'])
    const found = variants.find(({ sku }: { sku: string }) => sku === key['Variant SKU'])
    return [found?.inventory_quantity, found?.id]
  }

  for (const [inFile, after] of [
    [77, 75],
    [8, 6],
    [10, 8],
    [1, 0],
  ] as const)
    test(`stays counted with ${inFile} in the file, and after the undo`, async () => {
      const [first] = (await givenProduct()) as [Row]
      const key = { 'Product Handle': `${first['Product Handle']}`, 'Variant SKU': `${first['Variant SKU']}` }
      const [, id] = await stockOf(key)
      const row = { ...key, 'Variant Inventory Quantity': inFile, 'Product Title': 'New' }
      const country = await shop.given.region({ currency_code: 'eur' })
      const job = await importDuringSale(shop, row, () =>
        shop.given.order({ region: country, lines: [[{ id: id! }, 2]] }),
      )
      expect((await readJob(shop.admin, job)).status).toBe('completed')
      expect((await stockOf(key))[0]).toBe(after)
      expect((await undo(job)).result.operations).toEqual({ PRODUCT_DELETE: 0, PRODUCT_RESTORE: 1 })
      expect((await stockOf(key))[0]).toBe(inFile === 1 ? 9 : 8)
    })
})

test('products that were edited, sold or whose code is taken keep the values of the import, and are named', async () => {
  const products = [await givenProduct(), await givenProduct(), await givenProduct(), await givenProduct()]
  const [edited, sold, taken, free] = products.map(([first]) => first!['Product Handle']!) as string[] as [
    string,
    string,
    string,
    string,
  ]
  const job = await importOf(
    products.flatMap(([first]) => {
      const key = { 'Product Handle': `${first?.['Product Handle']}`, 'Product Title': 'Imported' }
      const id = { 'Option 1 Name': 'Size', 'Variant Title': 'S' }
      return [
        {
          ...key,
          ...id,
          'Option 1 Value': 'S',
          'Variant SKU': `${key['Product Handle']}-S`,
          'Price EUR': '6',
          'Variant Inventory Quantity': 3,
        },
        {
          ...key,
          ...id,
          'Option 1 Value': 'New',
          'Variant SKU': `${key['Product Handle']}-N`,
          'Price EUR': '6',
          'Variant Inventory Quantity': 3,
        },
      ]
    }),
  )
  const renamed = await importOf([
    { 'Product Id': (await productByHandle(taken)).id, 'Product Handle': uniqueName('moved') },
  ])
  await importOf([productRow({ 'Product Handle': taken })])
  const { id } = await productByHandle(edited)
  await expectSuccess(shop.admin.post(`/admin/products/${id}`, { title: 'By hand' }))
  const { variants } = await productByHandle(sold)
  const added = variants.find(({ sku }: { sku: string }) => sku === `${sold}-N`)
  const { cart } = await expectSuccess(shop.post('/store/carts', { region_id: region.id }))
  await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items`, { variant_id: added?.id, quantity: 1 }))

  const undoneRename = await undo(renamed)
  expect([undoneRename.result.operations, messagesOf(undoneRename)]).toEqual([
    { PRODUCT_DELETE: 0, PRODUCT_RESTORE: 0 },
    [expect.stringMatching(/^1 product stays, because another product has their handle/)],
  ])
  const undone = await undo(job)
  expect(undone.result.operations).toEqual({ PRODUCT_DELETE: 0, PRODUCT_RESTORE: 1 })
  expect(messagesOf(undone)).toEqual([
    expect.stringMatching(/^2 products stay, because they were changed after the import: /),
    expect.stringMatching(new RegExp(`^1 product stays, because a cart or an order has them: ${sold}`)),
  ])
  expect((await productByHandle(edited)).title).toBe('By hand')
  expect(await productByHandle(sold)).toMatchObject({ title: 'Imported', variants: { length: 3 } })
  expect(await productByHandle(free)).toMatchObject({ title: 'Rich', variants: { length: 2 } })
})

test('two imports are undone one after the other, the later one first', async () => {
  const [row] = (await givenProduct()) as [Row]
  const key = { 'Product Handle': `${row['Product Handle']}` }
  const jobs = [
    await importRows([{ ...key, 'Product Title': 'One' }]),
    await importRows([{ ...key, 'Product Title': 'Two' }]),
  ]
  const titleNow = async () => (await productByHandle(key['Product Handle'])).title
  expect((await undo(jobs[0]!)).result.operations).toMatchObject({ PRODUCT_RESTORE: 0 })
  expect(await titleNow()).toBe('Two')
  await undo(jobs[1]!)
  expect(await titleNow()).toBe('One')
  await undo(jobs[0]!)
  expect(await titleNow()).toBe('Rich')
})

test('a product whose collection was deleted keeps the values of the import, and is named', async () => {
  const [row] = (await givenProduct()) as [Row]
  const handle = `${row['Product Handle']}`
  const { collection_id } = await productByHandle(handle)
  const columns = { 'Product Handle': handle, 'Product Title': 'New', 'Product Collection Title': uniqueName('other') }
  const job = await importOf([columns], { create_missing: true })
  await expectSuccess(shop.admin.delete(`/admin/collections/${collection_id}`))
  const undone = await undo(job)
  expect([undone.result.operations, messagesOf(undone)]).toEqual([
    { PRODUCT_DELETE: 0, PRODUCT_RESTORE: 0 },
    [expect.stringMatching(/^1 product stays, because their values of before no longer fit the shop, .*/)],
  ])
  expect((await productByHandle(handle)).title).toBe('New')
})

test('products that exchange their handles with others of the import get them back, also in several parts', async () => {
  const word = uniqueName('swap')
  const rows = Array.from({ length: 120 }, (_, i) =>
    productRow({ 'Product Handle': `${word}-${i}`, 'Variant SKU': `${word}-${i}` }),
  )
  await importOf(rows)
  const ids = await Promise.all([0, 119, 5].map(async (i) => (await productByHandle(`${word}-${i}`)).id))
  const renamed = (id: unknown, handle: string): Row => ({
    'Product Id': `${id}`,
    'Product Handle': handle,
    'Product Title': 'New',
  })
  const others = rows.slice(6, 119).map((row) => ({ ...renamed('', `${row['Product Handle']}`) }))
  const job = await importOf([
    renamed(ids[0], `${word}-119`),
    ...others,
    renamed(ids[1], `${word}-0`),
    renamed(ids[2], `${word}-moved`),
    renamed('', `${word}-5`),
  ])
  expect(job.result.operations).toMatchObject({ PRODUCT_CREATE: 1, PRODUCT_UPDATE: 116 })
  const expected = { PRODUCT_DELETE: 1, PRODUCT_RESTORE: 116 }
  const check = await startJob(shop.admin, 'import-undo', { batch_job_id: job.id }, true)
  await shop.runJobs()
  const { result } = await readJob(shop.admin, check)
  expect([result.operations, messagesOf({ result })]).toEqual([expected, []])
  const undone = await undo(job)
  expect([undone.result.operations, messagesOf(undone)]).toEqual([expected, []])
  for (const [i, id] of [
    [0, ids[0]],
    [119, ids[1]],
    [5, ids[2]],
  ] as const)
    expect((await productByHandle(`${word}-${i}`)).id).toBe(id)
})

test('an undo whose day passes between two parts restores all products', async () => {
  const handles = Array.from({ length: 101 }, () => uniqueName('aged'))
  const rows = (title: string) =>
    handles.map((handle) => productRow({ 'Product Handle': handle, 'Product Title': title }))
  await importOf(rows('Old'))
  const job = await importOf(rows('New'))
  const undoJob = await startJob(shop.admin, 'import-undo', { batch_job_id: job.id }, true)
  await shop.runJobs()
  await changeRows(shop, BatchJob, { id: undoJob.id }, { confirmed_at: daysAgo(0) })

  const stopping = new AbortController()
  const run = async (signal: AbortSignal) =>
    runBatchJob(shop.orm.em.fork(), await shop.orm.em.fork().findOneOrFail(BatchJob, { id: undoJob.id }), importUndo, {
      files: shop.files,
      signal,
    })
  stopping.abort(new Error('The worker stops'))
  await expect(run(stopping.signal)).rejects.toThrow('The worker stops')
  expect((await readJob(shop.admin, undoJob)).result.operations).toEqual({ PRODUCT_DELETE: 0, PRODUCT_RESTORE: 100 })

  await changeRows(shop, BatchJob, { id: job.id }, { completed_at: daysAgo(2) })
  const { signal } = new AbortController()
  await runHousekeeping({ ...shop.jobs, auditLogDays: undefined }, {}, { signal })
  await run(signal)
  expect((await readJob(shop.admin, undoJob)).result.operations).toEqual({ PRODUCT_DELETE: 0, PRODUCT_RESTORE: 101 })
})
