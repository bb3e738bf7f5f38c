import { expect, test } from 'vitest'
import { ProductOptionValue } from '#entities/catalogue/product/product-option-value.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { readCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { errorMessagesOf, productRow, uniqueName, useImportShop } from '#test/support/import-shop.ts'
import { readCatalogueRows } from '#test/support/read-catalogue-rows.ts'
import type { Product } from '#test/support/resources.ts'

const { shop, region, importRows, exportProducts, productByHandle, createCategory } = await useImportShop()

test('importing an unchanged export changes nothing', async () => {
  await shop.given.product({
    subtitle: '=1+1',
    description: 'print "hi";\nbye',
    tags: [{ value: 'a, b' }],
    material: "'=x",
  })
  const { id, variants } = await shop.given.product({
    prices: [1, 2],
    variants: [0, 1].map((i) => ({
      title: `V${i}`,
      options: [{ value: `V${i}` }],
      prices: [
        { currency_code: 'eur', amount: i },
        { currency_code: 'eur', amount: 9, min_quantity: 10 },
        { region_id: region.id, amount: 8 },
      ],
    })),
    images: ['https://example.com/b.png', 'https://example.com/a.png', 'https://example.com/b.png'],
    categories: [
      { id: (await createCategory(uniqueName('Trousers'))).id },
      { id: (await createCategory(uniqueName('Winter'))).id },
    ],
  })
  // As in a shop whose variants have equal options.
  await changeRows(shop, ProductOptionValue, { variant_id: variants.map((variant) => variant.id) }, { value: 'same' })
  await expectSuccess(
    shop.admin.post('/admin/price-lists', {
      name: 'Sale',
      description: '',
      type: 'sale',
      prices: [{ variant_id: variants[0].id, currency_code: 'eur', amount: 3 }],
    }),
  )
  await expectSuccess(shop.admin.post(`/admin/products/${id}/options`, { title: 'Colour' }))
  const before = await readCatalogueRows(shop)
  expect(before.product_category_product?.length).toBeGreaterThan(1)
  const text = await exportProducts()
  const job = await importRows(text)
  expect(job).toMatchObject({ status: 'completed', result: { operations: { PRODUCT_CREATE: 0, VARIANT_CREATE: 0 } } })
  expect(await readCatalogueRows(shop)).toEqual(before)
  expect(await exportProducts()).toBe(text)
})

test('an import updates the products and variants of its file and nothing else', async () => {
  const { id } = await shop.given.product({
    prices: [1000, 2000],
    subtitle: 'gone',
    images: ['https://example.com/x.png'],
  })
  const path = `/admin/products/${id}`
  const before = (await expectSuccess(shop.admin.get(path))).product
  const { rows } = await readCsv(await exportProducts({ filterable_fields: { id } }))
  const [first, second] = rows as [Record<string, string>, Record<string, string>]
  const fresh = { ...second, 'Variant Id': '', 'Variant Title': 'New', 'Option 1 Value': 'New', 'Price EUR': '5' }
  Object.assign(first, {
    'Product Subtitle': '',
    'Product Title': 'Renamed',
    'Price EUR': '',
    'Variant SKU': uniqueName('sku'),
  })
  Object.assign(second, { 'Variant Inventory Quantity': '3', 'Image 1 Url': '' })
  Object.assign(first, { 'Image 1 Url': 'https://example.com/y.png' })
  const job = await importRows([first, second, fresh])
  expect(job.result.operations).toEqual({ PRODUCT_CREATE: 0, PRODUCT_UPDATE: 1, VARIANT_CREATE: 1, VARIANT_UPDATE: 2 })
  const { product } = await expectSuccess(shop.admin.get(path))
  expect(product).toMatchObject({ title: 'Renamed', subtitle: null, handle: before.handle, status: 'published' })
  expect(product.images.map(({ url }) => url)).toEqual(['https://example.com/y.png'])
  const facts = product.variants.map(({ title, sku, inventory_quantity, variant_rank, prices }) => [
    ...[title, sku, inventory_quantity, variant_rank],
    prices.map(({ amount }) => amount),
  ])
  expect(facts).toEqual([
    ['V0', first['Variant SKU'], 100, 0, []],
    ['V1', null, 3, 1, [2000]],
    ['New', null, 100, 2, [500]],
  ])
  expect(product.variants[1].id).toBe(before.variants[1].id)
})

test('an import leaves columns that the file lacks unchanged', async () => {
  const { id, handle, variants } = await shop.given.product({ subtitle: 'kept', tags: [{ value: 'kept' }] })
  const job = await importRows([
    { 'Product Id': id, 'Product Handle': handle, 'Variant Id': variants[0].id, 'Variant Barcode': uniqueName('4') },
  ])
  expect(job.status).toBe('completed')
  const { product } = await expectSuccess(shop.admin.get(`/admin/products/${id}`))
  expect(product).toMatchObject({ subtitle: 'kept', tags: [{ value: 'kept' }] })
  expect(product.variants[0]).toMatchObject({ barcode: expect.any(String), prices: [{ amount: 1000 }], title: 'V0' })
})

test('an import accepts an unchanged negative stock but no lower one', async () => {
  const product = await shop.given.product()
  const path = `/admin/products/${product.id}/variants/${product.variants[0].id}`
  await expectSuccess(shop.admin.post(path, { allow_backorder: true, inventory_quantity: -3 }))
  await expectSuccess(shop.admin.post(path, { allow_backorder: false }))
  const { rows } = await readCsv(await exportProducts({ filterable_fields: { id: product.id } }))
  expect(await importRows(rows)).toMatchObject({ status: 'completed' })
  const less = rows.map((line) => ({ ...line, 'Variant Inventory Quantity': '-4' }))
  expect(errorMessagesOf(await importRows(less)).join()).toContain('Variant Inventory Quantity must not be less than 0')
})

test('an import can swap skus and handles', async () => {
  const [a, b] = [productRow({ 'Variant SKU': uniqueName('sku') }), productRow({ 'Variant SKU': uniqueName('sku') })]
  await importRows([a, b])
  const [one, other] = [await productByHandle(a['Product Handle']), await productByHandle(b['Product Handle'])]
  const line = ({ id, variants }: Product, { handle, variants: [{ sku }] }: Product) => ({
    'Product Id': id,
    'Product Handle': handle,
    'Variant Id': variants[0].id,
    'Variant SKU': sku,
  })
  expect((await importRows([line(one, other), line(other, one)])).status).toBe('completed')
  const [first, second] = [await productByHandle(a['Product Handle']), await productByHandle(b['Product Handle'])]
  expect([first.id, first.variants[0].sku]).toEqual([other.id, one.variants[0].sku])
  expect([second.id, second.variants[0].sku]).toEqual([one.id, other.variants[0].sku])
})
