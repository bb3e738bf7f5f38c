import { describe, expect, test } from 'vitest'
import { expectError, expectErrorMessage } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity } from '#test/support/order-actions.ts'
import { useOrderShop } from '#test/support/order-shop.ts'
import type { Identified, OrderLines } from '#test/support/resources.ts'

const { shop, region, option, orders } = await useOrderShop()
const { send, act, placeCapturedOrder, fulfillFirstLine, readOrder } = orders
const returnOption = await shop.given.shippingOption(region, { is_return: true, amount: 200 })
const receive = ({ id }: Identified, body: object) => shop.admin.post(`/admin/returns/${id}/receive`, body)
const receiveReturn = async (requestedReturn: Identified, body: object) =>
  (await expectSuccess(receive(requestedReturn, body))).return

/** An order at 1000 each with 20 % tax and shipping at 500 that is captured and, by default, fulfilled. */
async function placeOrder({ quantity = 1, discounts = [] as string[], isSent = true } = {}) {
  const order = await placeCapturedOrder({ region, option, discounts, quantity })
  return isSent ? fulfillFirstLine(order) : order
}

const stockOf = async ({ items }: OrderLines) =>
  (await expectSuccess(shop.admin.get(`/admin/variants/${items[0].variant_id}`))).variant.inventory_quantity

async function requestReturn(order: OrderLines, quantity: number, over: object = {}) {
  const { returns } = await act(order, 'return', { items: firstLineQuantity(order, quantity), ...over })
  return returns.at(-1)!
}

describe('requesting and receiving a return', () => {
  test('a received return refunds the price and restocks the items', async () => {
    const order = await placeOrder({ quantity: 2 })
    const stock = await stockOf(order)
    const requestedReturn = await requestReturn(order, 1)
    expect(requestedReturn).toMatchObject({
      status: 'requested',
      refund_amount: 1200,
      order_id: order.id,
      received_at: null,
    })
    expect(await readOrder(order)).toMatchObject({ fulfillment_status: 'fulfilled', refunded_total: 0 })

    const receivedReturn = await receiveReturn(requestedReturn, { items: firstLineQuantity(order, 1) })
    expect(receivedReturn).toMatchObject({
      status: 'received',
      refund_amount: 1200,
      items: [{ quantity: 1, received_quantity: 1, metadata: {} }],
    })
    expect(await readOrder(order)).toMatchObject({
      fulfillment_status: 'partially_returned',
      payment_status: 'partially_refunded',
      refunded_total: 1200,
      refunds: [{ amount: 1200, reason: 'return' }],
      items: [{ returned_quantity: 1 }],
    })
    expect(await stockOf(order)).toBe(stock + 1)
  })

  test('a return deducts its shipping price from the refund, down to zero', async () => {
    const order = await placeOrder({ quantity: 2 })
    const shipping = { return_shipping: { option_id: returnOption.id } }
    const requestedReturn = await requestReturn(order, 1, shipping)
    expect(requestedReturn).toMatchObject({
      refund_amount: 960,
      shipping_method: { price: 200, shipping_option_id: returnOption.id },
    })
    const expensive = await requestReturn(order, 1, { return_shipping: { option_id: returnOption.id, price: 5000 } })
    expect(expensive.refund_amount).toBe(0)
  })

  test('a return without a shipping option has no shipping method', async () => {
    const order = await placeOrder({ quantity: 2 })
    const requestedReturn = await requestReturn(order, 1, { return_shipping: {} })
    expect(requestedReturn).toMatchObject({ refund_amount: 1200, shipping_method: null })
  })

  test('a return refunds the discounted price', async () => {
    const half = await shop.given.discount(region, { value: 50 })
    const order = await placeOrder({ discounts: [half.code] })
    expect((await requestReturn(order, 1)).refund_amount).toBe(600)
  })

  test('returns of single items add up to the exact total of the line', async () => {
    const third = await shop.given.discount(region, { type: 'fixed', value: 100, allocation: 'total' })
    const order = await placeOrder({ quantity: 3, discounts: [third.code] })
    const refunds = []
    for (let i = 0; i < 3; i++) refunds.push((await requestReturn(order, 1)).refund_amount)
    const { total } = (await readOrder(order)).items[0]
    expect(refunds.reduce((sum, worth) => sum + worth, 0)).toBe(total)
  })

  test('a return refunds a custom amount up to the paid amount', async () => {
    const order = await placeOrder({ quantity: 2 })
    expect((await requestReturn(order, 1, { refund: 300 })).refund_amount).toBe(300)
    expect((await requestReturn(order, 1, { refund: -5 })).refund_amount).toBe(0)
    const other = await placeOrder()
    const items = firstLineQuantity(other, 1)
    await expectErrorMessage(
      send(other, 'return', { items, refund: 999_999 }),
      400,
      'Cannot refund more than the original payment',
    )
    expect((await readOrder(other)).returns).toEqual([])
  })

  test('a return can be received immediately', async () => {
    const order = await placeOrder()
    const returnedOrder = await act(order, 'return', {
      items: firstLineQuantity(order, 1),
      receive_now: true,
      note: 'at the counter',
    })
    expect(returnedOrder).toMatchObject({
      fulfillment_status: 'returned',
      refunded_total: 1200,
      returns: [{ status: 'received', metadata: { note: 'at the counter' } }],
    })
  })

  test('a return item has a reason and a note', async () => {
    const reason = (value: string, over = {}) =>
      expectSuccess(shop.admin.post('/admin/return-reasons', { value, label: value, ...over }))
    const { return_reason: category } = await reason('quality')
    const { return_reason: broken } = await reason('broken', { parent_return_reason_id: category.id })
    const order = await placeOrder()
    const because = (reason_id: string) => ({
      items: [{ ...firstLineQuantity(order, 1)[0], reason_id, note: 'in two' }],
    })
    await expectErrorMessage(send(order, 'return', because(category.id)), 400, 'Cannot apply return reason category')
    await expectErrorMessage(
      send(order, 'return', because('rr_x')),
      404,
      'Return_reason with reason_id rr_x does not exist.',
    )
    const [requestedReturn] = (await act(order, 'return', because(broken.id))).returns
    expect(requestedReturn.items).toMatchObject([{ reason_id: broken.id, note: 'in two', reason: { value: 'broken' } }])
  })
})

