import { beforeEach, describe, expect, test } from 'vitest'
import { Payment } from '#entities/cart/payment/payment.ts'
import { Order } from '#entities/orders/order/order.ts'
import { CollectionSession } from '#entities/orders/payment-collection/collection-session.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { lineOfVariant, useOrderEditShop } from '#test/support/order-edit-shop.ts'
import { endPaymentLeases, reconcile, useRemoteBank } from '#test/support/remote-bank.ts'
import type { Identified } from '#test/support/resources.ts'
import { waitUntil } from '#test/support/wait-until.ts'

let gate = Promise.withResolvers<void>()
const card = { timeoutMs: 60_000, wait: () => gate.promise, otherProviders: ['manual'] }
const used = await useRemoteBank(useOrderEditShop, card)
const { shop, orders, edits, rows, bank, recover, placeEditableOrder, option } = used
const { admin } = shop

const LINK_INVALID = 'This payment link is not valid any longer. Ask the shop for a new one.'

beforeEach(() => {
  gate = Promise.withResolvers()
})

const linkOf = async ({ id }: Identified, body: object = {}) =>
  (await expectSuccess(admin.post(`/admin/orders/${id}/payment-link`, body))).payment_link.token
const open = async (token: string) => (await expectSuccess(shop.get(`/store/payment-links/${token}`))).payment_link
const choose = (token: string, provider_id: string = bank.id) =>
  shop.post(`/store/payment-links/${token}/payment-session`, { provider_id })
const pay = (token: string, total: number) => shop.post(`/store/payment-links/${token}/complete`, { total })
const read = (order: Identified) => orders.readOrder(order)

/** The payments of the order that are not canceled. */
const paidFor = ({ id }: Identified) =>
  rows(
    `select provider_id, amount::int, captured_at is not null as captured from payment
     where order_id = ? and canceled_at is null order by created_at, id`,
    [id],
  )
const charged = () =>
  [...bank.ledger.values()].filter(({ status }) => status === 'authorized' || status === 'captured').length
const setCard = async (order: Identified, data: object) => {
  const [found] = await rows(
    `select s.id from payment_collection_session s join payment_collection c on c.id = s.payment_collection_id
     where c.order_id = ? order by s.created_at desc limit 1`,
    [order.id],
  )
  await changeRows(shop, CollectionSession, { id: String(found?.id) }, { data })
}

