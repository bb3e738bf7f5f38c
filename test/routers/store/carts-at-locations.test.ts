import { describe, expect, test } from 'vitest'
import { InventoryLevel } from '#entities/inventory/level/inventory-level.ts'
import type { Identified } from '#test/support/resources.ts'
import { type StockedVariant, useStockShop } from '#test/support/stock-shop.ts'

const { shop, region, option, orders, location, variant, setStock, levelAt, reservedFor, orderOf, shortageOf } =
  await useStockShop()
const complete = ({ id }: Identified) => shop.post(`/store/carts/${id}/complete`)

describe('completing a cart', () => {
  test('an order reserves its units and takes none', async () => {
    const north = await location()
    const goods = await variant([[north, 10]])
    const order = await orderOf([goods, 4])
    expect(await levelAt(goods, north)).toEqual([10, 4])
    expect(await reservedFor(order.items[0])).toEqual({ [north]: 4 })
    expect(order.items[0].variant.inventory_quantity).toBe(6)
  })

  test('a cart with a short line reserves nothing and stays open', async () => {
    const north = await location()
    const [plenty, scarce] = [await variant([[north, 5]]), await variant([[north, 1]])]
    const cart = await shop.given.payableCart({
      region,
      option,
      lines: [
        [plenty, 2],
        [scarce, 1],
      ],
    })
    await setStock(scarce, north, 0)
    const reply = await complete(cart)
    expect(reply.status).toBe(409)
    expect(reply.body).toMatchObject({
      errors: [{ message: shortageOf(scarce), type: 'not_allowed', code: 'insufficient_inventory' }],
    })
    expect(await levelAt(plenty, north)).toEqual([5, 0])
    await setStock(scarce, north, 1)
    expect((await complete(cart)).status).toBe(200)
  })

  test('an order that no location covers alone is split', async () => {
    const [north, south] = [await location(), await location()]
    const goods = await variant([
      [north, 3],
      [south, 4],
    ])
    const order = await orderOf([goods, 6])
    expect(await reservedFor(order.items[0])).toEqual({ [south]: 4, [north]: 2 })
  })

  test('a location of no channel sells nothing', async () => {
    const [north, depot] = [await location(), await location({ channel: null })]
    const goods = await variant([
      [north, 1],
      [depot, 50],
    ])
    const carts = [
      await shop.given.payableCart({ region, option, lines: [[goods, 1]] }),
      await shop.given.payableCart({ region, option, lines: [[goods, 1]] }),
    ]
    expect((await complete(carts[0]!)).status).toBe(200)
    expect((await complete(carts[1]!)).status).toBe(409)
  })

  test('a variant with backorders is reserved beyond its stock, and without a level not at all', async () => {
    const north = await location()
    const goods = await variant([[north, 1]], { allow_backorder: true })
    await orderOf([goods, 3])
    expect(await levelAt(goods, north)).toEqual([1, 3])
    const nowhere = await variant([], { allow_backorder: true })
    const order = await orderOf([nowhere, 3])
    expect(await reservedFor(order.items[0])).toEqual({})
  })

  test('a variant whose inventory is not managed is not reserved', async () => {
    const north = await location()
    const goods = await variant([[north, 2]], { manage_inventory: false })
    const order = await orderOf([goods, 5])
    expect(await levelAt(goods, north)).toEqual([2, 0])
    await orders.fulfillFirstLine(order)
    expect(await levelAt(goods, north)).toEqual([2, 0])
  })

  test('a completion announces its reservations once', async () => {
    const north = await location()
    await orderOf([await variant([[north, 2]]), 1])
    const em = shop.orm.em.fork()
    const names = await em.execute<{ name: string }[]>(
      "select name from event where name like 'reservation%' or name like 'inventory-level%' order by id desc limit 1",
    )
    expect(names).toEqual([{ name: 'reservation-items.bulk-created' }])
  })

  test('buyers at the same time get each unit once', async () => {
    const [north, south, west] = [await location(), await location(), await location()]
    const goods = await variant([
      [north, 2],
      [south, 3],
      [west, 1],
    ])
    const carts = await Promise.all(
      Array.from({ length: 10 }, () => shop.given.payableCart({ region, option, lines: [[goods, 1]] })),
    )
    const replies = await Promise.all(carts.map(complete))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 200, 409, 409, 409, 409])
    expect(await levelAt(goods, north)).toEqual([2, 2])
    expect(await levelAt(goods, south)).toEqual([3, 3])
    expect(await levelAt(goods, west)).toEqual([1, 1])
  })

  test('a paid draft order reserves its units, and a short one captures nothing', async () => {
    const north = await location()
    const goods = await variant([[north, 3]])
    const draft = () => shop.given.draftOrder({ region, option, lines: [[goods, 2]] })
    const drafts = [await draft(), await draft()]
    const pay = async ({ id }: Identified) => (await shop.admin.post(`/admin/draft-orders/${id}/pay`)).status
    expect(await pay(drafts[0]!)).toBe(200)
    expect(await levelAt(goods, north)).toEqual([3, 2])
    expect(await pay(drafts[1]!)).toBe(409)
    expect(await levelAt(goods, north)).toEqual([3, 2])
  })
})

test('PostgreSQL refuses reservations beyond the stock, except for variants with backorders', async () => {
  const north = await location()
  const [limited, owed] = [await variant([[north, 2]]), await variant([[north, 2]], { allow_backorder: true })]
  const reserve = ({ item_id }: StockedVariant) =>
    shop.orm.em.fork().nativeUpdate(InventoryLevel, { inventory_item_id: item_id }, { reserved_quantity: 3 })
  await expect(reserve(limited)).rejects.toThrow('inventory_level_stock')
  await orderOf([owed, 3])
  expect(await levelAt(owed, north)).toEqual([2, 3])
})
