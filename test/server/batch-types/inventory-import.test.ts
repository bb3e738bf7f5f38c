import { expect, test } from 'vitest'
import { writeCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { productRow, uniqueName } from '#test/support/import-shop.ts'
import { openInventoryShop } from '#test/support/inventory-shop.ts'
import { readFileText, runJob, storeFile } from '#test/support/jobs.ts'

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