describe('a payment link of an order', () => {
  test('takes the amount of an invoice by card, and the order is captured at once', async () => {
    const { order } = await placeEditableOrder()
    expect(await paidFor(order)).toEqual([{ provider_id: 'manual', amount: 3600, captured: false }])
    const token = await linkOf(order)
    const shown = { type: 'order', status: 'promised', amount_due: 3600, payment_providers: [bank.id], cart: null }
    expect(await open(token)).toMatchObject({ ...shown, order: { id: order.id, total: 3600 } })
    await expectSuccess(choose(token))
    const paid = await expectSuccess(pay(token, 3600))
    expect(paid.payment_link).toMatchObject({ status: 'paid', amount_due: 0 })
    expect(await paidFor(order)).toEqual([{ provider_id: bank.id, amount: 3600, captured: true }])
    expect(await read(order)).toMatchObject({ payment_status: 'captured', difference_due: 0 })
    for (const reply of [admin.post(`/admin/orders/${order.id}/payment-link`, {}), choose(token)])
      await expectError(reply, 400, 'not_allowed', 'The order has no outstanding amount')
  })

  test('three tabs pay once', async () => {
    const { order } = await placeEditableOrder()
    const token = await linkOf(order)
    const before = charged()
    await expectSuccess(choose(token))
    await Promise.all([pay(token, 3600), pay(token, 3600), pay(token, 3600)])
    await Promise.all([choose(token), pay(token, 3600)])
    expect(await open(token)).toMatchObject({ status: 'paid', amount_due: 0 })
    expect(charged() - before).toBe(1)
    expect(await paidFor(order)).toEqual([{ provider_id: bank.id, amount: 3600, captured: true }])
  })

  test('an administrator captures the invoice while the card is charged, and the card is released', async () => {
    const { order } = await placeEditableOrder()
    const token = await linkOf(order)
    const before = charged()
    await expectSuccess(choose(token))
    await setCard(order, { card: 'slow' })
    const paying = pay(token, 3600)
    await waitUntil(async () => (await rows('select 1 from payment_attempt where asked_until is not null')).length > 0)
    await orders.act(order, 'capture')
    gate.resolve()
    expect((await paying).status).toBe(409)
    await recover()
    expect(await paidFor(order)).toEqual([{ provider_id: 'manual', amount: 3600, captured: true }])
    expect(charged() - before).toBe(0)
    expect(await open(token)).toMatchObject({ status: 'paid' })
  })

  test('a capture and a payment at the same time pay once', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { order } = await placeEditableOrder()
      const token = await linkOf(order)
      await expectSuccess(choose(token))
      await Promise.all([pay(token, 3600), orders.send(order, 'capture')])
      await recover()
      const payments = await paidFor(order)
      expect(payments).toMatchObject([{ amount: 3600, captured: true }])
      expect(await read(order)).toMatchObject({ payment_status: 'captured', difference_due: 0 })
    }
  })

  test('takes only the difference of an edit of a paid order, and follows the next edit', async () => {
    const { order, first } = await placeEditableOrder()
    await orders.act(order, 'capture')
    const raise = async (quantity: number) => {
      const edit = await edits.begin(order)
      await edits.change(edit, lineOfVariant(edit, first), quantity)
      await edits.act(edit, 'confirm')
    }
    await raise(3)
    const token = await linkOf(order)
    expect(await open(token)).toMatchObject({ status: 'open', amount_due: 1200, order: { total: 4800 } })
    await expectSuccess(choose(token))
    await raise(4)
    const before = charged()
    for (const agreed of [1200, 2400])
      await expectError(pay(token, agreed), 400, 'not_allowed', 'The total has changed. Read the payment link again.')
    expect(charged()).toBe(before)
    await expectSuccess(choose(token))
    await expectSuccess(pay(token, 2400))
    const payments = await paidFor(order)
    expect(payments.map(({ amount }) => amount)).toEqual([3600, 2400])
    await raise(5)
    expect(await open(token)).toMatchObject({ status: 'open', amount_due: 1200 })
    await expectSuccess(choose(token))
    await expectSuccess(pay(token, 1200))
    expect(await read(order)).toMatchObject({ payment_status: 'captured', difference_due: 0 })
  })

  test('a smaller order takes its new total', async () => {
    const { order, first } = await placeEditableOrder()
    const token = await linkOf(order)
    await expectSuccess(choose(token))
    const edit = await edits.begin(order)
    await edits.change(edit, lineOfVariant(edit, first), 1)
    await edits.act(edit, 'confirm')
    for (const agreed of [3600, 2400])
      await expectError(pay(token, agreed), 400, 'not_allowed', 'The total has changed. Read the payment link again.')
    expect(await open(token)).toMatchObject({ amount_due: 2400 })
    await expectSuccess(choose(token))
    await expectSuccess(pay(token, 2400))
    expect(await paidFor(order)).toEqual([{ provider_id: bank.id, amount: 2400, captured: true }])
  })

  test('a declined card changes nothing, and another try pays', async () => {
    const { order } = await placeEditableOrder()
    const token = await linkOf(order)
    await expectSuccess(choose(token))
    await setCard(order, { card: 'declined' })
    await expectError(pay(token, 3600), 400, 'invalid_data', 'Cart payment not authorized')
    expect(await paidFor(order)).toEqual([{ provider_id: 'manual', amount: 3600, captured: false }])
    const chosen = await expectSuccess(choose(token))
    expect(chosen.payment_link.payment_session).toMatchObject({ status: 'pending', data: {} })
    await expectSuccess(pay(token, 3600))
    expect(await open(token)).toMatchObject({ status: 'paid' })
  })

  test.each(['the earlier link', 'another link'])('%s pays after the payment collection was deleted', async (link) => {
    const { order } = await placeEditableOrder()
    const first = await linkOf(order)
    await expectSuccess(choose(first))
    for (let round = 0; round < 2; round += 1) {
      const [collection] = await rows('select id from payment_collection where order_id = ? and deleted_at is null', [
        order.id,
      ])
      await expectSuccess(admin.delete(`/admin/payment-collections/${collection?.id}`))
      expect(await open(first)).toMatchObject({ amount_due: 3600, payment_session: null })
      expect((await pay(first, 3600)).status).toBe(400)
      const token = link === 'another link' ? await linkOf(order) : first
      await expectSuccess(choose(token))
    }
    await expectSuccess(pay(first, 3600))
    expect(await paidFor(order)).toEqual([{ provider_id: bank.id, amount: 3600, captured: true }])
  })

  test('a lost answer of the provider is found later, and the order is captured', async () => {
    const { order } = await placeEditableOrder()
    const token = await linkOf(order)
    await expectSuccess(choose(token))
    await setCard(order, { card: 'lost' })
    expect((await pay(token, 3600)).status).toBe(409)
    await endPaymentLeases(shop)
    await reconcile(shop)
    await recover()
    expect(await paidFor(order)).toEqual([{ provider_id: bank.id, amount: 3600, captured: true }])
  })

  test('a refused capture leaves an authorized payment', async () => {
    const { order } = await placeEditableOrder()
    const token = await linkOf(order)
    await expectSuccess(choose(token))
    await setCard(order, { card: 'good', later: 'uncapturable' })
    await expectSuccess(pay(token, 3600))
    expect(await paidFor(order)).toEqual([{ provider_id: bank.id, amount: 3600, captured: false }])
    expect(await read(order)).toMatchObject({ payment_status: 'requires_action' })
    expect(await open(token)).toMatchObject({ status: 'paid', amount_due: 0 })
  })

  test('a customer promises to pay by invoice after a canceled payment, and can still pay by card', async () => {
    const { order } = await placeEditableOrder()
    await changeRows(shop, Payment, { order_id: order.id }, { canceled_at: new Date() })
    await changeRows(shop, Order, { id: order.id }, { difference_due: 3600 })
    const token = await linkOf(order)
    expect(await open(token)).toMatchObject({ status: 'open', payment_providers: [bank.id, 'manual'] })
    await expectSuccess(choose(token, 'manual'))
    const promised = await expectSuccess(pay(token, 3600))
    expect(promised.payment_link).toMatchObject({ status: 'promised', amount_due: 3600, payment_providers: [bank.id] })
    expect(await paidFor(order)).toEqual([{ provider_id: 'manual', amount: 3600, captured: false }])
    await expectSuccess(choose(token))
    await expectSuccess(pay(token, 3600))
    expect(await paidFor(order)).toEqual([{ provider_id: bank.id, amount: 3600, captured: true }])
  })

  test('is refused after the order is canceled, revoked links too, and an unknown provider changes nothing', async () => {
    const { order } = await placeEditableOrder()
    const token = await linkOf(order)
    expect((await pay(token, 3600)).status).toBe(400)
    for (const provider of ['nobody', 'system', '']) expect((await choose(token, provider)).status).toBe(400)
    await expectSuccess(admin.delete(`/admin/orders/${order.id}/payment-link`))
    await expectError(shop.get(`/store/payment-links/${token}`), 404, 'not_found', LINK_INVALID)
    const second = await linkOf(order)
    await expectSuccess(choose(second))
    await orders.act(order, 'cancel')
    await expectError(shop.get(`/store/payment-links/${second}`), 404, 'not_found', LINK_INVALID)
    expect((await pay(second, 3600)).status).toBe(404)
    expect((await admin.post(`/admin/orders/${order.id}/payment-link`, {})).status).toBe(400)
    expect((await admin.post('/admin/orders/order_of_nobody/payment-link', {})).status).toBe(404)
  })

  test('the order shows the end of its link to administrators, and no key', async () => {
    const { order } = await placeEditableOrder()
    await linkOf(order, { expires_in_days: 3, send: true, locale: 'de' })
    const { text, body } = await admin.get(`/admin/orders/${order.id}`)
    expect(body.order.payment_link_expires_at).toBeTruthy()
    expect(text).not.toContain('payment_link_key')
    expect((await shop.get(`/store/orders/${order.id}`)).text).not.toContain('payment_link')
    const [event] = await rows("select payload from event where name = 'order.payment_link_created'")
    expect(event).toMatchObject({ payload: { id: order.id, email: order.email, amount: 3600, locale: 'de' } })
  })

  test('a dry run creates no link', async () => {
    const { order } = await placeEditableOrder()
    await expectSuccess(admin.post(`/admin/orders/${order.id}/payment-link`, {}, { 'x-dry-run': 'true' }))
    const [row] = await rows('select payment_link_key from "order" where id = ?', [order.id])
    expect(row).toEqual({ payment_link_key: null })
  })
})

