import { afterEach, expect, test } from 'vitest'
import { recordProviderChange } from '#entities/orders/payment/record-provider-change.ts'
import { settleRefund } from '#entities/orders/payment/settle-refund.ts'
import { expectRetryableError } from '#test/support/card-shop.ts'
import { eventsOf } from '#test/support/events.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { orderEditActions } from '#test/support/order-edit-actions.ts'
import { lineOfVariant } from '#test/support/order-edit-shop.ts'
import { useOrderShop } from '#test/support/order-shop.ts'
import { useRemoteBank } from '#test/support/remote-bank.ts'
import type { Identified } from '#test/support/resources.ts'

/* Captures and refunds by a payment provider over an unreliable network. */

const remote = await useRemoteBank(useOrderShop, { otherProviders: ['manual'] })
const { shop, bank, orders, rows, placeOrderWithCard, runPendingJobs, recover, paymentsOf, refundsOf, setLater } =
  remote
const { send, act, readOrder } = orders
const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0)
const refund = (order: Identified, amount: number) => send(order, 'refund', { amount, reason: 'other' })

// After each test, the payments of the shop equal the ledger of the bank.
afterEach(async () => {
  await recover()
  const shopPayments = await rows(`
    select p.data->>'payment' as key, p.captured_at is not null as captured, p.canceled_at is not null as canceled,
      p.amount_refunded::int as refunded, p.capture_asked_at,
      (select count(*)::int from refund r where r.payment_id = p.id and r.status = 'pending') as pending
    from payment p where p.data ? 'payment' order by 1`)
  const bankPayments = [...bank.ledger.values()].map(({ key, status, refunds }) => ({
    key,
    captured: status === 'captured',
    canceled: status === 'canceled',
    refunded: [...refunds.values()].reduce((sum, amount) => sum + amount, 0),
    capture_asked_at: null,
    pending: 0,
  }))
  expect(shopPayments).toEqual(bankPayments.toSorted((a, b) => (a.key < b.key ? -1 : 1)))
})

test('simultaneous captures of an order capture its payment once', async () => {
  const order = await placeOrderWithCard({ card: 'good' })
  const replies = await Promise.all([1, 2, 3].map(() => send(order, 'capture')))
  expect(replies.map(({ body }) => body.order.payment_status)).toEqual(['captured', 'captured', 'captured'])
  expect(await eventsOf(shop, order, 'order.payment_captured')).toHaveLength(1)
  expect(paymentsOf(order)).toMatchObject([{ status: 'captured' }])
})

test('captures and refunds by order and by payment happen once', async () => {
  const order = await placeOrderWithCard({ card: 'good' })
  const [{ id }] = order.payments
  const byPayment = (verb: string, body?: object) => shop.admin.post(`/admin/payments/${id}/${verb}`, body)
  const replies = await Promise.all([send(order, 'capture'), byPayment('capture'), byPayment('capture')])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await readOrder(order)).toMatchObject({
    payment_status: 'captured',
    payments: [{ captured_at: expect.any(String) }],
  })
  expect(await eventsOf(shop, { id }, 'payment.payment_captured')).toHaveLength(1)
  expect(await eventsOf(shop, order, 'order.payment_captured')).toHaveLength(1)
  await expectSuccess(byPayment('refund', { amount: 200, reason: 'other' }))
  await runPendingJobs()
  expect(refundsOf(order)).toEqual([200])
})

test('a part is refused if the provider only captures whole payments', async () => {
  const order = await placeOrderWithCard({ card: 'good' })
  const [{ id, amount }] = order.payments
  const part = shop.admin.post(`/admin/payments/${id}/capture`, { amount: amount - 1 })
  await expectError(part, 400, 'not_allowed', 'The payment provider can only capture the whole payment')
  expect(paymentsOf(order)).toMatchObject([{ status: 'authorized' }])
})

