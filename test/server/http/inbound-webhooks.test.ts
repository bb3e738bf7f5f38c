import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import type { PaymentNotice } from '#entities/cart/payment/payment-port.ts'
import { processPaymentNotice } from '#entities/checkout/process-payment-notice.ts'
import { dummyCard } from '#test/support/dummy-card.ts'
import { eventsOf } from '#test/support/events.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import { heldAmountOf, hostedBank } from '#test/support/hosted-bank.ts'
import { noticeOf, useHostedBank } from '#test/support/hosted-shop.ts'
import { useOrderEditShop } from '#test/support/order-edit-shop.ts'
import { paymentCollectionActions } from '#test/support/payment-collection-actions.ts'
import type { Identified, Variant } from '#test/support/resources.ts'
import { openTestShop } from '#test/support/shop.ts'
import { providersWith } from '#test/support/test-payment.ts'
import { waitUntil } from '#test/support/wait-until.ts'

const used = await useHostedBank(hostedBank(), useOrderEditShop)
const { shop, bank, orders, edits, rows, openCart, completeCart, send, ordersOf, runAllJobs } = used
const money = paymentCollectionActions(used)

const jobs = () => rows(`select id from graphile_worker.jobs where task_identifier = 'process_payment_notice'`)

describe('requests', () => {
  test.each([
    ['a forged signature', 401, { headers: { 'bank-signature': 'forged' } }],
    ['no signature', 401, { headers: {} }],
    ['a changed body', 401, { body: '{"type":"authorized"}' }],
    ['no body', 401, { body: '' }],
    ['a large body', 413, { body: 'x'.repeat(200 * 1024) }],
    ['a compressed body', 415, { headers: { 'content-encoding': 'gzip' } }],
    ['an unknown provider', 404, { path: '/hooks/unknown' }],
    ['a provider without webhooks', 404, { path: '/hooks/manual' }],
  ])('a request with %s changes nothing', async (_, status, request) => {
    const { cart } = await openCart()
    const payment = bank.pay(cart)
    expect(await send(noticeOf(payment, 'authorized'), request)).toBe(status)
    expect(await jobs()).toEqual([])
    expect((await completeCart(cart)).body.type).toBe('order')
  })

  test('the provider receives a body within the limit only', async () => {
    const before = bank.webhookCalls
    await send(noticeOf({ cart_id: 'cart_1', key: 'a' }, 'authorized'), { body: 'x'.repeat(200 * 1024) })
    expect(bank.webhookCalls).toBe(before)
  })

  test('a provider can name a second path', async () => {
    const { cart } = await openCart()
    expect(await send(noticeOf(bank.pay(cart), 'authorized'), { path: '/bank/hooks' })).toBe(200)
    await runAllJobs()
    expect(await ordersOf(cart)).toHaveLength(1)
  })

  test('a broken connection to the database is 503, so the provider sends the webhook again', async () => {
    const { cart } = await openCart()
    const client = new Client({ connectionString: shop.databaseUrl })
    await client.connect()
    await client.query('begin; lock graphile_worker._private_jobs')
    const status = send(noticeOf(bank.pay(cart), 'authorized'))
    const cutWaiting = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await waitUntil(async () => (await client.query(cutWaiting)).rows.length > 0)
    await client.end()
    expect(await status).toBe(503)
    await expectOrder(completeCart(cart))
  })
})

