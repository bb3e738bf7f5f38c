import { describe, expect, test } from 'vitest'
import { ProductVariantInventoryItem } from '#entities/inventory/item/variant-inventory-item.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { writeCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { importDuringSale } from '#test/support/import-during-sale.ts'
import { productRow, uniqueName } from '#test/support/import-shop.ts'
import { openInventoryShop } from '#test/support/inventory-shop.ts'
import { readFileText, readJob, runJob, storeFile } from '#test/support/jobs.ts'

test('an import creates items and sets the level at the only location', async () => {
  await using shop = await openInventoryShop()
  const importRow = async (quantity: number) => {
    const fileKey = await storeFile(shop, writeCsv([{ ...row, 'Variant Inventory Quantity': quantity }]))
    return runJob(shop, 'product-import', { fileKey })
  }
  const handle = uniqueName('stocked')
  const row = productRow({ 'Product Handle': handle, 'Variant SKU': handle })
  expect((await importRow(7)).status).toBe('completed')
  const { products } = await expectSuccess(shop.admin.get(`/admin/products?handle=${handle}`))
  const variant = products[0].variants[0]
  const item = await shop.itemOf(variant)
  expect(item).toMatchObject({ sku: handle, stocked_quantity: 7 })
  const [level] = item.location_levels
  const reserved = { location_id: level.location_id, inventory_item_id: item.id, quantity: 2 }
  await expectSuccess(shop.admin.post('/admin/reservations', reserved))

  const exported = await readFileText(shop, (await runJob(shop, 'product-export', {})).result.file_key)
  expect(exported).toContain(';5;')
  const update = { 'Product Handle': handle, 'Variant Id': variant.id, 'Variant Inventory Quantity': 9 }
  const fileKey = await storeFile(shop, writeCsv([update]))
  expect((await runJob(shop, 'product-import', { fileKey })).status).toBe('completed')
  expect(await shop.itemOf(variant)).toMatchObject({ stocked_quantity: 11, reserved_quantity: 2 })
})

test('an import reports quantities of items with several levels', async () => {
  await using shop = await openInventoryShop()
  const [north, south] = [await shop.location(), await shop.location()]
  const levels = [[north, 2] as const, [south, 3] as const]
  const { product, variant } = await shop.stockedVariant(levels)
  const line = { 'Product Handle': product.handle, 'Variant Id': variant.id, 'Variant Inventory Quantity': 44 }
  const fileKey = await storeFile(shop, writeCsv([line]))
  const job = await runJob(shop, 'product-import', { fileKey })
  expect(job).toMatchObject({ status: 'completed', result: { ignored_quantities: 1 } })
  expect(await shop.itemOf(variant)).toMatchObject({ stocked_quantity: 5 })
})

describe('a sale during an import with levels', () => {
  for (const { inFile, required, after, undone } of [
    { inFile: 77, required: 1, after: 75, undone: 8 },
    { inFile: 8, required: 1, after: 6, undone: 8 },
    { inFile: 10, required: 1, after: 8, undone: 8 },
    { inFile: 1, required: 1, after: 0, undone: 9 },
    { inFile: 20, required: 3, after: 18, undone: 8 },
    { inFile: 2_147_483_647, required: 1, after: 2_147_483_645, undone: 8 },
  ])
    test(`stays counted with ${inFile} in the file and ${required} required, and after the undo`, async () => {
      await using shop = await openInventoryShop()
      const { product, variant } = await shop.stockedVariant([[await shop.location(), 10 * required]])
      await changeRows(shop, ProductVariantInventoryItem, { variant_id: variant.id }, { required_quantity: required })
      const region = await shop.given.region({ currency_code: 'eur' })
      const available = async () => (await expectSuccess(shop.admin.get(`/admin/variants/${variant.id}`))).variant
      expect((await available()).inventory_quantity).toBe(10)
      const row = {
        ...{ 'Product Handle': product.handle!, 'Variant Id': variant.id, 'Product Title': 'New' },
        'Variant Inventory Quantity': inFile,
      }
      const job = await importDuringSale(shop, row, () => shop.given.order({ region, lines: [[variant, 2]] }))
      expect((await readJob(shop.admin, job)).status).toBe('completed')
      expect((await available()).inventory_quantity).toBe(after)
      const undo = await runJob(shop, 'import-undo', { batch_job_id: job.id })
      expect(undo.result.operations).toEqual({ PRODUCT_DELETE: 0, PRODUCT_RESTORE: 1 })
      expect((await available()).inventory_quantity).toBe(undone)
    })
})

test('an undo keeps the stock that the import has ignored', async () => {
  await using shop = await openInventoryShop()
  const { product, variant } = await shop.stockedVariant([
    [await shop.location(), 2],
    [await shop.location(), 3],
  ])
  const row = {
    ...{ 'Product Handle': product.handle!, 'Variant Id': variant.id, 'Product Title': 'New' },
    'Variant Inventory Quantity': 44,
  }
  const fileKey = await storeFile(shop, writeCsv([row]))
  const job = await runJob(shop, 'product-import', { fileKey })
  expect(job.result.ignored_quantities).toBe(1)
  expect((await runJob(shop, 'import-undo', { batch_job_id: job.id })).result.ignored_quantities).toBeUndefined()
  expect(await shop.itemOf(variant)).toMatchObject({ stocked_quantity: 5 })
})