describe('a payment link of a swap', () => {
  async function createSwap() {
    const { order, first } = await placeEditableOrder()
    await orders.act(order, 'capture')
    await orders.ship(order)
    const dear = await shop.given.variant({ prices: [5000], stock: 5 })
    const line = lineOfVariant(order, first)
    const { swaps } = await orders.act(order, 'swaps', {
      return_items: [{ item_id: line.id, quantity: 1 }],
      additional_items: [{ variant_id: dear.id, quantity: 1 }],
    })
    const { swap } = await expectSuccess(admin.get(`/admin/swaps/${swaps.at(-1)?.id}`))
    await expectSuccess(shop.post(`/store/carts/${swap.cart_id}/shipping-methods`, { option_id: option.id }))
    return { order, swap }
  }
  const linkOfSwap = async ({ id }: Identified) =>
    (await expectSuccess(admin.post(`/admin/swaps/${id}/payment-link`, {}))).payment_link.token

  test('takes the difference once, and confirms the swap', async () => {
    const { order, swap } = await createSwap()
    const token = await linkOfSwap(swap)
    const link = await open(token)
    expect(link).toMatchObject({ type: 'swap', status: 'open', display_id: order.display_id, order: null })
    expect(link.amount_due).toBeGreaterThan(0)
    expect(link.amount_due).toBe(link.cart.total)
    await expectSuccess(choose(token))
    const before = charged()
    await Promise.all([pay(token, link.amount_due), pay(token, link.amount_due)])
    expect(charged() - before).toBe(1)
    expect(await open(token)).toMatchObject({ status: 'paid', amount_due: 0 })
    expect((await admin.post(`/admin/swaps/${swap.id}/payment-link`, {})).status).toBe(400)
    const { swap: paid } = await expectSuccess(admin.get(`/admin/swaps/${swap.id}`))
    expect(paid).toMatchObject({ payment_status: 'awaiting', difference_due: link.amount_due })
  })

  test('ends when the swap is canceled, or the link is revoked', async () => {
    const { order, swap } = await createSwap()
    const first = await linkOfSwap(swap)
    await expectSuccess(admin.delete(`/admin/swaps/${swap.id}/payment-link`))
    expect((await shop.get(`/store/payment-links/${first}`)).status).toBe(404)
    const second = await linkOfSwap(swap)
    await expectSuccess(admin.post(`/admin/returns/${swap.return_order.id}/cancel`))
    await orders.act(order, `swaps/${swap.id}/cancel`)
    expect((await shop.get(`/store/payment-links/${second}`)).status).toBe(404)
  })
})
