import { describe, expect, test } from 'vitest'
import { expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity } from '#test/support/order-actions.ts'
import { useOrderShop } from '#test/support/order-shop.ts'
import type { Identified, OrderLines } from '#test/support/resources.ts'

const { shop, region, option, orders } = await useOrderShop()
const { placeCapturedOrder, fulfillFirstLine, readOrder } = orders
const returnOption = await shop.given.shippingOption(region, { is_return: true, amount: 200 })

/** Places an order at 1000 each with 20 % tax that is captured and fulfilled. */
const placeFulfilledOrder = async (quantity = 1) =>
  fulfillFirstLine(await placeCapturedOrder({ region, option, quantity }))

const body = (order: OrderLines, over: object = {}) => ({
  order_id: order.id,
  items: firstLineQuantity(order, 1),
  ...over,
})
const request = (given: object) => shop.post('/store/returns', given)

describe('returns in the storefront', () => {
  test('a customer requests a return that the shop receives', async () => {
    const order = await placeFulfilledOrder(2)
    const { return_reason } = await expectSuccess(
      shop.admin.post('/admin/return-reasons', { value: 'too_small', label: 'Too small' }),
    )
    const items = [{ item_id: order.items[0].id, quantity: 1, reason_id: return_reason.id, note: 'It pinches' }]
    const given = body(order, { items, return_shipping: { option_id: returnOption.id } })
    const { return: requestedReturn } = await expectSuccess(request(given))
    expect(requestedReturn).toMatchObject({
      status: 'requested',
      order_id: order.id,
      refund_amount: 960,
      items: [{ item_id: order.items[0].id, quantity: 1, note: 'It pinches', reason: { value: 'too_small' } }],
      shipping_method: { price: 200, shipping_option_id: returnOption.id },
    })
    expect((await expectSuccess(shop.get(`/store/orders/${order.id}?expand=returns`))).order.returns).toMatchObject([
      { id: requestedReturn.id },
    ])
    const received = await expectSuccess(
      shop.admin.post(`/admin/returns/${requestedReturn.id}/receive`, { items: firstLineQuantity(order, 1) }),
    )
    expect(received.return).toMatchObject({ status: 'received', refund_amount: 960 })
  })

  test('a return is requested once per idempotency key', async () => {
    const order = await placeFulfilledOrder()
    const by = shop.as({ 'idempotency-key': 'back-once' })
    const [first, second] = [await by.post('/store/returns', body(order)), await by.post('/store/returns', body(order))]
    expect([first.status, second.body]).toEqual([200, first.body])
    expect((await readOrder(order)).returns).toHaveLength(1)
  })

  test('a customer can set neither the refund nor the shipping price', async () => {
    const order = await placeFulfilledOrder()
    await expectErrorMessage(request(body(order, { refund: 5000 })), 400, 'property refund should not exist')
    const freeShipping = { return_shipping: { option_id: returnOption.id, price: 0 } }
    await expectErrorMessage(request(body(order, freeShipping)), 400, 'property price should not exist')
  })

  test('a customer can choose only public return options', async () => {
    const order = await placeFulfilledOrder()
    const courier = await shop.given.shippingOption(region, { is_return: true, admin_only: true })
    const by = ({ id }: Identified) => request(body(order, { return_shipping: { option_id: id } }))
    await expectErrorMessage(by(courier), 400, 'The shipping option is not available to customers')
    await expectErrorMessage(by(option), 400, 'The shipping option cannot be used for returns')
  })

  test('a return is rejected beyond the fulfilled quantity and for an unknown order', async () => {
    const order = await placeFulfilledOrder()
    const more = { items: firstLineQuantity(order, 2) }
    await expectErrorMessage(request(body(order, more)), 400, 'Cannot return more items than have been purchased')
    expect((await request(body(order, { order_id: 'order_none' }))).status).toBe(404)
    expect((await request(body(order, { items: [] }))).status).toBe(400)
    expect((await readOrder(order)).returns).toEqual([])
  })
})
