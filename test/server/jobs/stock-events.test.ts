import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, expect, test } from 'vitest'
import { findItemsOfVariants } from '#entities/inventory/item/find-items.ts'
import { lockLevels } from '#entities/inventory/level/lock-levels.ts'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { inTransaction, lockRow, ProductVariant } from '#server/index.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { readCsv, writeCsv } from '#test/support/csv.ts'
import { eventsOf } from '#test/support/events.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { readFileText, runJob, storeFile } from '#test/support/jobs.ts'
import { firstLineQuantity, orderActions } from '#test/support/order-actions.ts'
import type { Identified } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const received: object[] = []
const backInStock = definePlugin({
  name: 'back-in-stock',
  on: {
    async 'product-variant.stock_changed'({ payload }) {
      received.push(payload)
    },
  },
})

const shop = await openTestShop({ plugins: [backInStock] })
afterAll(() => shop[Symbol.asyncDispose]())
const { act } = orderActions(() => shop)

const countChanges = async (variant: Identified, { orm }: TestShop = shop) =>
  (await eventsOf({ orm }, variant, 'product-variant.stock_changed')).length

test('a change of the stock by an administrator announces one event, and another change announces none', async () => {
  const { id, product_id } = await shop.given.variant({ stock: 5 })
  const path = `/admin/products/${product_id}/variants/${id}` as const
  const before = await countChanges({ id })
  await expectSuccess(shop.admin.post(path, { title: 'Renamed' }))
  await expectSuccess(shop.admin.post(path, { inventory_quantity: 5 }))
  expect(await countChanges({ id })).toBe(before)
  received.length = 0
  await shop.runJobs()
  received.length = 0
  await expectSuccess(shop.admin.post(path, { inventory_quantity: 7 }))
  await shop.runJobs()
  expect(received).toEqual([{ id, product_id }])
})

test('an order, its return and a cancellation announce one event for each variant', async () => {
  const variants = [await shop.given.variant({ stock: 5 }), await shop.given.variant({ stock: 5 })] as const
  const lines = variants.map((variant) => [variant, 1] as const)
  const counts = () => Promise.all(variants.map((variant) => countChanges(variant)))
  const [first = 0, second = 0] = await counts()
  const region = await shop.given.region()
  const option = await shop.given.freeShippingOption(region)
  await act(await shop.given.order({ region, option, lines }), 'cancel')
  expect(await counts()).toEqual([first + 2, second + 2])

  const order = await shop.given.order({ region, option, lines })
  await act(order, 'capture')
  await act(order, 'fulfillment', { items: firstLineQuantity(order, 1) })
  await act(order, 'return', { items: firstLineQuantity(order, 1), receive_now: true })
  const sold = [first + 3, second + 3]
  const returned = variants.findIndex(({ id }) => id === order.items[0].variant_id)
  expect(await counts()).toEqual(sold.map((count, i) => (i === returned ? count + 1 : count)))
})

test('an import announces one event for each variant with another stock', async () => {
  const { id, variants } = await shop.given.product({ prices: [1000, 2000] })
  const before = await Promise.all(variants.map((variant) => countChanges(variant)))
  const { result } = await runJob(shop, 'product-export', { filterable_fields: { id } })
  const { rows } = readCsv(await readFileText(shop, result.file_key))
  const changed = rows.map((row) =>
    row['Variant Id'] === variants[1]?.id ? { ...row, 'Variant Inventory Quantity': 77 } : row,
  )
  const job = await runJob(shop, 'product-import', { fileKey: await storeFile(shop, writeCsv(changed)) })
  expect(job.result.errors).toBeUndefined()
  const after = await Promise.all(variants.map((variant) => countChanges(variant)))
  expect(after).toEqual(before.map((count, i) => count + i))
})

test('a transaction announces one event for a variant, and none after a rollback', async () => {
  const variant = await shop.given.variant({ stock: 5 })
  async function addUnit(em: EntityManager) {
    const row = await lockRow(em, ProductVariant, { id: variant.id })
    if (row) row.inventory_quantity += 1
    await em.flush()
  }
  const before = await countChanges(variant)
  await inTransaction(shop.orm.em.fork(), async (em) => {
    await addUnit(em)
    await addUnit(em)
  })
  expect(await countChanges(variant)).toBe(before + 1)
  const failed = inTransaction(shop.orm.em.fork(), async (em) => {
    await addUnit(em)
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  expect(await countChanges(variant)).toBe(before + 1)
})

test('with several warehouses, an order and a change of a level announce one event for the variant', async () => {
  await using warehouses = await openTestShop({ plugins: [backInStock] })
  const variant = await warehouses.given.variant({ stock: 5 })
  await enableInventory(warehouses.orm)
  const before = await countChanges(variant, warehouses)
  await warehouses.given.order({ lines: [[variant, 1]] })
  expect(await countChanges(variant, warehouses)).toBe(before + 1)
  await inTransaction(warehouses.orm.em.fork(), async (em) => {
    const [item] = await findItemsOfVariants(em, [variant.id])
    const id = item?.inventory_item_id ?? ''
    const stock = await lockLevels(em, [id])
    stock.put(id, stock.levels[0]?.location_id ?? '', 2)
    await stock.save()
  })
  expect(await countChanges(variant, warehouses)).toBe(before + 2)
})

test.each([
  ['*', 1],
  ['product-variant.*', 1],
  ['product-variant.stock_changed', 1],
  ['product-variant.updated', 0],
])('without a plugin, a webhook for %s lets an order announce %i event', async (filter, count) => {
  await using plain = await openTestShop()
  const variant = await plain.given.variant({ stock: 5 })
  await plain.given.order({ lines: [[variant, 1]] })
  expect(await countChanges(variant, plain)).toBe(0)
  await expectSuccess(plain.admin.post('/admin/webhooks', { url: 'https://example.com/', events: [filter] }))
  await plain.given.order({ lines: [[variant, 1]] })
  expect(await countChanges(variant, plain)).toBe(count)
})