describe('receiving a return', () => {
  test('a partially received return refunds the received quantity', async () => {
    const order = await placeOrder({ quantity: 3 })
    const requestedReturn = await requestReturn(order, 3)
    const receivedReturn = await receiveReturn(requestedReturn, { items: firstLineQuantity(order, 1) })
    expect(receivedReturn).toMatchObject({
      refund_amount: 1200,
      items: [{ quantity: 1, requested_quantity: 3, received_quantity: 1 }],
    })
    expect((await requestReturn(order, 2)).refund_amount).toBe(2400)
  })

  test('a received return can refund another amount than requested', async () => {
    const order = await placeOrder()
    const requestedReturn = await requestReturn(order, 1)
    expect(await receiveReturn(requestedReturn, { items: firstLineQuantity(order, 1), refund: 100 })).toMatchObject({
      refund_amount: 100,
    })
    expect((await readOrder(order)).refunded_total).toBe(100)
  })

  test('a return requires action if the refundable amount is too low', async () => {
    const order = await placeOrder()
    const requestedReturn = await requestReturn(order, 1)
    await act(order, 'refund', { amount: 1000, reason: 'other' })
    await receiveReturn(requestedReturn, { items: firstLineQuantity(order, 1) })
    expect(await readOrder(order)).toMatchObject({ fulfillment_status: 'requires_action', refunded_total: 1000 })
  })

  test('simultaneous requests receive a return once', async () => {
    const order = await placeOrder({ quantity: 2 })
    const stock = await stockOf(order)
    const requestedReturn = await requestReturn(order, 1)
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => receive(requestedReturn, { items: firstLineQuantity(order, 1) })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
    expect(await stockOf(order)).toBe(stock + 1)
    expect((await readOrder(order)).refunded_total).toBe(1200)
    await expectErrorMessage(
      receive(requestedReturn, { items: firstLineQuantity(order, 1) }),
      400,
      `Return with id ${requestedReturn.id} has already been received`,
    )
    await expectErrorMessage(
      shop.admin.post(`/admin/returns/${requestedReturn.id}/cancel`),
      400,
      "Can't cancel a return which has been returned",
    )
  })

  test('simultaneous return requests never cover an item twice', async () => {
    const order = await placeOrder({ quantity: 2 })
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map(() => send(order, 'return', { items: firstLineQuantity(order, 1) })),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 400, 400, 400])
  })

  test('a return is created once per idempotency key', async () => {
    const order = await placeOrder({ quantity: 2 })
    const ask = () =>
      shop.admin.post(
        `/admin/orders/${order.id}/return`,
        { items: firstLineQuantity(order, 1) },
        { 'idempotency-key': `key of ${order.id}` },
      )
    const [first, second] = [await ask(), await ask()]
    expect(first.headers.get('idempotency-key')).toBe(`key of ${order.id}`)
    expect(second.body).toEqual(first.body)
    expect((await readOrder(order)).returns).toHaveLength(1)
  })
})

