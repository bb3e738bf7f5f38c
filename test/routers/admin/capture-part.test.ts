import { expect, test } from 'vitest'
import { useConsistentShop } from '#test/support/consistent-shop.ts'
import { eventsOf } from '#test/support/events.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Identified } from '#test/support/resources.ts'

const { shop, orders, placeOrder } = await useConsistentShop()
const capture = ({ id }: Identified, body?: object) => shop.admin.post(`/admin/payments/${id}/capture`, body)

async function placeOrderWithPayment() {
  const order = await placeOrder()
  return { order, payment: order.payments[0] }
}

test('a part of a payment is captured, and the customer owes the rest', async () => {
  const { order, payment } = await placeOrderWithPayment()
  expect((await expectSuccess(capture(payment, { amount: 500 }))).payment).toMatchObject({
    amount: 500,
    captured_at: expect.any(String),
  })
  expect(await orders.readOrder(order)).toMatchObject({ difference_due: 1300, total: 1800, refundable_amount: 500 })
  expect(await eventsOf(shop, payment, 'payment.payment_captured')).toHaveLength(1)
  await expectError(capture(payment, { amount: 500 }), 400, 'not_allowed', 'The payment is already captured')
  await expectSuccess(capture(payment))
  expect((await orders.readOrder(order)).payments).toMatchObject([{ amount: 500 }])
})

test('the whole amount of a payment can be named', async () => {
  const { order, payment } = await placeOrderWithPayment()
  await expectSuccess(capture(payment, { amount: 1800 }))
  expect(await orders.readOrder(order)).toMatchObject({ difference_due: 0, payment_status: 'captured' })
})

test('a part that is too large, zero or no integer changes nothing', async () => {
  const { order, payment } = await placeOrderWithPayment()
  await expectError(
    capture(payment, { amount: 1801 }),
    400,
    'invalid_data',
    'Only 1800 of this payment can be captured',
  )
  for (const amount of [0, -1, 1.5, '5']) expect((await capture(payment, { amount })).status).toBe(400)
  expect((await orders.readOrder(order)).payments).toMatchObject([{ amount: 1800, captured_at: null }])
})

test('of two captures of different parts at the same time, one succeeds', async () => {
  const { order, payment } = await placeOrderWithPayment()
  const replies = await Promise.all([500, 700].map((amount) => capture(payment, { amount })))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  const [captured] = (await orders.readOrder(order)).payments
  expect([500, 700]).toContain(captured.amount)
  expect(await eventsOf(shop, payment, 'payment.payment_captured')).toHaveLength(1)
})