describe('paid carts', () => {
  test('the customer who paid and closed the tab gets the order', async () => {
    const { cart } = await openCart()
    await send(noticeOf(bank.pay(cart), 'authorized'))
    await runAllJobs()
    const [order] = await ordersOf(cart)
    expect(order).toMatchObject({ payment_status: 'awaiting' })
    expect((await expectOrder(completeCart(cart))).id).toBe(order!.id)
  })

  test('the webhook is not needed', async () => {
    const { cart } = await openCart()
    bank.pay(cart)
    await expectOrder(completeCart(cart))
  })

  test('webhooks after the completion change nothing', async () => {
    const { cart } = await openCart()
    const payment = bank.pay(cart)
    const { id } = await expectOrder(completeCart(cart))
    for (let times = 0; times < 3; times++) {
      expect(await send(noticeOf(payment, 'authorized'))).toBe(200)
      await runAllJobs()
    }
    expect(await ordersOf(cart)).toMatchObject([{ id }])
    expect(await eventsOf(shop, { id }, 'order.placed')).toHaveLength(1)
  })

  test('simultaneous webhooks and completions place one order', async () => {
    const { cart } = await openCart()
    bank.fault = 'slow'
    const notice = noticeOf(bank.pay(cart, 'captured'), 'captured')
    const process = () =>
      processPaymentNotice(shop.orm.em.fork(), shop.jobs.providers.payment, { provider_id: bank.id, notice })
    const complete = async () => void expect((await completeCart(cart)).status).toBe(200)
    await Promise.all([process(), complete(), process(), complete(), process()])
    expect(await ordersOf(cart)).toMatchObject([{ payment_status: 'captured' }])
  })

  test('webhooks and completions of twenty paid carts sell the last items once', async () => {
    const variant = await shop.given.variant({ stock: 6 })
    const carts = await Promise.all(Array.from({ length: 20 }, () => openCart({ lines: [[variant, 2]] })))
    const notices = carts.map(({ cart }, i) => {
      const status = i % 2 ? 'captured' : 'authorized'
      return noticeOf(bank.pay(cart, status), status)
    })
    bank.fault = 'slow'
    const process = (notice: PaymentNotice) =>
      processPaymentNotice(shop.orm.em.fork(), shop.jobs.providers.payment, { provider_id: bank.id, notice })
    await Promise.allSettled([...notices.map(process), ...carts.map(({ cart }) => completeCart(cart))])
    bank.fault = undefined
    await Promise.allSettled(notices.map(process))
    const orderLists = await Promise.all(carts.map(({ cart }) => ordersOf(cart)))
    expect(orderLists.flat()).toHaveLength(3)
    expect(await used.stockOf(variant)).toBe(0)
  })

  test.each(['hang', 'lose'] as const)('a job repeats the completion if the bank has the fault %s', async (fault) => {
    const { cart } = await openCart()
    await send(noticeOf(bank.pay(cart), 'authorized'))
    bank.fault = fault
    await runAllJobs()
    expect(await ordersOf(cart)).toEqual([])
    expect(await jobs()).toHaveLength(1)
    bank.fault = undefined
    await runAllJobs()
    expect(await ordersOf(cart)).toHaveLength(1)
  })

  test('a webhook for an unpaid or unknown payment changes nothing', async () => {
    const { cart } = await openCart()
    await send(noticeOf({ cart_id: cart.id, key: 'unknown' }, 'captured'))
    await send(noticeOf({ cart_id: 'cart_deleted', key: 'unknown' }, 'captured'))
    await send(noticeOf({ cart_id: 'paycol_deleted', key: 'unknown' }, 'captured'))
    await send(noticeOf(bank.paymentsOf(cart)[0]!, 'authorized'))
    await runAllJobs()
    expect(await ordersOf(cart)).toEqual([])
    expect(await jobs()).toEqual([])
    bank.pay(cart)
    await expectOrder(completeCart(cart))
  })

  test.each([
    'authorized',
    'captured',
  ] as const)('the money of a sold-out cart that is %s goes back', async (status) => {
    const { cart, variant } = await openCart()
    const notice = noticeOf(bank.pay(cart, status), status)
    await shop.given.stock(variant, 1)
    await send(notice)
    await runAllJobs()
    expect(await ordersOf(cart)).toEqual([])
    expect(await jobs()).toEqual([])
    await shop.given.stock(variant, 9)
    await expectSuccess(shop.post(`/store/carts/${cart.id}/payment-session`, { provider_id: bank.id }))
    await send(notice)
    await send(noticeOf(bank.pay(cart), 'authorized'))
    await runAllJobs()
    expect(await ordersOf(cart)).toHaveLength(1)
  })

  test('the money of a sold-out cart goes back without a webhook', async () => {
    const { cart, variant } = await openCart()
    bank.pay(cart, 'captured')
    await shop.given.stock(variant, 1)
    expect((await completeCart(cart)).status).toBe(409)
  })

  test.each([
    ['deleted', (variant: Variant) => shop.admin.delete(`/admin/products/${variant.product_id}`)],
    ['a draft', (variant: Variant) => shop.admin.post(`/admin/products/${variant.product_id}`, { status: 'draft' })],
    [
      'in no channel',
      (variant: Variant) => shop.admin.post(`/admin/products/${variant.product_id}`, { sales_channels: [] }),
    ],
  ])('the money for a product that is %s after the payment goes back, also if the bank fails first', async (_, change) => {
    for (const status of ['authorized', 'captured'] as const) {
      const { cart, variant } = await openCart()
      const payment = bank.pay(cart, status)
      expect((await change(variant)).status).toBe(200)
      await send(noticeOf(payment, status))
      bank.fault = 'hang'
      await runAllJobs()
      expect(await jobs()).toHaveLength(1)
      bank.fault = undefined
      for (let times = 0; times < 2; times++) await runAllJobs()
      expect(await ordersOf(cart)).toEqual([])
      expect(heldAmountOf(payment)).toBe(0)
      const { cart: open } = await expectSuccess(shop.get(`/store/carts/${cart.id}`))
      expect(open.payment_session ?? null).toBeNull()
      const refusal = await completeCart(cart)
      expect(refusal.status).toBe(400)
    }
  })

  test('the money of a cart whose shipping is not chosen goes back', async () => {
    const { region } = used
    await shop.given.freeShippingOption(region)
    const variant = await shop.given.variant({ stock: 9 })
    const { cart } = await openCart({ lines: [[variant, 1]], option: null })
    const payment = bank.pay(cart, 'captured')
    await send(noticeOf(payment, 'captured'))
    await runAllJobs()
    expect(await ordersOf(cart)).toEqual([])
    expect(heldAmountOf(payment)).toBe(0)
  })

  test('the money of a cart without an email address goes back', async () => {
    const { id } = await shop.given.cart({ region: used.region })
    await expectSuccess(shop.post(`/store/carts/${id}/payment-sessions`))
    await expectSuccess(shop.post(`/store/carts/${id}/payment-session`, { provider_id: bank.id }))
    await send(noticeOf(bank.pay({ id }), 'authorized'))
    await runAllJobs()
    expect(bank.paymentsOf({ id })).toMatchObject([{ status: 'canceled' }])
  })

  test('a change of the total after the payment needs a new payment', async () => {
    const { cart, variant } = await openCart()
    const payment = bank.pay(cart)
    const items = `/store/carts/${cart.id}/line-items` as const
    await expectSuccess(shop.post(items, { variant_id: variant.id, quantity: 1 }))
    await shop.given.chooseShipping(cart)
    await send(noticeOf(payment, 'authorized'))
    await runAllJobs()
    expect(await ordersOf(cart)).toEqual([])
    await send(noticeOf(bank.pay(cart), 'authorized'))
    await runAllJobs()
    expect(await ordersOf(cart)).toHaveLength(1)
  })

  test('a completion before the payment does not end the payment of the session', async () => {
    const { cart } = await openCart()
    const other = await shop.given.variant()
    expect((await completeCart(cart)).body).toMatchObject({ type: 'cart', payment_status: 'requires_more' })
    await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items`, { variant_id: other.id, quantity: 2 }))
    await expectSuccess(shop.delete(`/store/carts/${cart.id}/line-items/${cart.items[0]!.id}`))
    await shop.given.chooseShipping(cart)
    await send(noticeOf(bank.pay(cart), 'authorized'))
    await runAllJobs()
    expect(await ordersOf(cart)).toHaveLength(1)
  })

  test('a canceled payment deselects its session', async () => {
    const { cart } = await openCart()
    const [payment] = bank.paymentsOf(cart)
    payment!.status = 'canceled'
    await send(noticeOf(payment!, 'canceled'))
    await runAllJobs()
    const { payment_session } = (await expectSuccess(shop.get(`/store/carts/${cart.id}`))).cart
    expect(payment_session ?? null).toBeNull()
  })
})

describe('payments of orders', () => {
  async function placePaidOrder() {
    const { cart } = await openCart()
    const payment = bank.pay(cart)
    return { cart, payment, order: await expectOrder(completeCart(cart)) }
  }

  test('a capture at the provider is recorded once, also before the completion', async () => {
    const { cart } = await openCart()
    const payment = bank.pay(cart, 'captured')
    for (const type of ['captured', 'authorized', 'captured'] as const) await send(noticeOf(payment, type))
    await runAllJobs()
    const [order] = await ordersOf(cart)
    expect(order).toMatchObject({ payment_status: 'captured' })
    expect(await eventsOf(shop, order!, 'order.payment_captured')).toHaveLength(1)
  })

  test('an administrator and a webhook capture once', async () => {
    const { payment, order } = await placePaidOrder()
    await Promise.all([orders.send(order, 'capture'), send(noticeOf(payment, 'captured'))])
    await runAllJobs()
    expect(await orders.readOrder(order)).toMatchObject({ payment_status: 'captured' })
    expect(await eventsOf(shop, order, 'order.payment_captured')).toHaveLength(1)
  })

  test('a partial capture at the provider leaves the rest to the customer', async () => {
    const { payment, order } = await placePaidOrder()
    Object.assign(payment, { status: 'captured', amount: 2000 })
    for (let times = 0; times < 2; times++) await send(noticeOf(payment, 'captured', 2000))
    await runAllJobs()
    expect(await orders.readOrder(order)).toMatchObject({
      payment_status: 'awaiting',
      paid_total: 2000,
      refunded_total: 0,
      difference_due: 400,
    })
    expect(await eventsOf(shop, { id: order.payments[0]!.id }, 'payment.payment_captured')).toHaveLength(1)
  })

  test('a notice corrects the amount of a capture, and never to less than the refunds', async () => {
    const { payment, order } = await placePaidOrder()
    await expectSuccess(orders.send(order, 'capture'))
    payment.amount = 2100
    await send(noticeOf(payment, 'captured', 2100))
    await runAllJobs()
    expect(await orders.readOrder(order)).toMatchObject({ paid_total: 2100, difference_due: 300 })
    await expectSuccess(orders.send(order, 'refund', { amount: 2100, reason: 'other' }))
    await send(noticeOf(payment, 'captured', 500))
    await runAllJobs()
    expect(await orders.readOrder(order)).toMatchObject({ paid_total: 2100, refunded_total: 2100 })
  })

  test('a refund at the provider is recorded once', async () => {
    const { payment, order } = await placePaidOrder()
    payment.status = 'captured'
    payment.refunds.set('dashboard', 700)
    for (const type of ['refunded', 'captured', 'refunded'] as const) {
      await send(noticeOf(payment, type, type === 'refunded' ? 700 : undefined))
      await runAllJobs()
    }
    expect(await orders.readOrder(order)).toMatchObject({ payment_status: 'partially_refunded', refunded_total: 700 })
    expect(await eventsOf(shop, order, 'order.refund_created')).toHaveLength(1)
  })

  test('a refund of the shop and a refund at the provider are both recorded', async () => {
    const { payment, order } = await placePaidOrder()
    await expectSuccess(orders.send(order, 'capture'))
    payment.refunds.set('dashboard', 500)
    await expectSuccess(orders.send(order, 'refund', { amount: 300, reason: 'other' }))
    await send(noticeOf(payment, 'refunded', 500))
    await runAllJobs()
    await send(noticeOf(payment, 'refunded', 800))
    await runAllJobs()
    expect(await orders.readOrder(order)).toMatchObject({ refunded_total: 800 })
  })

  test('an expired authorization requires action', async () => {
    const { payment, order } = await placePaidOrder()
    for (let times = 0; times < 2; times++) await send(noticeOf(payment, 'canceled'))
    await runAllJobs()
    expect(await orders.readOrder(order)).toMatchObject({ payment_status: 'requires_action' })
    expect(await eventsOf(shop, order, 'order.payment_capture_failed')).toHaveLength(1)
  })

  test('webhooks for a canceled order change nothing', async () => {
    const { payment, order } = await placePaidOrder()
    await expectSuccess(orders.send(order, 'cancel'))
    await runAllJobs()
    for (const type of ['authorized', 'canceled'] as const) await send(noticeOf(payment, type))
    await runAllJobs()
    expect(await orders.readOrder(order)).toMatchObject({ status: 'canceled', payment_status: 'canceled' })
  })
})

describe('payments of order edits', () => {
  const paidSession = async () => {
    const { edit, order } = await money.requestEdit()
    await money.payBy(edit, bank.id)
    return { edit, order, payment: bank.pay({ id: edit.payment_collection_id } as Identified) }
  }

  test('a webhook authorizes the payment collection, before and after its customer', async () => {
    const { edit, order, payment } = await paidSession()
    for (let times = 0; times < 2; times++) await send(noticeOf(payment, 'authorized'))
    await runAllJobs()
    expect(await money.read(edit)).toMatchObject({ status: 'authorized' })
    await expectSuccess(edits.answerAsCustomer(edit, 'complete'))
    payment.status = 'captured'
    await send(noticeOf(payment, 'captured'))
    await runAllJobs()
    expect(await orders.readOrder(order)).toMatchObject({ paid_total: 4800 })
  })

  test('the money for a canceled edit goes back', async () => {
    const { edit, payment } = await paidSession()
    await edits.act(edit, 'cancel')
    await send(noticeOf(payment, 'authorized'))
    await runAllJobs()
    expect(payment.status).toBe('canceled')
  })
})

describe('a provider that takes money for an attempt', () => {
  test('a webhook settles an interrupted attempt and starts no other one', async () => {
    const card = { ...dummyCard({ timeoutMs: 300 }), receiveWebhook: bank.receiveWebhook!.bind(bank) }
    await using cardShop = await openTestShop({ providers: providersWith(card), config: { logLevel: 'silent' } })
    const region = await cardShop.given.region({ payment_providers: [card.id] })
    const { id } = await cardShop.given.payableCart({ region })
    await expectSuccess(cardShop.post(`/store/carts/${id}/payment-sessions/${card.id}`, { data: { card: 'lost' } }))
    const notify = async (key: string) => {
      const webhook = bank.webhook({ type: 'authorized', cart_id: id, data: { payment: key } })
      await fetch(`${cardShop.url}/hooks/${card.id}`, { method: 'POST', ...webhook })
      await cardShop.makeJobsDue()
      await cardShop.runJobs()
    }
    await notify('early')
    expect([...card.ledger.keys()]).toEqual([])
    expect((await cardShop.post(`/store/carts/${id}/complete`)).status).toBe(409)
    const [key] = [...card.ledger.keys()] as [string]
    await notify(key)
    expect((await cardShop.get(`/store/orders/cart/${id}`)).status).toBe(200)
    expect(card.ledger.size).toBe(1)
  })
})
