import { describe, expect, test } from 'vitest'
import { InventoryLevel } from '#entities/inventory/level/inventory-level.ts'
import { expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity } from '#test/support/order-actions.ts'
import { orderEditActions } from '#test/support/order-edit-actions.ts'
import type { Identified } from '#test/support/resources.ts'
import { type StockedVariant, useStockShop } from '#test/support/stock-shop.ts'
import { swapActions } from '#test/support/swap-actions.ts'

const {
  shop,
  region,
  option,
  orders,
  location,
  variant,
  addLevel,
  setStock,
  levelAt,
  reservedFor,
  unitsOf,
  placeOrder,
} = await useStockShop()
const edits = orderEditActions(() => shop)
const swaps = swapActions(
  () => shop,
  () => ({ region, option }),
)

const orderOf = (...lines: (readonly [Identified, number])[]) => placeOrder({ lines })
const complete = ({ id }: Identified) => shop.post(`/store/carts/${id}/complete`)
const shortage = ({ id }: Identified) => `Variant with id: ${id} does not have the required inventory`

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
      errors: [{ message: shortage(scarce), type: 'not_allowed', code: 'insufficient_inventory' }],
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

test('a canceled order releases its units once', async () => {
  const north = await location()
  const goods = await variant([[north, 5]])
  const order = await orderOf([goods, 2])
  await orders.act(order, 'cancel')
  await orders.act(order, 'cancel')
  expect(await levelAt(goods, north)).toEqual([5, 0])
})

