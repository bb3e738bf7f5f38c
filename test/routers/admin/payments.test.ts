import { describe, expect, test } from 'vitest'
import { Payment } from '#entities/cart/payment/payment.ts'
import { eventNamesOf, eventsOf } from '#test/support/events.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { useOrderShop } from '#test/support/order-shop.ts'
import type { Identified, Order } from '#test/support/resources.ts'

/* Payments by their own ids. Captures and refunds also change the order. */

const { shop, orders, placeOrder } = await useOrderShop()
const { send: sendOrder, act, readOrder } = orders
const send = ({ id }: Identified, verb: string, body?: object) => shop.admin.post(`/admin/payments/${id}/${verb}`, body)
const capture = async (payment: Identified) => (await expectSuccess(send(payment, 'capture'))).payment
const refund = (payment: Identified, amount: number) => send(payment, 'refund', { amount, reason: 'other' })

async function placeOrderWithPayment(): Promise<{ order: Order; payment: Order['payments'][number] }> {
  const order = await placeOrder()
  return { order, payment: order.payments[0] }
}

/** An order of 1800 with payments of 1100 and 700. */
async function placeOrderWithTwoPayments(): Promise<{ order: Order; first: Identified; second: Identified }> {
  const { order, payment } = await placeOrderWithPayment()
  const em = shop.orm.em.fork()
  const facts = { order_id: order.id, amount: 700, currency_code: 'eur', provider_id: 'manual', data: {} }
  const second = em.create(Payment, facts)
  await em.flush()
  await em.nativeUpdate(Payment, { id: payment.id }, { amount: 1100 })
  return { order, first: payment, second: { id: second.id } }
}

const names = async (order: Identified) => (await eventNamesOf(shop, order)).filter((name) => name !== 'order.placed')

test('a payment is returned alone or with its relations', async () => {
  const { order, payment } = await placeOrderWithPayment()
  const path = `/admin/payments/${payment.id}`
  expect((await expectSuccess(shop.admin.get(path))).payment).toEqual(payment)
  expect((await expectSuccess(shop.admin.get(`${path}?fields=id,amount`))).payment).toEqual({
    id: payment.id,
    amount: 1800,
  })
  const whole = (await expectSuccess(shop.admin.get(`${path}?expand=order,cart,currency,swap`))).payment
  expect(whole).toMatchObject({
    order: { id: order.id },
    cart: { id: order.cart_id, object: 'cart' },
    currency: { code: 'eur' },
    swap: null,
  })
  await expectError(shop.admin.get(`${path}?expand=bank`), 400, 'invalid_data', 'Requested fields [bank] are not valid')
  await expectError(shop.admin.get('/admin/payments/pay_no'), 404, 'not_found', 'Payment with id pay_no was not found')
  expect((await shop.get(path)).status).toBe(401)
})

