import type { EntityManager } from '@mikro-orm/postgresql'
import { describe, expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { ClaimOrder } from '#entities/orders/claim/claim-order.ts'
import { Fulfillment } from '#entities/orders/fulfillment/fulfillment.ts'
import { Return } from '#entities/orders/return/return.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { eventsOf } from '#test/support/events.ts'
import { expectError, expectReason } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { useOrderShop } from '#test/support/order-shop.ts'
import type { AdminOrder, Identified } from '#test/support/resources.ts'
import { sendWhileLocked } from '#test/support/send-while-locked.ts'

const { shop, region, orders, rows, stockOf, placeOrder } = await useOrderShop()
const { admin } = createShopClient({ url: shop.url, token: shop.token })
const { send, act } = orders
const cardOf = async ({ id }: Identified) => (await expectSuccess(shop.admin.get(`/admin/gift-cards/${id}`))).gift_card
const states = ({ status, payment_status, fulfillment_status }: AdminOrder) => [
  status,
  payment_status,
  fulfillment_status,
]

describe('canceling an order', () => {
  test('simultaneous cancelations restock the items once', async () => {
    const [one, other] = [await shop.given.variant({ stock: 5 }), await shop.given.variant({ stock: 7 })]
    const order = await placeOrder({
      lines: [
        [one, 2],
        [other, 3],
      ],
    })
    expect([await stockOf(one), await stockOf(other)]).toEqual([3, 4])
    const replies = await Promise.all([1, 2, 3].map(() => send(order, 'cancel')))
    for (const { status, body } of replies) {
      expect(status).toBe(200)
      expect(states(body.order)).toEqual(['canceled', 'canceled', 'canceled'])
      expect(body.order.canceled_at).toEqual(expect.any(String))
      expect(body.order.payments[0].canceled_at).toEqual(expect.any(String))
    }
    expect([await stockOf(one), await stockOf(other)]).toEqual([5, 7])
    expect(await eventsOf(shop, order, 'order.canceled')).toHaveLength(1)
  })

  test('canceling an order does not restock unmanaged variants', async () => {
    const uncounted = await shop.given.variant({ stock: 5 })
    await changeRows(shop, ProductVariant, { id: uncounted.id }, { manage_inventory: false })
    await act(await placeOrder({ lines: [[uncounted, 2]] }), 'cancel')
    expect(await stockOf(uncounted)).toBe(5)
  })

  test('a simultaneous capture and cancelation never leave a captured payment unrefunded', async () => {
    const order = await placeOrder()
    await Promise.all([send(order, 'cancel'), send(order, 'capture'), send(order, 'cancel'), send(order, 'capture')])
    const { order: canceledOrder } = await expectSuccess(shop.admin.get(`/admin/orders/${order.id}`))
    const [payment] = canceledOrder.payments
    expect(canceledOrder.status).toBe('canceled')
    // If the capture came first, the payment is refunded.
    if (payment.captured_at) expect([payment.amount_refunded, payment.canceled_at]).toEqual([1800, null])
    else expect([payment.amount_refunded, payment.canceled_at]).toEqual([0, expect.any(String)])
  })

  test('canceling an order refunds its captured payment', async () => {
    const order = await placeOrder()
    await act(order, 'capture')
    const canceled = await act(order, 'cancel')
    expect(canceled).toMatchObject({ status: 'canceled', refunded_total: 1800, refundable_amount: 0 })
    expect(canceled.refunds).toMatchObject([{ amount: 1800, reason: 'other' }])
  })

  test('canceling an order credits its gift cards', async () => {
    const [full, half] = [await shop.given.giftCard(region, 600), await shop.given.giftCard(region, 5000)]
    const order = await placeOrder({ gift_cards: [full.code, half.code] })
    expect(await cardOf(full)).toMatchObject({ balance: 0, is_disabled: true })
    await act(order, 'cancel')
    expect(await cardOf(full)).toMatchObject({ balance: 600, is_disabled: false })
    expect(await cardOf(half)).toMatchObject({ balance: 5000, is_disabled: false })
  })

  test('a credit never exceeds the value of a gift card and does not enable a card that the shop disabled', async () => {
    const card = await shop.given.giftCard(region, 600)
    const order = await placeOrder({ gift_cards: [card.code] })
    await expectSuccess(shop.admin.post(`/admin/gift-cards/${card.id}`, { balance: 400, is_disabled: true }))
    await act(order, 'cancel')
    const sql = 'select balance::int, balance_correction::int, is_disabled from gift_card where id = ?'
    expect(await rows(sql, [card.id])).toEqual([{ balance: 600, balance_correction: 0, is_disabled: true }])
  })

  test('canceling an order invalidates the gift cards it sold unless they were used', async () => {
    const profiles = await expectSuccess(shop.admin.get('/admin/shipping-profiles'))
    expect(profiles.shipping_profiles.length).toBeGreaterThan(0)
    const card = await shop.given.variant({ is_giftcard: true })
    const order = await shop.given.order({ region, lines: [[card, 1]] })
    const [soldCard] = await shop.orm.em
      .fork()
      .execute<[{ id: string; code: string }]>('select id, code from gift_card where order_id = ?', [order.id])
    const spending = await placeOrder({ gift_cards: [soldCard.code] })
    const text = 'An order whose gift cards were used cannot be canceled'
    await expectError(send(order, 'cancel'), 400, 'not_allowed', text)
    await act(spending, 'cancel')
    await act(order, 'cancel')
    expect(await cardOf(soldCard)).toMatchObject({ is_disabled: true })
  })

  test('an order cannot be canceled while a gift card it sold is being used', async () => {
    const card = await shop.given.variant({ is_giftcard: true })
    const order = await shop.given.order({ region, lines: [[card, 1]] })
    const use = (em: EntityManager) => em.nativeUpdate(GiftCard, { order_id: order.id }, { balance: 999 })
    const text = 'An order whose gift cards were used cannot be canceled'
    await expectError(
      sendWhileLocked(shop, use, () => send(order, 'cancel')),
      400,
      'not_allowed',
      text,
    )
  })

  test.each([
    ['fulfillment', Fulfillment, { provider_id: 'manual' }, { canceled_at: new Date() }],
    ['return', Return, { refund_amount: 0 }, { status: 'canceled' }],
    ['claim', ClaimOrder, { type: 'refund', payment_status: 'refunded' }, { canceled_at: new Date() }],
  ] as const)('an order with an active %s cannot be canceled', async (name, entity, columns, cancelation) => {
    const order = await placeOrder()
    const em = shop.orm.em.fork()
    const row = em.create<Fulfillment | Return | ClaimOrder>(entity, { order_id: order.id, ...columns })
    await em.flush()
    const text = `All ${name}s must be canceled before canceling an order`
    await expectError(send(order, 'cancel'), 400, 'not_allowed', text)
    Object.assign(row, cancelation)
    await em.flush()
    expect(states(await act(order, 'cancel'))).toEqual(['canceled', 'canceled', 'canceled'])
  })

  test('an order with a refund cannot be canceled', async () => {
    const order = await placeOrder()
    await act(order, 'capture')
    await act(order, 'refund', { amount: 1, reason: 'other' })
    await expectError(send(order, 'cancel'), 400, 'not_allowed', 'Order with refund(s) cannot be canceled')
    // A failed refund does not count.
    await changeRows(shop, Refund, { order_id: order.id }, { status: 'failed' })
    await changeRows(shop, Payment, { order_id: order.id }, { amount_refunded: 0 })
    expect(await act(order, 'cancel')).toMatchObject({ status: 'canceled', refunded_total: 1800 })
    await expectError(send({ id: 'order_no' }, 'cancel'), 404, 'not_found', 'Order with id: order_no was not found')
  })
})

describe('completing and archiving an order', () => {
  test('an order is completed once and then archived', async () => {
    const order = await placeOrder()
    const text = "Can't archive an unprocessed order"
    await expectError(send(order, 'archive'), 400, 'not_allowed', text)
    await expectReason(admin.orders.archive.mutate({ id: order.id }), { name: 'order_not_completed' })
    const replies = await Promise.all([1, 2, 3].map(() => send(order, 'complete')))
    expect(replies.map(({ body }) => body.order.status)).toEqual(['completed', 'completed', 'completed'])
    expect(await eventsOf(shop, order, 'order.completed')).toHaveLength(1)
    expect((await act(order, 'archive')).status).toBe('archived')
    await expectError(send(order, 'archive'), 400, 'not_allowed', text)
    await expectReason(admin.orders.archive.mutate({ id: order.id }), { name: 'order_archived' })
    await expectError(send(order, 'complete'), 400, 'not_allowed', 'An archived order cannot be completed')
  })

  test('a canceled order can be neither completed nor archived', async () => {
    const order = await placeOrder()
    await act(order, 'cancel')
    await expectError(send(order, 'complete'), 400, 'not_allowed', 'A canceled order cannot be completed')
    await expectError(send(order, 'archive'), 400, 'not_allowed', "Can't archive an unprocessed order")
    await expectReason(admin.orders.archive.mutate({ id: order.id }), { name: 'order_canceled' })
  })

  test('the reason of an impossible transition has both statuses', async () => {
    const order = await placeOrder()
    await act(order, 'capture')
    await orders.ship(order)
    const reason = { name: 'status_transition', from: 'shipped', to: 'canceled' } as const
    await changeRows(shop, Fulfillment, { order_id: order.id }, { shipped_at: null, canceled_at: new Date() })
    await expectReason(admin.orders.cancel.mutate({ id: order.id }), reason)
  })

  test('an unknown order or an anonymous caller is rejected', async () => {
    for (const verb of ['complete', 'archive']) {
      await expectError(send({ id: 'order_no' }, verb), 404, 'not_found', 'Order with id: order_no was not found')
      expect((await shop.post(`/admin/orders/order_no/${verb}`)).status).toBe(401)
    }
  })
})