test('a canceled return cannot be received, and its items can be returned again', async () => {
  const order = await placeOrder()
  const requestedReturn = await requestReturn(order, 1)
  for (let i = 0; i < 2; i++) {
    expect(
      (await expectSuccess(shop.admin.post(`/admin/returns/${requestedReturn.id}/cancel`))).order.returns[0].status,
    ).toBe('canceled')
  }
  await expectErrorMessage(
    receive(requestedReturn, { items: firstLineQuantity(order, 1) }),
    400,
    'Cannot receive a canceled return',
  )
  expect((await requestReturn(order, 1)).status).toBe('requested')
})

test('an invalid return is rejected and changes nothing', async () => {
  const order = await placeOrder({ quantity: 2 })
  const foreignOrder = await placeOrder()
  const waiting = await placeOrder({ isSent: false })
  const unpaid = await shop.given.order({ region, option, lines: [[await shop.given.variant(), 1]] })
  await act(unpaid, 'fulfillment', { items: firstLineQuantity(unpaid, 1) })
  const refusals: [Identified, object, number, string | RegExp][] = [
    [waiting, { items: firstLineQuantity(waiting, 1) }, 400, "Can't return an unfulfilled or already returned order"],
    [unpaid, { items: firstLineQuantity(unpaid, 1) }, 400, "Can't return an order with payment unprocessed"],
    [order, { items: firstLineQuantity(order, 3) }, 400, 'Cannot return more items than have been purchased'],
    [order, { items: [{ item_id: 'item_x', quantity: 1 }] }, 404, 'Line item with item_x was not found'],
    [
      order,
      { items: [...firstLineQuantity(order, 1), ...firstLineQuantity(order, 1)] },
      400,
      'items must not contain a line item twice',
    ],
    [order, { items: [] }, 400, 'items should not be empty'],
    [
      order,
      { items: firstLineQuantity(order, 1), return_shipping: { option_id: 'so_x' } },
      404,
      'Shipping Option with so_x was not found',
    ],
    [
      order,
      { items: firstLineQuantity(order, 1), return_shipping: { option_id: option.id } },
      400,
      'The shipping option cannot be used for returns',
    ],
    [{ id: 'order_x' }, { items: firstLineQuantity(order, 1) }, 404, 'Order with id: order_x was not found'],
  ]
  for (const [of, body, status, message] of refusals)
    await expectErrorMessage(send(of, 'return', body), status, message)
  const strange = send(order, 'return', { items: firstLineQuantity(foreignOrder, 1) })
  await expectError(strange, 400, 'invalid_data', 'Return contains invalid line item')
  for (const one of [order, waiting, unpaid]) expect((await readOrder(one)).returns).toEqual([])
  await expectErrorMessage(
    receive({ id: 'ret_x' }, { items: firstLineQuantity(order, 1) }),
    404,
    'Return with id: ret_x was not found',
  )
})

test('returns are listed with their orders', async () => {
  const order = await placeOrder()
  const requestedReturn = await requestReturn(order, 1)
  const { returns, count, limit } = await expectSuccess(shop.admin.get('/admin/returns?limit=1'))
  expect(returns).toMatchObject([
    { id: requestedReturn.id, order: { id: order.id }, items: [{ quantity: 1 }], swap: null },
  ])
  expect([limit, count]).toEqual([1, expect.any(Number)])
})