describe('capturing a payment', () => {
  test('a capture of the payment captures the order once', async () => {
    const { order, payment } = await placeOrderWithPayment()
    const captured = await capture(payment)
    expect(captured.captured_at).toEqual(expect.any(String))
    expect(await readOrder(order)).toMatchObject({ payment_status: 'captured', paid_total: 1800 })
    expect((await capture(payment)).captured_at).toBe(captured.captured_at)
    expect((await act(order, 'capture')).payments).toEqual([captured])
    expect(await eventsOf(shop, order)).toEqual([
      { name: 'order.placed', payload: expect.anything() },
      { name: 'payment.payment_captured', payload: { id: payment.id, order_id: order.id, no_notification: null } },
      { name: 'order.payment_captured', payload: { id: order.id, no_notification: null } },
    ])
  })

  test('simultaneous captures by payment and by order happen once', async () => {
    const { order, payment } = await placeOrderWithPayment()
    const replies = await Promise.all([1, 2].flatMap(() => [send(payment, 'capture'), sendOrder(order, 'capture')]))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await names(order)).toEqual(['payment.payment_captured', 'order.payment_captured'])
  })

  test('a capture of one of two payments leaves the order awaiting', async () => {
    const { order, first, second } = await placeOrderWithTwoPayments()
    await capture(second)
    expect(await readOrder(order)).toMatchObject({ payment_status: 'awaiting', payments: [{ captured_at: null }, {}] })
    await capture(first)
    expect(await readOrder(order)).toMatchObject({ payment_status: 'captured', paid_total: 1800 })
    const one = 'payment.payment_captured'
    expect(await names(order)).toEqual([one, one, 'order.payment_captured'])
  })

  test('a capture is rejected for canceled orders and payments and without an order', async () => {
    const { order, payment } = await placeOrderWithPayment()
    await act(order, 'cancel')
    await expectError(send(payment, 'capture'), 400, 'not_allowed', 'A canceled order cannot capture payment')
    const { second } = await placeOrderWithTwoPayments()
    await shop.orm.em.fork().nativeUpdate(Payment, { id: second.id }, { canceled_at: new Date() })
    await expectError(send(second, 'capture'), 400, 'not_allowed', 'A canceled payment cannot be captured')
    await shop.orm.em.fork().nativeUpdate(Payment, { id: second.id }, { canceled_at: null, order_id: null })
    await expectError(
      send(second, 'capture'),
      400,
      'not_allowed',
      `Payment ${second.id} does not belong to an order yet`,
    )
    await expectError(send({ id: 'pay_no' }, 'capture'), 404, 'not_found', 'Payment with id pay_no was not found')
  })
})

describe('refunding a payment', () => {
  test('a refund is limited to the amount of its payment', async () => {
    const { order, second } = await placeOrderWithTwoPayments()
    await act(order, 'capture')
    const body = { amount: 300, reason: 'discount', note: 'scratched' }
    const createdRefund = (await expectSuccess(shop.admin.post(`/admin/payments/${second.id}/refund`, body))).refund
    expect(createdRefund).toMatchObject({
      ...body,
      payment_id: second.id,
      order_id: order.id,
      id: expect.stringMatching(/^ref_/),
    })
    expect(await readOrder(order)).toMatchObject({
      payment_status: 'partially_refunded',
      refunds: [createdRefund],
      payments: [{ amount_refunded: 0 }, { amount_refunded: 300 }],
    })
    const text = `Only 400 can be refunded from Payment ${second.id}`
    await expectError(refund(second, 401), 400, 'not_allowed', text)
    expect(await eventsOf(shop, order)).toContainEqual({
      name: 'payment.payment_refund_created',
      payload: { id: createdRefund.id, payment_id: second.id, order_id: order.id, no_notification: null },
    })
    expect(await eventsOf(shop, order)).toContainEqual({
      name: 'order.refund_created',
      payload: { id: order.id, refund_id: createdRefund.id, no_notification: null },
    })
  })

  test('a refund is rejected before the capture, for zero and for canceled orders', async () => {
    const { order, payment } = await placeOrderWithPayment()
    await expectError(refund(payment, 1), 400, 'not_allowed', `Payment ${payment.id} is not captured`)
    await capture(payment)
    await expectError(refund(payment, 0), 400, 'invalid_data', 'amount must not be less than 1')
    await expectError(refund({ id: 'pay_no' }, 1), 404, 'not_found', 'Payment with id pay_no was not found')
    await act(order, 'cancel')
    await expectError(refund(payment, 1), 400, 'not_allowed', 'A canceled order cannot be refunded')
  })

  test('simultaneous refunds by payment and by order never exceed the captured amount', async () => {
    const { order, payment } = await placeOrderWithPayment()
    await capture(payment)
    const body = { amount: 500, reason: 'other' }
    const replies = await Promise.all([1, 2, 3].flatMap(() => [refund(payment, 500), sendOrder(order, 'refund', body)]))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await readOrder(order)).toMatchObject({ refunded_total: 1500, payments: [{ amount_refunded: 1500 }] })
  })
})
