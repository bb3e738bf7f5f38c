import { describe, expect, test } from 'vitest'
import { Order } from '#entities/orders/order/order.ts'
import { eventsOf } from '#test/support/events.ts'
import { expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { useOrderShop } from '#test/support/order-shop.ts'
import type { OrderLines } from '#test/support/resources.ts'

const { shop, region, option, orders } = await useOrderShop()
const { send, act, readOrder } = orders

/** Places an order with this quantity of each variant of a new product. */
async function placeOrderOf({ quantity = 1, lines = 1, ...over } = {}) {
  const product = await shop.given.product({ prices: Array.from({ length: lines }, () => 1000), ...over })
  return shop.given.order({
    region,
    option,
    lines: product.variants.map((variant) => [variant, quantity] as const),
  })
}

const allOf = (order: OrderLines, quantity?: number) =>
  order.items.map((item) => ({ item_id: item.id, quantity: quantity ?? item.quantity }))

describe('creating a fulfillment', () => {
  test('a fulfillment records its items and updates the status of the order', async () => {
    const order = await placeOrderOf({ quantity: 2 })
    const half = await act(order, 'fulfillment', {
      items: allOf(order, 1),
      metadata: { shelf: 3 },
      location_id: 'loc_1',
    })
    expect(half.fulfillment_status).toBe('partially_fulfilled')
    expect(half.items[0].fulfilled_quantity).toBe(1)
    expect(half.fulfillments).toMatchObject([
      {
        order_id: order.id,
        claim_order_id: null,
        provider_id: 'manual',
        location_id: 'loc_1',
        metadata: { shelf: 3 },
        tracking_numbers: [],
        shipped_at: null,
        items: [{ item_id: order.items[0].id, quantity: 1 }],
      },
    ])
    const whole = await act(order, 'fulfillment', { items: allOf(order, 1) })
    expect(whole.fulfillment_status).toBe('fulfilled')
    expect(whole.fulfillments).toHaveLength(2)
  })

  test('a fulfillment adds up the quantities of repeated lines', async () => {
    const order = await placeOrderOf({ quantity: 3 })
    const [{ id: item_id }] = order.items
    const twice = [
      { item_id, quantity: 2 },
      { item_id, quantity: 1 },
    ]
    expect((await act(order, 'fulfillment', { items: twice })).items[0].fulfilled_quantity).toBe(3)
    const again = await placeOrderOf({ quantity: 2 })
    const tooMuch = allOf(again, 1).concat(allOf(again, 2))
    await expectErrorMessage(
      send(again, 'fulfillment', { items: tooMuch }),
      400,
      'Cannot fulfill more items than have been purchased',
    )
  })

  test('the only shipping method of an order ships items of every profile', async () => {
    const { shipping_profile } = await expectSuccess(
      shop.admin.post('/admin/shipping-profiles', { name: 'Bulky', type: 'custom' }),
    )
    const order = await placeOrderOf({ quantity: 1 })
    const { products } = await expectSuccess(
      shop.admin.get(`/admin/products?id[]=${order.items[0].variant.product_id}`),
    )
    await expectSuccess(
      shop.admin.post(`/admin/shipping-profiles/${shipping_profile.id}`, { products: [products[0].id] }),
    )
    expect((await act(order, 'fulfillment', { items: allOf(order) })).fulfillment_status).toBe('fulfilled')
  })

  test('a rejected fulfillment changes nothing', async () => {
    const order = await placeOrderOf({ quantity: 2 })
    const otherOrder = await placeOrderOf()
    const refusals: [object, number, string | RegExp][] = [
      [{ items: allOf(order, 3) }, 400, 'Cannot fulfill more items than have been purchased'],
      [{ items: allOf(otherOrder) }, 400, `Line item with ${otherOrder.items[0].id} was not found`],
      [{ items: [] }, 400, 'items should not be empty'],
      [{ items: allOf(order, 0) }, 400, /quantity/],
      [{}, 400, 'items should not be empty, items must be an array'],
      [{ items: allOf(order), status: 'x' }, 400, 'property status should not exist'],
    ]
    for (const [body, status, message] of refusals)
      await expectErrorMessage(send(order, 'fulfillment', body), status, message)
    await expectErrorMessage(send(order, 'fulfillment?fields=nothing', { items: allOf(order) }), 400, /nothing/)
    await expectErrorMessage(
      send({ id: 'order_x' }, 'fulfillment', { items: allOf(order) }),
      404,
      'Order with id: order_x was not found',
    )
    expect(await readOrder(order)).toMatchObject({ fulfillment_status: 'not_fulfilled', fulfillments: [] })
  })

  test('a fulfillment needs a shipping method', async () => {
    const order = await shop.given.order()
    await expectErrorMessage(
      send(order, 'fulfillment', { items: allOf(order) }),
      400,
      'Cannot fulfill an order that lacks shipping methods',
    )
  })

  test('simultaneous fulfillments never include an item twice', async () => {
    const order = await placeOrderOf({ quantity: 3 })
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => send(order, 'fulfillment', { items: allOf(order, 1) })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 400, 400, 400, 400, 400])
    expect((await readOrder(order)).items[0].fulfilled_quantity).toBe(3)
  })
})

