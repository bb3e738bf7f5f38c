import { expect, test } from 'vitest'
import { readCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { productRow, uniqueName, useImportShop } from '#test/support/import-shop.ts'
import { readFileText, runJob } from '#test/support/jobs.ts'

const { shop, importRows, productByHandle } = await useImportShop()

const exportProduct = async (id: string) => {
  const job = await runJob(shop, 'product-export', { filterable_fields: { id } })
  return readCsv(await readFileText(shop, job.result.file_key))
}

const codes = () => ({ 'Variant EAN': uniqueName('ean'), 'Variant UPC': uniqueName('upc') })

test('an import stores the EAN and the UPC of a new variant', async () => {
  const row = productRow(codes())
  expect(await importRows([row])).toMatchObject({ status: 'completed' })
  const product = await productByHandle(row['Product Handle'])
  expect(product.variants[0]).toMatchObject({ ean: row['Variant EAN'], upc: row['Variant UPC'] })
})

test('an export has the EAN only if a variant has one', async () => {
  const { id, variants } = await shop.given.product({ prices: [1000, 2000] })
  const before = await exportProduct(id)
  expect(before.titles.filter((title) => /EAN|UPC/.test(title))).toEqual([])
  const ean = uniqueName('ean')
  await expectSuccess(shop.admin.post(`/admin/products/${id}/variants/${variants[0].id}`, { ean }))
  const after = await exportProduct(id)
  const material = after.titles.indexOf('Variant Material')
  expect(after.titles.slice(material, material + 3)).toEqual(['Variant Material', 'Variant EAN', 'Price EUR'])
  expect(after.rows.map((row) => row['Variant EAN'])).toEqual([ean, ''])
})

test('an import of an exported file changes, clears and keeps codes', async () => {
  const row = productRow(codes())
  await importRows([row])
  const product = await productByHandle(row['Product Handle'])
  const { rows } = await exportProduct(product.id)
  expect(rows[0]).toMatchObject({ 'Variant EAN': row['Variant EAN'], 'Variant UPC': row['Variant UPC'] })
  const ean = uniqueName('ean')
  await importRows([{ ...rows[0], 'Variant EAN': ean, 'Variant UPC': '' }])
  expect((await productByHandle(row['Product Handle'])).variants[0]).toMatchObject({ ean, upc: null })
  const { 'Variant EAN': _, ...withoutEan } = rows[0] as Record<string, string>
  await importRows([{ ...withoutEan, 'Variant UPC': '' }])
  expect((await productByHandle(row['Product Handle'])).variants[0]).toMatchObject({ ean, upc: null })
})

test('an import can swap the EANs of two variants', async () => {
  const [ean, otherEan] = [uniqueName('ean'), uniqueName('ean')]
  const [one, other] = [productRow({ 'Variant EAN': ean }), productRow({ 'Variant EAN': otherEan })]
  await importRows([one, other])
  const rowsOf = async (handle: unknown) => (await exportProduct((await productByHandle(String(handle))).id)).rows
  const [[first], [second]] = [await rowsOf(one['Product Handle']), await rowsOf(other['Product Handle'])]
  const job = await importRows([
    { ...first, 'Variant EAN': otherEan },
    { ...second, 'Variant EAN': ean },
  ])
  expect(job).toMatchObject({ status: 'completed' })
  expect((await productByHandle(one['Product Handle'])).variants[0].ean).toBe(otherEan)
})

test('an import rejects an EAN that another variant has', async () => {
  const ean = uniqueName('ean')
  await importRows([productRow({ 'Variant EAN': ean })])
  const job = await importRows([productRow({ 'Variant EAN': ean })])
  expect(job.status).toBe('failed')
  expect(JSON.stringify(job.result.errors)).toContain(`Product_variant with ean ${ean} already exists.`)
})
