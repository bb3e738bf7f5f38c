import { describe, expect, test } from 'vitest'
import { expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess, type Json } from '#test/support/factories.ts'
import { firstLineQuantity } from '#test/support/order-actions.ts'
import { useOrderShop } from '#test/support/order-shop.ts'

const { shop, region, option, orders } = await useOrderShop()
const { placeCapturedOrder, fulfillFirstLine, readOrder } = orders
const wayBack = await shop.given.shippingOption(region, { is_return: true, amount: 200 })

/** An order at 1000 a piece with 20 % tax, paid and on its way. */
const sent = async (quantity = 1): Promise<Json> =>
  fulfillFirstLine(await placeCapturedOrder({ region, option, quantity }))

const body = (order: Json, over: object = {}) => ({ order_id: order.id, items: firstLineQuantity(order, 1), ...over })
const request = (given: object) => shop.post('/store/returns', given)

describe('a customer', () => {
  test('has pieces of an order come back, which the shop receives', async () => {
    const order = await sent(2)
    const { return_reason } = await expectSuccess(
      shop.admin.post('/admin/return-reasons', { value: 'too_small', label: 'Too small' }),
    )
    const items = [{ item_id: order.items[0].id, quantity: 1, reason_id: return_reason.id, note: 'It pinches' }]
    const given = body(order, { items, return_shipping: { option_id: wayBack.id } })
    const { return: back } = await expectSuccess(request(given))
    expect(back).toMatchObject({
      status: 'requested',
      order_id: order.id,
      refund_amount: 960,
      items: [{ item_id: order.items[0].id, quantity: 1, note: 'It pinches', reason: { value: 'too_small' } }],
      shipping_method: { price: 200, shipping_option_id: wayBack.id },
    })
    expect((await expectSuccess(shop.get(`/store/orders/${order.id}?expand=returns`))).order.returns).toMatchObject([
      { id: back.id },
    ])
    const received = await expectSuccess(
      shop.admin.post(`/admin/returns/${back.id}/receive`, { items: firstLineQuantity(order, 1) }),
    )
    expect(received.return).toMatchObject({ status: 'received', refund_amount: 960 })
  })

  test('who repeats a request with its key has asked for one return', async () => {
    const order = await sent()
    const by = shop.as({ 'idempotency-key': 'back-once' })
    const [first, second] = [await by.post('/store/returns', body(order)), await by.post('/store/returns', body(order))]
    expect([first.status, second.body]).toEqual([200, first.body])
    expect((await readOrder(order)).returns).toHaveLength(1)
  })

  test('does not say what the pieces are worth, nor what the way back costs', async () => {
    const order = await sent()
    await expectErrorMessage(request(body(order, { refund: 5000 })), 400, 'property refund should not exist')
    const dear = { return_shipping: { option_id: wayBack.id, price: 0 } }
    await expectErrorMessage(request(body(order, dear)), 400, 'property price should not exist')
  })

  test('chooses a way back that is offered to customers', async () => {
    const order = await sent()
    const courier = await shop.given.shippingOption(region, { is_return: true, admin_only: true })
    const by = ({ id }: Json) => request(body(order, { return_shipping: { option_id: id } }))
    await expectErrorMessage(by(courier), 400, 'The shipping option is not available to customers')
    await expectErrorMessage(by(option), 400, 'The shipping option cannot be used for returns')
  })

  test('sends back no more than was sent, of orders that are there', async () => {
    const order = await sent()
    const more = { items: firstLineQuantity(order, 2) }
    await expectErrorMessage(request(body(order, more)), 400, 'Cannot return more items than have been purchased')
    expect((await request(body(order, { order_id: 'order_none' }))).status).toBe(404)
    expect((await request(body(order, { items: [] }))).status).toBe(400)
    expect((await readOrder(order)).returns).toEqual([])
  })
})
