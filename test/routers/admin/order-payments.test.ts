import { describe, expect, test } from 'vitest'
import { Payment } from '#entities/cart/payment/payment.ts'
import { eventsOf } from '#test/support/events.ts'
import { expectError } from '#test/support/expect-error.ts'

import { useOrderShop } from '#test/support/order-shop.ts'
import type { Identified } from '#test/support/resources.ts'

/* Captures and refunds by the manual provider, and the totals of the order. */

const { shop, region, orders, placeOrder } = await useOrderShop()
const { send, act, readOrder } = orders
const refund = (order: Identified, amount: number) => send(order, 'refund', { amount, reason: 'other' })

describe('capturing an order', () => {
  test('a capture captures the authorized amount once', async () => {
    const order = await placeOrder()
    const captured = await act(order, 'capture')
    expect(captured).toMatchObject({ payment_status: 'captured', paid_total: 1800, payments: [{ amount: 1800 }] })
    expect(captured.payments[0].captured_at).toEqual(expect.any(String))
    const again = await act(order, 'capture')
    expect(again.payments).toEqual(captured.payments)
    expect(await eventsOf(shop, order, 'order.payment_captured')).toHaveLength(1)
  })

  test('simultaneous captures happen once', async () => {
    const order = await placeOrder()
    const replies = await Promise.all([1, 2, 3, 4].map(() => send(order, 'capture')))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(replies.map(({ body }) => body.order.payments[0].captured_at)).size).toBe(1)
    expect(await eventsOf(shop, order, 'order.payment_captured')).toHaveLength(1)
  })

  test('an order with a total of zero can be captured but not refunded', async () => {
    const { code } = await shop.given.giftCard(region, 5000)
    const order = await placeOrder({ gift_cards: [code] })
    expect(order).toMatchObject({ payment_status: 'awaiting', payments: [], total: 0 })
    expect(await act(order, 'capture')).toMatchObject({ payment_status: 'captured', paid_total: 0 })
    const text = 'Cannot refund more than the original order amount'
    await expectError(refund(order, 1), 400, 'not_allowed', text)
  })

  test('a capture is rejected for canceled and unknown orders and anonymous callers', async () => {
    const order = await placeOrder()
    await act(order, 'cancel')
    await expectError(send(order, 'capture'), 400, 'not_allowed', 'A canceled order cannot capture payment')
    await expectError(send({ id: 'order_no' }, 'capture'), 404, 'not_found', 'Order with id: order_no was not found')
    expect((await shop.post(`/admin/orders/${order.id}/capture`)).status).toBe(401)
  })

  test('a capture with an invalid expand changes nothing', async () => {
    const order = await placeOrder()
    const text = 'Requested fields [nonsense] are not valid'
    await expectError(shop.admin.post(`/admin/orders/${order.id}/capture?expand=nonsense`), 400, 'invalid_data', text)
    expect((await readOrder(order)).payment_status).toBe('awaiting')
  })
})

describe('refunding an order', () => {
  test('partial refunds add up to at most the paid amount', async () => {
    const order = await placeOrder()
    await act(order, 'capture')
    const part = await act(order, 'refund', { amount: 300, reason: 'discount', note: 'scratched' })
    expect(part).toMatchObject({ payment_status: 'partially_refunded', paid_total: 1800, refunded_total: 300 })
    expect(part).toMatchObject({
      refundable_amount: 1500,
      refunds: [{ amount: 300, reason: 'discount', note: 'scratched', payment_id: order.payments[0].id }],
      payments: [{ amount_refunded: 300 }],
    })
    await expectError(refund(order, 1501), 400, 'not_allowed', 'Cannot refund more than the original order amount')
    const whole = await act(order, 'refund', { amount: 1500, reason: 'other', no_notification: true })
    expect(whole).toMatchObject({ payment_status: 'refunded', refunded_total: 1800, refundable_amount: 0 })
    const events = await eventsOf(shop, order, 'order.refund_created')
    expect(events.map(({ payload }) => payload.no_notification)).toEqual([null, true])
    expect(events.map(({ payload }) => payload.refund_id)).toEqual(whole.refunds.map(({ id }) => id))
  })

  test('a refund before the capture is rejected', async () => {
    const order = await placeOrder()
    await expectError(refund(order, 100), 400, 'not_allowed', 'Refund amount is greater that the refundable amount')
  })

  test.each([
    [{ amount: 0, reason: 'other' }, 'amount must not be less than 1'],
    [{ amount: -5, reason: 'other' }, 'amount must not be less than 1'],
    [{ amount: 1.5, reason: 'other' }, 'amount must be an integer number'],
    [
      { amount: 1, reason: 'boredom' },
      'reason must be one of the following values: discount, return, swap, claim, other',
    ],
  ])('a refund of %j is rejected', async (body, text) => {
    const order = await placeOrder()
    await act(order, 'capture')
    await expectError(send(order, 'refund', body), 400, 'invalid_data', text)
    expect((await readOrder(order)).refunded_total).toBe(0)
  })

  test('a canceled order whose payment was never captured has nothing paid and nothing to refund', async () => {
    const canceled = await act(await placeOrder(), 'cancel')
    expect(canceled).toMatchObject({ payment_status: 'canceled', paid_total: 0, refundable_amount: 0 })
  })

  test('a refund of a canceled order is rejected', async () => {
    const order = await placeOrder()
    await act(order, 'cancel')
    await expectError(refund(order, 1), 400, 'not_allowed', 'A canceled order cannot be refunded')
  })

  test('simultaneous refunds never exceed the paid amount', async () => {
    const order = await placeOrder()
    await act(order, 'capture')
    const replies = await Promise.all([1, 2, 3, 4, 5].map(() => refund(order, 500)))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await readOrder(order)).toMatchObject({ refunded_total: 1500, payments: [{ amount_refunded: 1500 }] })
  })

  test('a refund uses the payments of an order one after the other', async () => {
    const order = await placeOrder()
    const em = shop.orm.em.fork()
    await em.nativeUpdate(Payment, { order_id: order.id }, { amount: 1100 })
    const more = { order_id: order.id, amount: 700, currency_code: 'eur', provider_id: 'manual', data: {} }
    em.create(Payment, more)
    await em.flush()
    expect(await act(order, 'capture')).toMatchObject({ payment_status: 'captured', paid_total: 1800 })
    await act(order, 'refund', { amount: 1000, reason: 'other' })
    const both = await act(order, 'refund', { amount: 300, reason: 'other' })
    expect(both).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 1300, refundable_amount: 500 })
    expect(both.refunds.map(({ amount }) => amount)).toEqual([1000, 100, 200])
    expect(both.payments.map(({ amount_refunded }) => amount_refunded)).toEqual([1100, 200])
  })

  test('a refund excludes the amount paid by gift cards', async () => {
    const { code } = await shop.given.giftCard(region, 600)
    const order = await placeOrder({ gift_cards: [code] })
    expect(order).toMatchObject({ gift_card_total: 600, total: 1080 })
    await act(order, 'capture')
    await expectError(refund(order, 1081), 400, 'not_allowed', 'Cannot refund more than the original order amount')
    expect((await act(order, 'refund', { amount: 1080, reason: 'return' })).payment_status).toBe('refunded')
  })
})