test('a failed capture sets the order to requires_action and can be repeated', async () => {
  const order = await placeOrderWithCard({ card: 'good', later: 'uncapturable' })
  await expectError(send(order, 'capture'), 400, 'invalid_data', 'The card has expired')
  expect(await readOrder(order)).toMatchObject({ payment_status: 'requires_action', payments: [{ captured_at: null }] })
  expect(await eventsOf(shop, order, 'order.payment_capture_failed')).toHaveLength(1)
  setLater(order)
  expect((await act(order, 'capture')).payment_status).toBe('captured')
})

test('the capture of a whole payment for an order that an edit lowered shows the excess', async () => {
  const edits = orderEditActions(() => shop)
  const variant = await shop.given.variant()
  const order = await placeOrderWithCard({ card: 'good' }, { lines: [[variant, 3]] })
  const edit = await edits.begin(order)
  await edits.change(edit, lineOfVariant(edit, variant), 2)
  await edits.act(edit, 'confirm')
  const { total } = await readOrder(order)
  expect(await act(order, 'capture')).toMatchObject({
    paid_total: order.total,
    difference_due: total - order.total,
    payment_status: 'captured',
  })
  await refund(order, order.total - total)
  await runPendingJobs()
  expect(await readOrder(order)).toMatchObject({ difference_due: 0, payment_status: 'partially_refunded' })
})

test('a capture with a lost response is reconciled and not repeated', async () => {
  const order = await placeOrderWithCard({ card: 'good', later: 'lost' })
  await expectRetryableError(send(order, 'capture'))
  expect((await readOrder(order)).payment_status).toBe('awaiting')
  await expectRetryableError(send(order, 'cancel'))
  await runPendingJobs()
  expect((await readOrder(order)).payment_status).toBe('captured')
  expect(await eventsOf(shop, order, 'order.payment_captured')).toHaveLength(1)
})

test('a capture without a response stays pending and can be repeated', async () => {
  const order = await placeOrderWithCard({ card: 'good' })
  bank.isDown = true
  await expectRetryableError(send(order, 'capture'))
  await runPendingJobs()
  expect((await readOrder(order)).payment_status).toBe('awaiting')
  bank.isDown = false
  expect((await act(order, 'capture')).payment_status).toBe('captured')
})

test('a refund is recorded immediately and sent to the provider by a job', async () => {
  const order = await placeOrderWithCard({ card: 'good' })
  await act(order, 'capture')
  bank.isDown = true
  const part = await act(order, 'refund', { amount: 500, reason: 'other' })
  expect(part).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 500 })
  await runPendingJobs()
  expect(refundsOf(order)).toEqual([])
  bank.isDown = false
  await runPendingJobs()
  expect(paymentsOf(order).flatMap(({ refunds }) => [...refunds])).toEqual([[part.refunds[0].id, 500]])
})

test('a refund with a lost response happens once', async () => {
  const order = await placeOrderWithCard({ card: 'good', later: 'lost' })
  await expectRetryableError(send(order, 'capture'))
  await runPendingJobs()
  await act(order, 'refund', { amount: 500, reason: 'other' })
  for (let i = 0; i < 3; i++) await runPendingJobs()
  expect(refundsOf(order)).toEqual([500])
  expect(await readOrder(order)).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 500 })
})

test('a failed refund is reverted and sets the order to requires_action', async () => {
  const order = await placeOrderWithCard({ card: 'good', later: 'unrefundable' })
  await act(order, 'capture')
  await act(order, 'refund', { amount: 500, reason: 'other' })
  await runPendingJobs()
  expect(await readOrder(order)).toMatchObject({
    payment_status: 'requires_action',
    refunded_total: 0,
    refundable_amount: 1200,
    refunds: [],
    payments: [{ amount_refunded: 0 }],
  })
  expect(await eventsOf(shop, order, 'order.refund_failed')).toHaveLength(1)
  setLater(order)
  expect(await act(order, 'refund', { amount: 1200, reason: 'other' })).toMatchObject({ payment_status: 'refunded' })
})

