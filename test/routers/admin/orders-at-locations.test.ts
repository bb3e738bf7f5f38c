import { describe, expect, test } from 'vitest'
import { expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity } from '#test/support/order-actions.ts'
import { useStockShop } from '#test/support/stock-shop.ts'

const { shop, orders, location, variant, addLevel, setStock, levelAt, reservedFor, unitsOf, orderOf } =
  await useStockShop()

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
