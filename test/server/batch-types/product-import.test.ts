import { expect, test } from 'vitest'
import { readCsv, writeCsv } from '#test/support/csv.ts'
import { eventNamesOf } from '#test/support/events.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { productRow, type Row, uniqueName, useImportShop } from '#test/support/import-shop.ts'
import { readFileText, readJob, runJob, startJob, storeFile } from '#test/support/jobs.ts'
import { readCatalogueRows } from '#test/support/read-catalogue-rows.ts'
import type { Category } from '#test/support/resources.ts'

const { shop, region, importRows, productByHandle, createCategory } = await useImportShop()

test('an import creates products with variants, prices, options, images, tags and channels', async () => {
  const [handle, tag] = [uniqueName('imported'), uniqueName('tag')]
  const collection = (await expectSuccess(shop.admin.post('/admin/collections', { title: uniqueName('Summer') })))
    .collection
  const line = (size: string, price: number) => ({
    ...productRow({ 'Product Handle': handle, 'Variant Title': size, 'Option 1 Value': size }),
    'Product Status': 'published',
    'Product Weight': 250,
    'Product Collection Handle': collection.handle,
    'Product Type': 'Shirt',
    'Product Tags': `${tag}, cotton`,
    'Variant SKU': `${handle}-${size}`,
    'Variant Inventory Quantity': 7,
    'Price EUR': price,
    'Price JPY': 1200,
    [`Price ${region.name} [EUR]`]: '9.99',
    'Image 1 Url': 'https://example.com/1.png',
    'Image 2 Url': 'https://example.com/2.png',
  })
  const job = await importRows([line('S', 12.34), line('M', 13)])
  expect(job).toMatchObject({
    status: 'completed',
    result: {
      count: 3,
      advancement_count: 3,
      operations: { PRODUCT_CREATE: 1, PRODUCT_UPDATE: 0, VARIANT_CREATE: 2, VARIANT_UPDATE: 0 },
    },
  })
  const product = await productByHandle(handle)
  expect(product).toMatchObject({
    title: 'Imported',
    status: 'published',
    weight: 250,
    discountable: true,
    thumbnail: 'https://example.com/1.png',
    collection: { id: collection.id },
    type: { value: 'Shirt' },
    options: [{ title: 'Size' }],
    images: [{ url: 'https://example.com/1.png' }, { url: 'https://example.com/2.png' }],
  })
  expect(product.tags.map(({ value }) => value).sort()).toEqual(['cotton', tag].sort())
  expect(product.sales_channels).toHaveLength(1)
  expect(
    product.variants.map(({ title, sku, inventory_quantity, variant_rank, prices, options }) => [
      ...[title, sku, inventory_quantity, variant_rank, options[0].value],
      prices.map(({ amount, currency_code, region_id }) => [amount, currency_code, region_id]),
    ]),
  ).toEqual(
    ['S', 'M'].map((size, i) => [
      ...[size, `${handle}-${size}`, 7, i, size],
      [
        [i === 0 ? 1234 : 1300, 'eur', null],
        [1200, 'jpy', null],
        [999, 'eur', region.id],
      ],
    ]),
  )
  expect(await shop.files.stat(job.fileKey)).toBeUndefined()
  expect(await eventNamesOf(shop, product)).toEqual(['product.created'])
})

test('an import replaces the categories of a product', async () => {
  const [one, other] = [await createCategory(uniqueName('Shirts')), await createCategory(uniqueName('Sale'))]
  const { id } = await shop.given.product({ categories: [{ id: one.id }, { id: other.id }] })
  const filter = { filterable_fields: { id } }
  const job = await runJob(shop, 'product-export', filter)
  expect(job.context.shape).toMatchObject({ dynamicProductCategoriesColumnCount: 2 })
  const { titles, rows } = await readCsv(await readFileText(shop, job.result.file_key))
  const places = titles.filter((title) => title.startsWith('Product Category'))
  expect(places).toEqual(
    [1, 2].flatMap((n) => ['Handle', 'Name', 'Description'].map((name) => `Product Category ${n} ${name}`)),
  )
  const cells = places.map((title) => rows[0]?.[title])
  const cellsOf = ({ handle, name }: Category) => [handle, name, `All ${name}`]
  expect([cells.slice(0, 3), cells.slice(3)].sort()).toEqual([one, other].map(cellsOf).sort())

  const handle = uniqueName('imported')
  const line = (ids: Row, first: string, second: string): Row => ({
    ...productRow(ids),
    'Product Category 1 Handle': first,
    'Product Category 2 Handle': second,
  })
  const { 'Product Handle': known = '', 'Variant Id': variantId = '' } = rows[0] ?? {}
  const again = await importRows([
    line({ 'Product Id': '', 'Variant Id': '', 'Product Handle': handle }, '', one.handle),
    line(
      { 'Product Id': id, 'Variant Id': variantId, 'Product Handle': known, 'Option 1 Name': '', 'Option 1 Value': '' },
      other.handle,
      '',
    ),
  ])
  expect(again.result.errors ?? []).toEqual([])
  const categoriesOf = async (by: string) => {
    const { products } = await expectSuccess(shop.admin.get(`/admin/products?${by}&expand=categories`))
    return products[0].categories.map(({ id }) => id)
  }
  expect(await categoriesOf(`handle=${handle}`)).toEqual([one.id])
  expect(await categoriesOf(`id=${id}`)).toEqual([other.id])
})

test('a dry run reports the changes and makes none', async () => {
  const line = productRow()
  const job = await startJob(shop.admin, 'product-import', { fileKey: await storeFile(shop, writeCsv([line])) }, true)
  const before = await readCatalogueRows(shop)
  await shop.runJobs()
  const { status, result } = await readJob(shop.admin, job)
  expect(status).toBe('pre_processed')
  expect(result.stat_descriptors[0]).toMatchObject({ key: 'product-import-count', name: 'Products/variants to import' })
  expect(result.stat_descriptors[0].message).toBe(
    'There will be 1 products created (0  updated).\n             1 variants will be created and 0 updated',
  )
  expect(await readCatalogueRows(shop)).toEqual(before)
})
