import { expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openInventoryShop } from '#test/support/inventory-shop.ts'
import { openTestShop } from '#test/support/shop.ts'

const levelsOf = async (shop: Awaited<ReturnType<typeof openInventoryShop>>, item: { id: string }) => {
  const { inventory_item } = await expectSuccess(shop.admin.get(`/admin/inventory-items/${item.id}/location-levels`))
  return Object.fromEntries(
    inventory_item.location_levels.map((level) => [
      level.location_id,
      [level.stocked_quantity, level.reserved_quantity],
    ]),
  )
}

test('a shop without inventory refuses the operations of inventory', async () => {
  await using shop = await openTestShop()
  const items = await shop.admin.get('/admin/inventory-items')
  expect([items.status, items.body]).toEqual([
    400,
    {
      type: 'not_allowed',
      message: 'Inventory is not enabled. Please add an Inventory module to enable this functionality.',
    },
  ])
  const locations = await shop.admin.post('/admin/stock-locations', {})
  expect([locations.status, locations.body.message]).toEqual([
    400,
    'Stock Locations are not enabled. Please add a Stock Location module to enable this functionality.',
  ])
  expect((await expectSuccess(shop.admin.get('/admin/store'))).store.modules).toEqual([])
  const product = await shop.given.product()
  const { variant } = await expectSuccess(shop.admin.get(`/admin/variants/${product.variants[0]!.id}`))
  expect(variant).not.toHaveProperty('purchasable')
})

test('a shop without inventory shows the stock of a variant in each sales channel', async () => {
  await using shop = await openTestShop()
  const { id } = await shop.given.variant({ stock: 7 })
  const { store } = await expectSuccess(shop.admin.get('/admin/store'))
  const { variant } = await expectSuccess(shop.admin.get(`/admin/variants/${id}/inventory`))
  expect(variant).toMatchObject({
    id,
    inventory: [],
    sales_channel_availability: [{ channel_id: store.default_sales_channel_id, available_quantity: 7 }],
  })
  const unknown = await shop.admin.get('/admin/variants/variant_none/inventory')
  expect([unknown.status, unknown.body.message]).toEqual([404, 'Variant with id: variant_none was not found'])
})

test('the store lists the modules of inventory', async () => {
  await using shop = await openInventoryShop()
  const { store } = await expectSuccess(shop.admin.get('/admin/store'))
  expect(store.modules).toEqual([
    { module: 'inventoryService', resolution: false },
    { module: 'stockLocationService', resolution: false },
  ])
  expect(store).not.toHaveProperty('inventory_enabled')
})

test('inventory takes over the stock and reserves the units of unfulfilled orders', async () => {
  await using shop = await openInventoryShop({
    prepare: async (plain) => {
      const product = await plain.given.product({ stock: 10 })
      await plain.given.order({ lines: [[product.variants[0]!, 3]] })
    },
  })
  const { inventory_items } = await expectSuccess(shop.admin.get('/admin/inventory-items'))
  expect(inventory_items).toMatchObject([{ stocked_quantity: 10, reserved_quantity: 3 }])
  expect(inventory_items[0].variants[0].inventory_quantity).toBe(7)
})

test('a reservation holds units until its deletion', async () => {
  await using shop = await openInventoryShop()
  const place = await shop.location()
  const { item, variant } = await shop.stockedVariant([[place, 5]])
  const body = { location_id: place.id, inventory_item_id: item.id, quantity: 4 }
  const { reservation } = await expectSuccess(shop.admin.post('/admin/reservations', body))
  const refused = await shop.admin.post('/admin/reservations', { ...body, quantity: 2 })
  expect([refused.status, refused.body]).toEqual([
    400,
    {
      type: 'not_allowed',
      code: 'insufficient_inventory',
      message: `Not enough stock at location ${place.id} for item ${item.id}`,
    },
  ])
  expect(await levelsOf(shop, item)).toEqual({ [place.id]: [5, 4] })
  expect((await expectSuccess(shop.admin.get(`/admin/variants/${variant.id}`))).variant.inventory_quantity).toBe(1)
  await expectSuccess(shop.admin.delete(`/admin/reservations/${reservation.id}`))
  await expectSuccess(shop.admin.delete(`/admin/reservations/${reservation.id}`))
  expect(await levelsOf(shop, item)).toEqual({ [place.id]: [5, 0] })
})

test('of several reservations at once only as many succeed as units are available', async () => {
  await using shop = await openInventoryShop()
  const place = await shop.location()
  const { item } = await shop.stockedVariant([[place, 3]])
  const body = { location_id: place.id, inventory_item_id: item.id, quantity: 1 }
  const replies = await Promise.all(Array.from({ length: 8 }, () => shop.admin.post('/admin/reservations', body)))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 400, 400, 400, 400, 400])
  expect(await levelsOf(shop, item)).toEqual({ [place.id]: [3, 3] })
})

test('a location with reserved units cannot be deleted', async () => {
  await using shop = await openInventoryShop()
  const place = await shop.location()
  const { item, variant } = await shop.stockedVariant([[place, 3]])
  const { reservation } = await expectSuccess(
    shop.admin.post('/admin/reservations', { location_id: place.id, inventory_item_id: item.id, quantity: 1 }),
  )
  const refused = await shop.admin.delete(`/admin/stock-locations/${place.id}`)
  expect([refused.status, refused.body.message]).toEqual([
    400,
    `Cannot delete Stock Location ${place.id} because there are reserved items.`,
  ])
  await expectSuccess(shop.admin.delete(`/admin/reservations/${reservation.id}`))
  await expectSuccess(shop.admin.delete(`/admin/stock-locations/${place.id}`))
  expect(await levelsOf(shop, item)).toEqual({})
  expect((await expectSuccess(shop.admin.get(`/admin/variants/${variant.id}`))).variant.inventory_quantity).toBe(0)
})

test('the item of a deleted variant stays until its reservations end', async () => {
  await using shop = await openInventoryShop()
  const place = await shop.location()
  const { item, product } = await shop.stockedVariant([[place, 3]])
  const { reservation } = await expectSuccess(
    shop.admin.post('/admin/reservations', { location_id: place.id, inventory_item_id: item.id, quantity: 1 }),
  )
  await expectSuccess(shop.admin.delete(`/admin/products/${product.id}`))
  expect((await shop.admin.get(`/admin/inventory-items/${item.id}`)).status).toBe(200)
  await expectSuccess(shop.admin.delete(`/admin/reservations/${reservation.id}`))
  expect((await shop.admin.get(`/admin/inventory-items/${item.id}`)).status).toBe(404)
})

test('a variant that becomes managed gets an inventory item', async () => {
  await using shop = await openInventoryShop()
  const { product, variant } = await shop.stockedVariant([], { manage_inventory: false })
  expect(await shop.itemOf(variant)).toBeUndefined()
  const path = `/admin/products/${product.id}/variants/${variant.id}`
  await expectSuccess(shop.admin.post(path, { manage_inventory: true, inventory_quantity: 9 }))
  expect(await shop.itemOf(variant)).toMatchObject({ stocked_quantity: 0 })
  expect((await expectSuccess(shop.admin.get(`/admin/variants/${variant.id}`))).variant).toMatchObject({
    inventory_quantity: 0,
    purchasable: false,
  })
})