test('simultaneous settlements revert a failed refund once', async () => {
  const order = await placeOrderWithCard({ card: 'good', later: 'unrefundable' })
  await act(order, 'capture')
  await act(order, 'refund', { amount: 400, reason: 'other' })
  const { refunds } = await act(order, 'refund', { amount: 500, reason: 'other' })
  const { orm, providers } = shop.jobs
  const settleOne = () => settleRefund(orm.em.fork(), providers.payment, refunds[0].id)
  await Promise.all([settleOne(), settleOne()])
  expect(await readOrder(order)).toMatchObject({ refunded_total: 500, payments: [{ amount_refunded: 500 }] })
})

test('simultaneous refunds never exceed the captured amount', async () => {
  const order = await placeOrderWithCard({ card: 'good' })
  await act(order, 'capture')
  const replies = await Promise.all([1, 2, 3, 4].map(() => refund(order, 500)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(2)
  await Promise.all([runPendingJobs(), runPendingJobs()])
  expect(refundsOf(order)).toEqual([500, 500])
})

test('canceling an order cancels an authorization or refunds a capture', async () => {
  const [authorized, captured] = [
    await placeOrderWithCard({ card: 'good' }),
    await placeOrderWithCard({ card: 'good' }),
  ]
  await act(captured, 'capture')
  for (const order of [authorized, captured]) expect((await act(order, 'cancel')).payment_status).toBe('canceled')
  await runPendingJobs()
  expect(paymentsOf(authorized)).toMatchObject([{ status: 'canceled' }])
  expect(refundsOf(captured)).toEqual([1200])
})

test('a refused refund of a canceled order sets the order to requires_action, and is announced once', async () => {
  const order = await placeOrderWithCard({ card: 'good', later: 'unrefundable' })
  await act(order, 'capture')
  expect(await act(order, 'cancel')).toMatchObject({ payment_status: 'canceled', difference_due: 0 })
  await runPendingJobs()
  expect(await readOrder(order)).toMatchObject({
    status: 'canceled',
    payment_status: 'requires_action',
    difference_due: 0,
    refunds: [],
    payments: [{ amount_refunded: 0 }],
  })
  expect(await eventsOf(shop, order, 'order.refund_failed')).toHaveLength(1)
  expect(await rows(`select id from refund where order_id = '${order.id}' and status = 'pending'`)).toEqual([])
})

test('a refund at the provider settles a canceled order whose refund was refused', async () => {
  const order = await placeOrderWithCard({ card: 'good', later: 'unrefundable' })
  await act(order, 'capture')
  await act(order, 'cancel')
  await runPendingJobs()
  const notify = async (amount: number) => {
    const [payment] = paymentsOf(order)
    bank.ledger.refund(payment!, `dashboard ${amount}`, amount - sum(payment!.refunds.values()))
    const notice = { type: 'refunded', cart_id: order.cart_id!, data: {}, amount } as const
    await recordProviderChange(shop.orm.em.fork(), { id: order.payments[0].id }, notice)
    return readOrder(order)
  }
  expect(await notify(500)).toMatchObject({ payment_status: 'requires_action', difference_due: 0 })
  expect(await notify(1200)).toMatchObject({ payment_status: 'canceled', refunded_total: 1200, difference_due: 0 })
})

test('a canceled order with a canceled and a captured payment is not collected after a refused refund', async () => {
  const edits = orderEditActions(() => shop)
  const variant = await shop.given.variant()
  const order = await placeOrderWithCard({ card: 'good', later: 'unrefundable' }, { lines: [[variant, 1]] })
  await act(order, 'capture')
  const edit = await edits.begin(order)
  await edits.change(edit, lineOfVariant(edit, variant), 3)
  await edits.act(edit, 'confirm')
  expect(await readOrder(order)).toMatchObject({ difference_due: 2400 })
  await act(order, 'cancel')
  await runPendingJobs()
  expect(await readOrder(order)).toMatchObject({ payment_status: 'requires_action', difference_due: 0 })
  const { attention } = await expectSuccess(shop.admin.get('/admin/statistics/attention'))
  const reasons = attention.filter(({ orders: found }) => found.some(({ id }) => id === order.id))
  expect(reasons.map(({ reason }) => reason)).toEqual(['payment_action'])
})
