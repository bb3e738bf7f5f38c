import { beforeAll, expect, test } from 'vitest'
import { readCsv, writeCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { errorMessagesOf, productRow, type Row, uniqueName, useImportShop } from '#test/support/import-shop.ts'
import { readFileText, readJob, runJob, startJob, storeFile } from '#test/support/jobs.ts'

const { shop, importRows, exportProducts, productByHandle } = await useImportShop()
const setLanguages = (languages: string[]) => expectSuccess(shop.admin.post('/admin/store', { languages }))
beforeAll(() => setLanguages(['en', 'de', 'pt-BR']))

const translated = (overrides: Row = {}): Row =>
  productRow({
    'Product Title (de)': 'Hemd',
    'Product Description (de)': 'Zeile 1\nZeile; "2"',
    'product title (pt-br)': 'Camisa',
    'Variant Title (de)': 'Klein',
    'Option 1 Name (de)': 'Größe',
    'Option 1 Value (de)': 'K',
    ...overrides,
  })

const shown = async (handle: unknown, locale: string) => {
  const { products } = await expectSuccess(shop.get(`/store/products?handle=${handle}&locale=${locale}`))
  const [product] = products
  const [variant] = product?.variants ?? []
  return [
    product?.title,
    product?.description,
    product?.options?.[0]?.title,
    variant?.title,
    variant?.options?.[0]?.value,
  ]
}

test('an import stores the texts of each language', async () => {
  const row = translated({ 'Product Status': 'published' })
  const job = await importRows([row])
  expect(job).toMatchObject({ status: 'completed', result: { operations: { PRODUCT_CREATE: 1, VARIANT_CREATE: 1 } } })
  expect(await shown(row['Product Handle'], 'de')).toEqual(['Hemd', 'Zeile 1\nZeile; "2"', 'Größe', 'Klein', 'K'])
  expect(await shown(row['Product Handle'], 'pt-BR')).toEqual(['Camisa', null, 'Size', 'S', 'S'])
  expect(await shown(row['Product Handle'], 'en')).toEqual(['Imported', null, 'Size', 'S', 'S'])
})

test('an export has the columns of each language, and its import changes nothing', async () => {
  const row = translated()
  await importRows([row])
  const { id } = (await productByHandle(row['Product Handle']))!
  await expectSuccess(
    shop.admin.post(`/admin/products/${id}`, {
      translations: { 'pt-BR': { description: '' }, de: { subtitle: '=1+1' } },
    }),
  )
  const text = await exportProducts()
  const { titles, rows } = readCsv(text)
  expect(titles.filter((title) => title.includes('(de)'))).toEqual([
    ...['Product Title (de)', 'Product Subtitle (de)', 'Product Description (de)'],
    ...['Product Seo Title (de)', 'Product Seo Description (de)', 'Variant Title (de)'],
    ...['Option 1 Name (de)', 'Option 1 Value (de)', 'Option 2 Name (de)', 'Option 2 Value (de)'],
  ])
  const exported = rows.find((one) => one['Product Id'] === id)
  expect(exported).toMatchObject({ 'Product Title (pt-BR)': 'Camisa', 'Option 1 Value (de)': 'K' })
  const again = await importRows(text)
  expect(again.result.operations).toEqual({
    PRODUCT_CREATE: 0,
    PRODUCT_UPDATE: 0,
    VARIANT_CREATE: 0,
    VARIANT_UPDATE: 0,
  })
  const { product } = await expectSuccess(shop.admin.get(`/admin/products/${id}`))
  expect(product.translations).toEqual({
    de: { title: 'Hemd', description: 'Zeile 1\nZeile; "2"', subtitle: '=1+1' },
    'pt-BR': { title: 'Camisa', description: '' },
  })
})

test('a column that is missing changes nothing, and an empty cell removes the text', async () => {
  const row = translated({ 'Product Status': 'published' })
  await importRows([row])
  const handle = row['Product Handle'] ?? ''
  await importRows([{ 'Product Handle': handle, 'Product Title (de)': 'Bluse' }])
  expect(await shown(handle, 'de')).toEqual(['Bluse', 'Zeile 1\nZeile; "2"', 'Größe', 'Klein', 'K'])
  const rows = [{ ...row, 'Product Title (de)': '', 'Option 1 Value (de)': '' }]
  const fileKey = await storeFile(shop, writeCsv(rows))
  const dryRun = await startJob(shop.admin, 'product-import', { fileKey }, true)
  await shop.runJobs()
  const preview = await readJob(shop.admin, dryRun)
  expect(preview.result.operations).toMatchObject({ PRODUCT_UPDATE: 1, VARIANT_UPDATE: 1 })
  expect(JSON.stringify(preview.result.notices)).toContain('Product Title (de)')
  expect(await shown(handle, 'de')).toContain('Bluse')
  const job = await importRows(rows)
  expect(job.result.operations).toMatchObject({ PRODUCT_UPDATE: 1, VARIANT_UPDATE: 1 })
  expect(await shown(handle, 'de')).toEqual(['Imported', 'Zeile 1\nZeile; "2"', 'Größe', 'Klein', 'S'])
})

test('a language that the store does not have is refused, and nothing changes', async () => {
  const messages = async (title: string) => {
    const row = productRow({ [title]: 'x' })
    const job = await importRows([row])
    expect(await productByHandle(row['Product Handle'])).toBeUndefined()
    return [job.status, errorMessagesOf(job).join()]
  }
  expect(await messages('Product Title (fr)')).toEqual([
    'failed',
    expect.stringContaining(
      '"Product Title (fr)" is in a language that the store does not translate to. The languages are de, pt-BR',
    ),
  ])
  expect((await messages('Product Title (en)'))[1]).toContain(
    'en is the default language. Its column is "Product Title"',
  )
  expect((await messages('Product Weight (de)'))[1]).toContain('Unable to treat column Product Weight (de)')
  expect((await messages('PRODUCT TITLE (DE-DE)'))[1]).toContain('does not translate to')
})

test('two columns with the same text are refused', async () => {
  const job = await importRows(
    `Product Handle;Product Title;Product Title (de);product title (DE)\n${uniqueName('twice')};A;B;C`,
  )
  expect(errorMessagesOf(job).join()).toContain('two columns')
})

test('a shop with one language exports the columns of Medusa v1', async () => {
  await setLanguages(['en'])
  expect(
    readCsv(await readFileText(shop, (await runJob(shop, 'product-export', {})).result.file_key)).titles.join(),
  ).not.toContain('(')
})