describe('fulfilling an order', () => {
  test('a fulfillment takes units of its location and uses the reservation', async () => {
    const north = await location()
    const goods = await variant([[north, 10]])
    const order = await orderOf([goods, 5])
    const items = firstLineQuantity(order, 2)
    const { fulfillments } = await orders.act(order, 'fulfillment', { items, location_id: north })
    expect(fulfillments[0].location_id).toBe(north)
    expect(await levelAt(goods, north)).toEqual([8, 3])
    expect(await unitsOf(fulfillments[0])).toMatchObject([{ location_id: north, quantity: 2 }])
  })

  test('a fulfillment from another location releases the reservation', async () => {
    const [north, depot] = [await location(), await location({ channel: null })]
    const goods = await variant([
      [north, 5],
      [depot, 9],
    ])
    const order = await orderOf([goods, 2])
    await orders.act(order, 'fulfillment', { items: firstLineQuantity(order, 2), location_id: depot })
    expect(await levelAt(goods, north)).toEqual([5, 0])
    expect(await levelAt(goods, depot)).toEqual([7, 0])
  })

  test('a fulfillment without a location takes the reserved units', async () => {
    const [north, south] = [await location(), await location()]
    const goods = await variant([
      [north, 3],
      [south, 4],
    ])
    const order = await orderOf([goods, 6])
    const { fulfillments } = await orders.act(order, 'fulfillment', { items: firstLineQuantity(order, 6) })
    expect(fulfillments[0].location_id).toBeNull()
    expect(await levelAt(goods, north)).toEqual([1, 0])
    expect(await levelAt(goods, south)).toEqual([0, 0])
    await orders.act(order, `fulfillments/${fulfillments[0].id}/cancel`)
    await orders.act(order, `fulfillments/${fulfillments[0].id}/cancel`)
    expect(await levelAt(goods, north)).toEqual([3, 2])
    expect(await levelAt(goods, south)).toEqual([4, 4])
    expect(await reservedFor(order.items[0])).toEqual({ [south]: 4, [north]: 2 })
  })

  test('a line that is not reserved needs a location', async () => {
    const north = await location()
    const goods = await variant([], { allow_backorder: true })
    const order = await orderOf([goods, 1])
    const items = firstLineQuantity(order, 1)
    await expectErrorMessage(orders.send(order, 'fulfillment', { items }), 400, 'location_id is required')
    await addLevel(goods, north, 1)
    await orders.act(order, 'fulfillment', { items, location_id: north })
    expect(await levelAt(goods, north)).toEqual([0, 0])
  })

  test('a location without the units fulfills nothing', async () => {
    const [north, south] = [await location(), await location()]
    const goods = await variant([[north, 5]])
    const order = await orderOf([goods, 3])
    await setStock(goods, north, 2)
    const { title } = order.items[0]
    const items = firstLineQuantity(order, 3)
    await expectErrorMessage(
      orders.send(order, 'fulfillment', { items, location_id: north }),
      400,
      `Insufficient stock for item: ${title}`,
    )
    await expectErrorMessage(
      orders.send(order, 'fulfillment', { items, location_id: south }),
      400,
      `Inventory item for ${title} not found at location`,
    )
    expect((await orders.readOrder(order)).fulfillments).toEqual([])
    expect(await levelAt(goods, north)).toEqual([2, 3])
  })

  test('several equal requests fulfill an order once', async () => {
    const north = await location()
    const goods = await variant([[north, 10]])
    const order = await orderOf([goods, 2])
    const body = { items: firstLineQuantity(order, 2), location_id: north }
    const replies = await Promise.all(Array.from({ length: 4 }, () => orders.send(order, 'fulfillment', body)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
    expect(await levelAt(goods, north)).toEqual([8, 0])
  })
})

describe('returning items', () => {
  const soldOrder = async (quantity = 3) => {
    const north = await location()
    const goods = await variant([[north, 10]])
    const order = await orderOf([goods, quantity])
    await orders.act(order, 'capture')
    await orders.act(order, 'fulfillment', { items: firstLineQuantity(order, quantity) })
    return { goods, north, order }
  }

  test('a return without a location goes back to the location that sent it', async () => {
    const { goods, north, order } = await soldOrder()
    await addLevel(goods, await location(), 7)
    const { returns } = await orders.act(order, 'return', { items: firstLineQuantity(order, 2), receive_now: true })
    expect(returns[0].location_id).toBe(north)
    expect(await levelAt(goods, north)).toEqual([9, 0])
  })

  test('a return goes to the location of the receipt, which gets a level', async () => {
    const { goods, north, order } = await soldOrder()
    const depot = await location({ channel: null })
    const items = firstLineQuantity(order, 1)
    const { returns } = await orders.act(order, 'return', { items, location_id: north })
    const { return: received } = await expectSuccess(
      shop.admin.post(`/admin/returns/${returns[0].id}/receive`, { items, location_id: depot }),
    )
    expect(received.location_id).toBe(depot)
    expect(await levelAt(goods, depot)).toEqual([1, 0])
    expect(await levelAt(goods, north)).toEqual([7, 0])
  })

  test('a return to an unknown location is refused', async () => {
    const { goods, order } = await soldOrder()
    const body = { items: firstLineQuantity(order, 1), location_id: 'sloc_0', receive_now: true }
    await expectErrorMessage(
      orders.send(order, 'return', body),
      404,
      `Inventory level for inventory item ${goods.item_id} and location sloc_0 not found`,
    )
  })
})

describe('claims', () => {
  const claimOf = async ({ stock = 5, quantity = 2 } = {}) => {
    const north = await location()
    const [goods, spare] = [await variant([[north, 10]]), await variant([[north, stock]])]
    const order = await orderOf([goods, 3])
    await orders.act(order, 'fulfillment', { items: firstLineQuantity(order, 3) })
    const reply = await orders.send(order, 'claims', {
      type: 'replace',
      claim_items: [{ item_id: order.items[0].id, quantity: 1, reason: 'other' }],
      additional_items: [{ variant_id: spare.id, quantity }],
      shipping_methods: [{ option_id: option.id, price: 0 }],
    })
    return { north, spare, order, reply }
  }

  test('a claim reserves its items, its fulfillment takes them, and both can be canceled', async () => {
    const { north, spare, order, reply } = await claimOf()
    const [claim] = (await expectSuccess(Promise.resolve(reply))).order.claims
    expect(await levelAt(spare, north)).toEqual([5, 2])
    expect(await reservedFor(claim.additional_items[0])).toEqual({ [north]: 2 })
    const { claims } = await orders.act(order, `claims/${claim.id}/fulfillments`, { location_id: north })
    expect(await levelAt(spare, north)).toEqual([3, 0])
    await orders.act(order, `claims/${claim.id}/fulfillments/${claims[0].fulfillments[0].id}/cancel`)
    expect(await levelAt(spare, north)).toEqual([5, 2])
    await orders.act(order, `claims/${claim.id}/cancel`)
    expect(await levelAt(spare, north)).toEqual([5, 0])
  })

  test('a claim of more units than the stock is refused', async () => {
    const { north, spare, reply } = await claimOf({ stock: 1, quantity: 4 })
    await expectErrorMessage(Promise.resolve(reply), 400, shortage(spare))
    expect(await levelAt(spare, north)).toEqual([1, 0])
  })
})

describe('swaps', () => {
  const swapOf = async (body: object, { stock = 5, quantity = 1 } = {}) => {
    const north = await location()
    const [goods, spare] = [await variant([[north, 10]]), await variant([[north, stock]])]
    const order = await orderOf([goods, 3])
    await orders.act(order, 'capture')
    await orders.act(order, 'fulfillment', { items: firstLineQuantity(order, 3) })
    const swap = await swaps.createSwapOf(
      { order },
      {
        return_items: firstLineQuantity(order, 1),
        additional_items: [{ variant_id: spare.id, quantity }],
        ...body,
      },
    )
    return { north, goods, spare, order, swap, path: `/admin/orders/${order.id}/swaps/${swap.id}` }
  }

  test('a swap reserves its items at completion, and its fulfillment takes them', async () => {
    const { north, goods, spare, order, swap, path } = await swapOf({})
    expect(await levelAt(spare, north)).toEqual([5, 0])
    await swaps.confirmSwap({ swap }, option)
    expect(await levelAt(spare, north)).toEqual([5, 1])
    await expectSuccess(swaps.receiveReturn({ swap, item: order.items[0] }))
    expect(await levelAt(goods, north)).toEqual([8, 0])
    await swaps.changeOrder(`${path}/fulfillments`, { location_id: north })
    expect(await levelAt(spare, north)).toEqual([4, 0])
  })

  test('a canceled swap releases its items', async () => {
    const { north, spare, swap, path } = await swapOf({})
    await swaps.confirmSwap({ swap }, option)
    await expectSuccess(swaps.send(`/admin/returns/${swap.return_order.id}/cancel`))
    await swaps.changeOrder(`${path}/cancel`)
    expect(await levelAt(spare, north)).toEqual([5, 0])
  })

  test('only a swap with backorders reserves more than the stock', async () => {
    const refused = await swapOf({ allow_backorder: false }, { stock: 1, quantity: 2 })
    await expectSuccess(shop.post(`/store/carts/${refused.swap.cart_id}/payment-sessions`))
    expect((await swaps.complete(refused.swap)).status).toBe(409)
    expect(await levelAt(refused.spare, refused.north)).toEqual([1, 0])
    const accepted = await swapOf({ allow_backorder: true }, { stock: 1, quantity: 2 })
    await swaps.confirmSwap(accepted, option)
    expect(await levelAt(accepted.spare, accepted.north)).toEqual([1, 2])
  })
})

describe('order edits', () => {
  test('a confirmed edit reserves the new quantities and keeps the location', async () => {
    const [north, south] = [await location(), await location()]
    const goods = await variant([[south, 9]])
    const added = await variant([[north, 5]])
    const order = await orderOf([goods, 2])
    await addLevel(goods, north, 9)
    const edit = await edits.begin(order)
    await edits.change(edit, edit.items[0], 3)
    await edits.add(edit, added)
    expect(await levelAt(goods, south)).toEqual([9, 2])
    await edits.act(edit, 'confirm')
    expect(await levelAt(goods, south)).toEqual([9, 3])
    expect(await levelAt(goods, north)).toEqual([9, 0])
    expect(await levelAt(added, north)).toEqual([5, 1])
    const { items } = await orders.readOrder(order)
    for (const item of items) expect(Object.values(await reservedFor(item))).toEqual([item.quantity])
  })

  test('a confirmed edit releases removed units', async () => {
    const north = await location()
    const [less, none] = [await variant([[north, 5]]), await variant([[north, 5]])]
    const order = await orderOf([less, 3], [none, 2])
    const edit = await edits.begin(order)
    const lineOf = ({ id }: StockedVariant) => edit.items.find((item) => item.variant_id === id)!
    await edits.change(edit, lineOf(less), 1)
    await expectSuccess(shop.admin.delete(`/admin/order-edits/${edit.id}/items/${lineOf(none).id}`))
    await edits.act(edit, 'confirm')
    expect(await levelAt(less, north)).toEqual([5, 1])
    expect(await levelAt(none, north)).toEqual([5, 0])
  })

  test('an edit with more units than the stock is refused', async () => {
    const north = await location()
    const goods = await variant([[north, 3]])
    const order = await orderOf([goods, 2])
    const edit = await edits.begin(order)
    await edits.change(edit, edit.items[0], 4)
    await expectErrorMessage(shop.admin.post(`/admin/order-edits/${edit.id}/confirm`), 400, shortage(goods))
    expect(await levelAt(goods, north)).toEqual([3, 2])
  })

  test('the units of a fulfilled line follow the line', async () => {
    const north = await location()
    const [goods, added] = [await variant([[north, 5]]), await variant([[north, 5]])]
    const order = await orderOf([goods, 2])
    const { fulfillments } = await orders.act(order, 'fulfillment', { items: firstLineQuantity(order, 2) })
    const edit = await edits.begin(order)
    await edits.add(edit, added)
    await edits.act(edit, 'confirm')
    await orders.act(order, `fulfillments/${fulfillments[0].id}/cancel`)
    expect(await levelAt(goods, north)).toEqual([5, 2])
  })
})
