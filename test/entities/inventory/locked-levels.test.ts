import { expect, test } from 'vitest'
import { inTransaction } from '#database/transaction.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { findItemsOfVariants } from '#entities/inventory/item/find-items.ts'
import { InventoryLevel } from '#entities/inventory/level/inventory-level.ts'
import { lockLevels } from '#entities/inventory/level/lock-levels.ts'
import { findReservations } from '#entities/inventory/reservation/find-reservations.ts'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

async function stockedItem(shop: TestShop) {
  const variant = await shop.given.variant({ stock: 10 })
  await enableInventory(shop.orm)
  const em = shop.orm.em.fork()
  const [link] = await findItemsOfVariants(em, [variant.id])
  const [level] = await em.find(InventoryLevel, { inventory_item_id: link!.inventory_item_id })
  const { inventory_item_id, location_id } = level!
  const readState = async () => {
    const fork = shop.orm.em.fork()
    const { stocked_quantity, reserved_quantity } = await fork.findOneOrFail(InventoryLevel, { id: level!.id })
    const { inventory_quantity } = await fork.findOneOrFail(ProductVariant, { id: variant.id })
    return [stocked_quantity, reserved_quantity, inventory_quantity]
  }
  return { inventory_item_id, location_id, readState }
}

test('reservations change the level and the stock of the variant', async () => {
  await using shop = await openTestShop()
  const { inventory_item_id, location_id, readState } = await stockedItem(shop)
  expect(await readState()).toEqual([10, 0, 10])
  await inTransaction(shop.orm.em, async (em) => {
    const stock = await lockLevels(em, [inventory_item_id])
    stock.reserve({ inventory_item_id, location_id, quantity: 4, line_item_id: 'item_1' })
    await stock.save()
  })
  expect(await readState()).toEqual([10, 4, 6])
  await inTransaction(shop.orm.em, async (em) => {
    const stock = await lockLevels(em, [inventory_item_id])
    const [reservation] = await findReservations(em, ['item_1'])
    stock.resize(reservation!, 1)
    stock.take(inventory_item_id, location_id, 3)
    await stock.save()
  })
  expect(await readState()).toEqual([7, 1, 6])
  await inTransaction(shop.orm.em, async (em) => {
    const stock = await lockLevels(em, [inventory_item_id])
    const [reservation] = await findReservations(em, ['item_1'])
    stock.release(reservation!)
    await stock.save()
    expect(await findReservations(em, ['item_1'])).toEqual([])
  })
  expect(await readState()).toEqual([7, 0, 7])
})

test('a request that does not know that inventory is enabled cannot change the stock of a variant', async () => {
  await using shop = await openTestShop()
  const { readState } = await stockedItem(shop)
  const em = shop.orm.em.fork()
  await expect(em.nativeUpdate(ProductVariant, {}, { inventory_quantity: 50 })).rejects.toThrow('inventory is enabled')
  expect(await readState()).toEqual([10, 0, 10])
})
