import { expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { openInventoryShop } from '#test/support/inventory-shop.ts'

test('the store shows, filters and sells the stock of its sales channel', async () => {
  await using shop = await openInventoryShop()
  const { sales_channel: fair } = await expectSuccess(shop.admin.post('/admin/sales-channels', { name: 'Fair' }))
  const here = await shop.location()
  const there = await shop.location(fair)
  const channels = [await shop.defaultChannel(), { id: fair.id }]
  const levels = [[here, 2] as const, [there, 6] as const]
  const { product, variant } = await shop.stockedVariant(levels, {}, { sales_channels: channels })
  const quantityIn = async (query: string) =>
    (await expectSuccess(shop.get(`/store/products/${product.id}${query}`))).product.variants[0].inventory_quantity
  expect(await quantityIn('')).toBe(2)
  expect(await quantityIn(`?sales_channel_id=${fair.id}`)).toBe(6)
  const countWith = async (filter: string) =>
    (await expectSuccess(shop.get(`/store/variants?${filter}`))).variants.length
  expect(await countWith('inventory_quantity=2')).toBe(1)
  expect(await countWith('inventory_quantity[gt]=2')).toBe(0)
  expect(await countWith(`inventory_quantity[gt]=2&sales_channel_id=${fair.id}`)).toBe(1)

  const region = await shop.given.region()
  const { cart } = await expectSuccess(shop.post('/store/carts', { region_id: region.id }))
  const path = `/store/carts/${cart.id}/line-items`
  const { cart: filled } = await expectSuccess(shop.post(path, { variant_id: variant.id, quantity: 2 }))
  expect(filled.items[0].variant).toMatchObject({ inventory_quantity: 2, purchasable: true })
  const refused = await shop.post(path, { variant_id: variant.id, quantity: 1 })
  expect([refused.status, refused.body.code]).toEqual([400, 'insufficient_inventory'])
})

test('a managed variant whose item is deleted can be sold in any quantity', async () => {
  await using shop = await openInventoryShop()
  const { product, variant, item } = await shop.stockedVariant([])
  await expectSuccess(shop.admin.delete(`/admin/inventory-items/${item.id}`))
  const shown = await expectSuccess(shop.get(`/store/products/${product.id}`))
  expect(shown.product.variants[0].purchasable).toBe(true)
  const region = await shop.given.region()
  const { cart } = await expectSuccess(shop.post('/store/carts', { region_id: region.id }))
  await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items`, { variant_id: variant.id, quantity: 3 }))
})
