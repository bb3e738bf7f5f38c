import { expect, test } from 'vitest'
import { parseFileKey } from '#entities/platform/file/file-key.ts'
import { readCsv, writeCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { errorMessagesOf, uniqueName, useImportShop } from '#test/support/import-shop.ts'
import { readFileText, readJob, runJob, startJob, storeFile } from '#test/support/jobs.ts'
import type { Product } from '#test/support/resources.ts'

const { shop, importRows, exportProducts, createCategory } = await useImportShop()

/* The export of one shop in another one, without its products, collections, categories and channels. */

async function createRichProducts() {
  const { collection } = await expectSuccess(shop.admin.post('/admin/collections', { title: uniqueName('Summer') }))
  const category = await createCategory(uniqueName('Shirts'))
  const { sales_channel } = await expectSuccess(
    shop.admin.post('/admin/sales-channels', { name: uniqueName('Wholesale') }),
  )
  const rich = await shop.given.product({
    ...{ metadata: { care: { iron: false }, 'a"b': ['=1', 'ü'] }, collection_id: collection.id },
    ...{ categories: [{ id: category.id }], sales_channels: [{ id: sales_channel.id }] },
    variants: [
      {
        ...{ title: 'One', options: [{ value: 'One' }], metadata: { shelf: 7 } },
        prices: [
          { currency_code: 'eur', amount: 1000 },
          { currency_code: 'eur', amount: 900, min_quantity: 10, max_quantity: 49 },
          { currency_code: 'eur', amount: 800, min_quantity: 50 },
        ],
      },
    ],
  })
  const card = await shop.given.product({ is_giftcard: true, options: [], variants: [] })
  const bare = await shop.given.product({ title: uniqueName('Bare'), options: [{ title: 'Size' }], variants: [] })
  return { collection, category, sales_channel, products: [rich, card, bare] }
}

const sold = async (handle: string | null) => {
  const { products } = await expectSuccess(
    shop.admin.get(
      `/admin/products?handle=${handle}&expand=variants.prices,collection,sales_channels,categories,options,profile`,
    ),
  )
  const { title, is_giftcard, metadata, variants, collection, sales_channels, categories, options, profile } =
    products[0]!
  return {
    ...{ title, is_giftcard, metadata, collection: collection?.handle, profile: profile?.type },
    channels: sales_channels.map(({ name }) => name),
    categories: categories.map(({ name, handle }) => [name, handle]),
    options: options.map((option) => option.title),
    variants: variants.map((variant) => [
      ...[variant.title, variant.metadata],
      variant.prices.map(({ amount, min_quantity, max_quantity }) => [amount, min_quantity, max_quantity]),
    ]),
  }
}

test('an export imported into an empty shop keeps gift cards, metadata, quantity prices and bare products', async () => {
  const { collection, category, sales_channel, products } = await createRichProducts()
  const before = await Promise.all(products.map(({ handle }: Product) => sold(handle)))
  const text = await exportProducts({ filterable_fields: { id: products.map(({ id }) => id) } })
  expect(readCsv(text).rows).toHaveLength(3)
  for (const { id } of products) await expectSuccess(shop.admin.delete(`/admin/products/${id}`))
  await expectSuccess(shop.admin.delete(`/admin/collections/${collection.id}`))
  await expectSuccess(shop.admin.delete(`/admin/product-categories/${category.id}`))
  await expectSuccess(shop.admin.delete(`/admin/sales-channels/${sales_channel.id}`))

  const refused = errorMessagesOf(await importRows(text)).join()
  for (const missing of [products[0]!.id, collection.handle, category.handle, sales_channel.name])
    expect(refused).toContain(missing)
  const options = { fileKey: await storeFile(shop, text), new_ids: true, create_missing: true }
  const job = await startJob(shop.admin, 'product-import', options, true)
  await shop.runJobs()
  const checked = await readJob(shop.admin, job)
  expect(checked.result.operations).toEqual({
    PRODUCT_CREATE: 3,
    PRODUCT_UPDATE: 0,
    VARIANT_CREATE: 1,
    VARIANT_UPDATE: 0,
  })
  expect(checked.result.notices?.map(({ message }) => message)).toEqual([
    'The ids of 3 products and 1 variant are unknown. They will be new.',
    `New collections: ${collection.title}.`,
    `New categories: ${category.name}.`,
    `New sales channels: ${sales_channel.name}.`,
  ])
  await expectSuccess(shop.admin.post(`/admin/batch-jobs/${job.id}/confirm`))
  await shop.runJobs()
  expect(await readJob(shop.admin, job)).toMatchObject({ status: 'completed' })
  expect(await Promise.all(products.map(({ handle }: Product) => sold(handle)))).toEqual(before)
})

test('the profile type of an older export makes a gift card, and a product cannot become one later', async () => {
  const row = { 'Product Handle': uniqueName('card'), 'Product Title': 'Card', 'Product Profile Type': 'gift_card' }
  expect((await importRows([row])).status).toBe('completed')
  expect(await sold(row['Product Handle'])).toMatchObject({ is_giftcard: true, profile: 'gift_card' })
  const job = await importRows([{ ...row, 'Product Is Giftcard': 'false' }])
  expect(errorMessagesOf(job).join()).toContain('Product Is Giftcard cannot be changed')
})

test('the template is imported without a fault, and has a price in each currency of the shop', async () => {
  const { result } = await runJob(shop, 'product-export', { template: true, byte_order_mark: true })
  const text = await readFileText({ files: shop.files }, result.file_key)
  expect(result).toMatchObject({ count: 2, file_size: expect.any(Number) })
  expect(readCsv(text).titles).toEqual(expect.arrayContaining(['Price EUR', 'Price JPY', 'Option 1 Value']))
  const job = await importRows(text)
  expect(job).toMatchObject({ status: 'completed', result: { operations: { PRODUCT_CREATE: 2, VARIANT_CREATE: 3 } } })
  expect(job.result.notices).toEqual([])
})

test('an export begins with a byte order mark on request', async () => {
  const firstBytes = async (context: object) => {
    const { result } = await runJob(shop, 'product-export', context)
    for await (const chunk of await shop.files.read(parseFileKey(result.file_key as string)))
      return [...chunk.subarray(0, 3)]
    return []
  }
  expect(await firstBytes({ byte_order_mark: true })).toEqual([0xef, 0xbb, 0xbf])
  expect(await firstBytes({})).toEqual([...Buffer.from('Pro')])
})

test('rows that differ from the first row of their product are reported', async () => {
  const handle = uniqueName('differing')
  const rows = [
    {
      'Product Handle': handle,
      'Product Title': 'A',
      'Variant Title': 'S',
      'Option 1 Name': 'Size',
      'Option 1 Value': 'S',
    },
    {
      'Product Handle': handle,
      'Product Title': 'B',
      'Variant Title': 'M',
      'Option 1 Name': 'Size',
      'Option 1 Value': 'M',
    },
  ]
  const { result } = await runJob(shop, 'product-import', { fileKey: await storeFile(shop, writeCsv(rows)) })
  expect(result.notices?.map(({ message }) => message)).toEqual([
    '1 row differs from the first row of its product, first in Product Title of row 3. The first row counts.',
  ])
})

const alts = async (id: string) =>
  (await expectSuccess(shop.admin.get(`/admin/products/${id}`))).product.images?.map(({ url, alt }) => [url, alt])

test('descriptions of pictures survive a round trip, and a file without their columns keeps them', async () => {
  const url = (name: string) => `https://cdn.test/${name}.png`
  const images = [url('front'), url('back')]
  const image_alts = [{ url: url('front'), alt: 'Front, "red"\nand blue' }]
  const product = await shop.given.product({ images, image_alts })
  const text = await exportProducts({ filterable_fields: { id: [product.id] } })
  const [row] = readCsv(text).rows
  expect(row).toMatchObject({ 'Image 1 Alt': 'Front, "red"\nand blue', 'Image 2 Alt': '' })
  const before = await alts(product.id)
  expect((await importRows(text)).result.operations).toMatchObject({ PRODUCT_UPDATE: 0 })
  expect(await alts(product.id)).toEqual(before)

  const key = { 'Product Id': product.id, 'Product Handle': product.handle }
  const urls = { 'Image 1 Url': url('front'), 'Image 2 Url': url('back') }
  await importRows([{ ...key, ...urls }])
  expect(await alts(product.id)).toEqual(before)
  await importRows([{ ...key, ...urls, 'Image 1 Alt': 'Front', 'Image 2 Alt': 'Back' }])
  expect(await alts(product.id)).toEqual([
    [url('front'), 'Front'],
    [url('back'), 'Back'],
  ])
  await importRows([{ ...key, ...urls, 'Image 1 Alt': '', 'Image 2 Alt': 'Back' }])
  expect(await alts(product.id)).toEqual([
    [url('front'), null],
    [url('back'), 'Back'],
  ])
  for (const wrong of [{ 'Image 1 Alt': 'Alone' }, { ...urls, 'Image 1 Alt': 'x'.repeat(1001) }])
    expect((await importRows([{ ...key, ...wrong }])).status).toBe('failed')
  expect(await alts(product.id)).toHaveLength(2)
})

test('an export without descriptions of pictures has the columns of Medusa v1', async () => {
  const product = await shop.given.product({ images: ['https://cdn.test/plain.png'] })
  const { titles } = readCsv(await exportProducts({ filterable_fields: { id: [product.id] } }))
  expect(titles).toContain('Image 1 Url')
  expect(titles.filter((title) => title.endsWith('Alt'))).toEqual([])
})
