import { Client } from 'pg'
import { expect, test } from 'vitest'
import { findViolations } from '#entities/invariants/find-violations.ts'
import { importMedusa } from '#server/medusa/import-medusa.ts'
import { openMedusaDatabase } from '#server/medusa/medusa-database.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { cloneAsMedusa } from '#test/support/medusa-database.ts'
import { firstLineQuantity } from '#test/support/order-actions.ts'
import { executeSql } from '#test/support/postgres.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { useStockShop } from '#test/support/stock-shop.ts'

/* Imports of a Medusa shop with its inventory modules. */

const { shop: source, location, variant, placeOrder, orders } = await useStockShop()

async function runImport(medusaUrl: string, { databaseUrl }: TestShop) {
  await using medusa = await openMedusaDatabase(medusaUrl)
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const report = await importMedusa(client, medusa, { installed: ['manual'] })
    return { report, violations: await findViolations(async (sql) => (await client.query(sql)).rows) }
  } finally {
    await client.end()
  }
}

const levelsIn = ({ databaseUrl }: TestShop) =>
  executeSql(databaseUrl, 'select location_id, stocked_quantity, reserved_quantity from inventory_level order by id')

test('an imported shop has the locations, levels and reservations of Medusa, and sends its open orders', async () => {
  const [north, south] = [await location(), await location()]
  const goods = await variant([
    [north, 5],
    [south, 6],
  ])
  const order = await placeOrder({ lines: [[goods, 4]] })
  await orders.act(order, 'fulfillment', { items: firstLineQuantity(order, 1) })
  await using medusa = await cloneAsMedusa(source.databaseUrl)
  await using shop = await openTestShop()
  const { violations } = await runImport(medusa.url, shop)
  expect(violations).toEqual([])
  expect(await levelsIn(shop)).toEqual(await levelsIn(source))
  const times = 'select id, updated_at from product_variant order by id'
  expect(await executeSql(shop.databaseUrl, times)).toEqual(await executeSql(medusa.url, times))
  const { store } = await expectSuccess(shop.admin.get('/admin/store'))
  expect(store.modules).toHaveLength(2)
  const sent = { items: firstLineQuantity(order, 3) }
  const { order: fulfilled } = await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/fulfillment`, sent))
  expect(fulfilled.fulfillments.at(-1)?.location_id).toBe(north)
  expect(await levelsIn(shop)).toContainEqual({ location_id: north, stocked_quantity: 1, reserved_quantity: 0 })
})

test('the import removes reservations that Medusa lost, and creates missing items', async () => {
  const north = await location()
  const [goods, unstocked] = [await variant([[north, 9]]), await variant([])]
  const order = await placeOrder({ lines: [[goods, 4]] })
  await using medusa = await cloneAsMedusa(source.databaseUrl)
  for (const sql of [
    `insert into reservation_item select * from jsonb_populate_recordset(null::reservation_item, (
       select jsonb_agg(to_jsonb(r) || jsonb_build_object('id', 'lost' || n, 'line_item_id', lost))
       from reservation_item r, (values (1, 'item_gone'), (2, '${order.items[0].id}')) lines(n, lost)
       where line_item_id = '${order.items[0].id}'))`,
    `update inventory_level set reserved_quantity = reserved_quantity + 8 where inventory_item_id = '${goods.item_id}'`,
    `delete from product_variant_inventory_item where variant_id = '${unstocked.id}'`,
  ])
    await executeSql(medusa.url, sql)
  await using shop = await openTestShop()
  const { report, violations } = await runImport(medusa.url, shop)
  expect(violations).toEqual([])
  expect(report.notes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        what: 'reservation_item: removed reservations of lines that no open order, claim or swap has',
        rows: 1,
      }),
      expect.objectContaining({ what: 'reservation_item: removed rows with a quantity of 0 or less', rows: 1 }),
      expect.objectContaining({
        what: 'inventory_level: set the reserved quantity to the sum of the reservations',
        rows: 1,
      }),
      expect.objectContaining({ what: 'inventory_item: created items of managed variants without one', rows: 1 }),
    ]),
  )
  expect(await levelsIn(shop)).toContainEqual({ location_id: north, stocked_quantity: 9, reserved_quantity: 4 })
})