describe('changing a fulfillment', () => {
  const fulfillAll = async (order: OrderLines) =>
    (await act(order, 'fulfillment', { items: allOf(order) })).fulfillments[0]

  test('a fulfillment is canceled once, and its items can be fulfilled again', async () => {
    const order = await placeOrderOf({ quantity: 2 })
    const { id } = await fulfillAll(order)
    const replies = await Promise.all([1, 2, 3].map(() => send(order, `fulfillments/${id}/cancel`)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const unpacked = await readOrder(order)
    expect(unpacked).toMatchObject({ fulfillment_status: 'canceled', items: [{ fulfilled_quantity: 0 }] })
    expect(unpacked.fulfillments[0].canceled_at).not.toBeNull()
    expect((await act(order, 'fulfillment', { items: allOf(order) })).fulfillment_status).toBe('fulfilled')
    await expectErrorMessage(send(order, 'shipment', { fulfillment_id: id }), 400, 'Fulfillment has been canceled')
  })

  test('canceling one of two fulfillments leaves the order partially fulfilled', async () => {
    const order = await placeOrderOf({ quantity: 2 })
    const { fulfillments } = await act(order, 'fulfillment', { items: allOf(order, 1) })
    await act(order, 'fulfillment', { items: allOf(order, 1) })
    const after = await act(order, `fulfillments/${fulfillments[0].id}/cancel`)
    expect(after).toMatchObject({ fulfillment_status: 'partially_fulfilled', items: [{ fulfilled_quantity: 1 }] })
  })

  test('a shipped fulfillment keeps its tracking numbers and cannot be canceled', async () => {
    const order = await placeOrderOf({ quantity: 1 })
    const { id } = await fulfillAll(order)
    const body = { fulfillment_id: id, tracking_numbers: ['A', 'B'] }
    const shipped = await act(order, 'shipment', body)
    expect(shipped).toMatchObject({ fulfillment_status: 'shipped', items: [{ shipped_quantity: 1 }] })
    expect(shipped.fulfillments[0].tracking_links.map((link) => link.tracking_number)).toEqual(['A', 'B'])
    const again = await act(order, 'shipment', { ...body, tracking_numbers: ['B', 'C'] })
    expect(again.fulfillments[0].tracking_links.map((link) => link.tracking_number)).toEqual(['A', 'B', 'C'])
    expect(again.items[0].shipped_quantity).toBe(1)
    await expectErrorMessage(
      send(order, `fulfillments/${id}/cancel`),
      400,
      'The fulfillment has already been shipped. Shipped fulfillments cannot be canceled',
    )
  })

  test('a fulfillment can be accessed only through its own order', async () => {
    const [order, other] = [await placeOrderOf(), await placeOrderOf()]
    const { id } = await fulfillAll(order)
    const message = `no fulfillment was found with the id: ${id} related to order: ${other.id}`
    await expectErrorMessage(send(other, `fulfillments/${id}/cancel`), 404, message)
    await expectErrorMessage(send(other, 'shipment', { fulfillment_id: id }), 404, 'Could not find fulfillment')
    await expectErrorMessage(
      send(order, 'shipment', {}),
      400,
      'fulfillment_id should not be empty, fulfillment_id must be a string',
    )
    expect((await readOrder(order)).fulfillment_status).toBe('fulfilled')
  })

  test('a canceled order can be neither fulfilled nor shipped', async () => {
    const order = await placeOrderOf()
    const { id } = await fulfillAll(order)
    await act(order, `fulfillments/${id}/cancel`)
    await shop.orm.em.fork().nativeUpdate(Order, { id: order.id }, { status: 'canceled', canceled_at: new Date() })
    await expectErrorMessage(
      send(order, 'fulfillment', { items: allOf(order) }),
      400,
      'A canceled order cannot be fulfilled',
    )
    await expectErrorMessage(
      send(order, 'shipment', { fulfillment_id: id }),
      400,
      'A canceled order cannot be fulfilled as shipped',
    )
  })

  test('fulfillments record events', async () => {
    const order = await placeOrderOf()
    const { id } = await fulfillAll(order)
    await act(order, `fulfillments/${id}/cancel`)
    const next = (await act(order, 'fulfillment', { items: allOf(order), no_notification: true })).fulfillments[1]
    await act(order, 'shipment', { fulfillment_id: next.id })
    const events = await eventsOf(shop, order)
    const event = (name: string, fulfillment_id: string, no_notification: boolean | null) => ({
      name,
      payload: { id: order.id, fulfillment_id, no_notification },
    })
    expect(events.filter(({ payload }) => payload.fulfillment_id)).toEqual([
      event('order.fulfillment_created', id, null),
      event('order.fulfillment_canceled', id, null),
      event('order.fulfillment_created', next.id, true),
      event('order.shipment_created', next.id, true),
    ])
  })
})
