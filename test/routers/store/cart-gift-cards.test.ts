import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { hoursAgo } from '#test/support/aged-rows.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Cart, Identified, Region } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region({ gift_cards_taxable: false })
})
afterAll(() => shop[Symbol.asyncDispose]())

const apply = (cart: Identified, ...codes: string[]) =>
  shop.post(`/store/carts/${cart.id}`, { gift_cards: codes.map((code) => ({ code })) })
const applyAndRead = async (cart: Cart, ...codes: string[]) => (await apply(cart, ...codes)).body.cart
const complete = (cart: Identified) => shop.post(`/store/carts/${cart.id}/complete`)
const balance = async ({ id }: Identified) => (await shop.admin.get(`/admin/gift-cards/${id}`)).body.gift_card
const inOneYear = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000).toISOString()

describe('the gift cards of a cart', () => {
  test('a gift card reduces the total after taxes', async () => {
    const option = await shop.given.shippingOption(region)
    const cart = await shop.given.payableCart({ region, option })
    const { code } = await shop.given.giftCard(region, 500)
    const withGiftCard = await applyAndRead(cart, code, code)
    expect(withGiftCard).toMatchObject({ gift_card_total: 500, gift_card_tax_total: 0, tax_total: 300, total: 1300 })
    expect(withGiftCard.gift_cards).toMatchObject([{ code, balance: 500 }])
    expect(await applyAndRead(cart)).toMatchObject({ gift_cards: [], total: 1800 })
  })

  test('a taxable gift card also reduces the tax', async () => {
    const taxing = await shop.given.region({ gift_cards_taxable: true })
    const option = await shop.given.shippingOption(taxing)
    const cart = await shop.given.payableCart({ region: taxing, option })
    const part = await shop.given.giftCard(taxing, 500)
    expect(await applyAndRead(cart, part.code)).toMatchObject({
      gift_card_total: 500,
      gift_card_tax_total: 100,
      total: 1200,
    })
    const whole = await shop.given.giftCard(taxing, 100_000)
    expect(await applyAndRead(cart, whole.code)).toMatchObject({
      gift_card_total: 1500,
      gift_card_tax_total: 300,
      total: 0,
      payment_sessions: [],
    })
  })

  test('an unknown, disabled, expired or foreign gift card is rejected', async () => {
    const cart = await shop.given.cart({ region })
    const unknown = 'Gift card with code: NONE was not found'
    await expectError(apply(cart, 'NONE'), 404, 'not_found', unknown)
    const disabled = await shop.given.giftCard(region, 500, { is_disabled: true })
    await expectError(apply(cart, disabled.code), 400, 'not_allowed', 'The gift card is disabled')
    const foreign = await shop.given.giftCard(await shop.given.region(), 500)
    const message = 'The gift card cannot be used in the current region'
    await expectError(apply(cart, foreign.code), 400, 'invalid_data', message)
    const ended = await shop.given.giftCard(region, 500)
    await expireNow(ended)
    await expectError(apply(cart, ended.code), 400, 'not_allowed', 'The gift card is expired')
    const { code } = await shop.given.giftCard(region, 500)
    const lower = `Gift card with code: ${code.toLowerCase()} was not found`
    await expectError(apply(cart, code.toLowerCase()), 404, 'not_found', lower)
  })
})

describe('completing a cart with gift cards', () => {
  test('gift cards are used in the order of their expiry and then of their balance', async () => {
    const [small, big] = [await shop.given.giftCard(region, 300), await shop.given.giftCard(region, 500)]
    const ending = await shop.given.giftCard(region, 400, { ends_at: inOneYear })
    const order = await shop.given.order({
      region: region,
      lines: [[await shop.given.variant({ prices: [833] }), 1]],
      gift_cards: [big.code, small.code, ending.code],
    })
    const spent = Object.fromEntries(order.gift_card_transactions.map((t) => [t.gift_card_id, t.amount]))
    expect(spent).toEqual({ [ending.id]: 400, [small.id]: 300, [big.id]: 300 })
    expect(order).toMatchObject({ total: 0, gift_card_total: 1000, payments: [], gift_cards: [{}, {}, {}] })
    expect(await balance(small)).toMatchObject({ balance: 0, is_disabled: true })
    expect(await balance(big)).toMatchObject({ balance: 200, is_disabled: false })
  })

  test('an expired gift card blocks the completion before the payment', async () => {
    const card = await shop.given.giftCard(region, 500)
    const cart = await shop.given.payableCart({ region, gift_cards: [card.code] })
    await expireNow(card)
    await expectError(complete(cart), 400, 'not_allowed', 'The gift card is expired')
    expect((await shop.get(`/store/carts/${cart.id}`)).body.cart.payment_session.status).toBe('pending')
  })

  test('a disabled gift card blocks the completion', async () => {
    const card = await shop.given.giftCard(region, 500)
    const cart = await shop.given.payableCart({ region, gift_cards: [card.code] })
    await expectSuccess(shop.admin.post(`/admin/gift-cards/${card.id}`, { is_disabled: true }))
    await expectError(complete(cart), 400, 'not_allowed', 'The gift card is disabled')
  })

  test('a gift card emptied by another cart increases the amount due, which needs a new authorization', async () => {
    const card = await shop.given.giftCard(region, 500)
    const [first, second] = [
      await shop.given.payableCart({ region, gift_cards: [card.code] }),
      await shop.given.payableCart({ region, gift_cards: [card.code] }),
    ]
    expect((await complete(first)).body).toMatchObject({ type: 'order', data: { total: 700, paid_total: 700 } })
    const secondReply = (await complete(second)).body
    expect(secondReply).toMatchObject({
      type: 'cart',
      payment_status: 'requires_more',
      data: { total: 1200, payment_session: { amount: 1200 } },
    })
    expect((await complete(second)).body).toMatchObject({ type: 'order', data: { total: 1200, paid_total: 1200 } })
  })

  test('a lower discount needs a new agreement if a gift card pays for it', async () => {
    const card = await shop.given.giftCard(region, 5000)
    const discount = await shop.given.discount(region, { value: 50 })
    const lowerDiscount = () =>
      shop.admin.post(`/admin/discounts/${discount.id}`, { rule: { id: discount.rule_id, value: 10 } })
    const cart = await shop.given.payableCart({ region, gift_cards: [card.code], discounts: [discount.code] })
    expect(cart).toMatchObject({ total: 0, gift_card_total: 600, payment_sessions: [] })
    await expectSuccess(lowerDiscount())
    expect((await complete(cart)).body).toMatchObject({
      type: 'cart',
      payment_status: 'requires_more',
      data: { total: 0, gift_card_total: 1080, payment_sessions: [] },
    })
    expect(await balance(card)).toMatchObject({ balance: 5000 })
    expect((await complete(cart)).body).toMatchObject({ type: 'order', data: { total: 0, gift_card_total: 1080 } })
    expect(await balance(card)).toMatchObject({ balance: 3920 })
  })

  test('a customer who changes a cart that gift cards pay agrees to its new amounts', async () => {
    const region = await shop.given.region({ gift_cards_taxable: false })
    const card = await shop.given.giftCard(region, 5000)
    const cart = await shop.given.payableCart({ region, gift_cards: [card.code] })
    const [line] = cart.items
    const changed = await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items/${line!.id}`, { quantity: 2 }))
    expect(changed.cart).toMatchObject({ total: 0, gift_card_total: 2400 })
    expect((await complete(cart)).body).toMatchObject({ type: 'order', data: { gift_card_total: 2400 } })
  })

  test('a gift card that moved to another region does not pay in the carts of its old region', async () => {
    const card = await shop.given.giftCard(region, 5000)
    const cart = await shop.given.payableCart({ region, gift_cards: [card.code] })
    expect(cart).toMatchObject({ total: 0, gift_card_total: 1200 })
    const { id: region_id } = await shop.given.region()
    await expectSuccess(shop.admin.post(`/admin/gift-cards/${card.id}`, { region_id }))
    expect((await shop.get(`/store/carts/${cart.id}`)).body.cart).toMatchObject({
      gift_cards: [],
      gift_card_total: 0,
      total: 1200,
    })
    expect((await complete(cart)).status).toBe(400)
    await expectSuccess(shop.post(`/store/carts/${cart.id}/payment-sessions`))
    expect((await complete(cart)).body).toMatchObject({ type: 'order', data: { total: 1200, gift_card_total: 0 } })
    expect(await balance(card)).toMatchObject({ balance: 5000 })
  })

  test('the gift card totals of an order do not depend on later changes of the card or its tax', async () => {
    const taxing = await shop.given.region({ gift_cards_taxable: true })
    const card = await shop.given.giftCard(taxing, 500)
    const cart = await shop.given.payableCart({ region: taxing, gift_cards: [card.code] })
    const order = (await complete(cart)).body.data
    await expectSuccess(shop.admin.post(`/admin/regions/${taxing.id}`, { gift_cards_taxable: false }))
    await changeRows(shop, GiftCard, { id: card.id }, { tax_rate: 1, balance: 400 })
    const withGiftCard = { gift_card_total: 500, gift_card_tax_total: 100, total: 600 }
    expect((await shop.get(`/store/orders/${order.id}`)).body.order).toMatchObject(withGiftCard)
    expect((await shop.get(`/store/carts/${cart.id}`)).body.cart).toMatchObject(withGiftCard)
    await expectSuccess(shop.admin.delete(`/admin/gift-cards/${card.id}`))
    expect((await shop.get(`/store/carts/${cart.id}`)).body.cart).toMatchObject(withGiftCard)
    const { total } = (await shop.get(`/store/carts/${cart.id}/totals/explain`)).body
    expect(total.amount).toBe(600)
  })

  test('buying a gift card issues a card for each unit', async () => {
    const variant = await shop.given.variant({ is_giftcard: true, options: [{ title: 'Value' }], prices: [5000] })
    const order = await shop.given.order({ region, lines: [[variant, 2]] })
    expect(order.items).toMatchObject([{ is_giftcard: true, allow_discounts: false, subtotal: 10_000, tax_total: 0 }])
    const { gift_cards } = (await shop.admin.get(`/admin/gift-cards?q=${order.display_id}`)).body
    const issued = gift_cards.filter((card) => card.order_id === order.id)
    expect(issued).toHaveLength(2)
    for (const card of issued) {
      expect(card).toMatchObject({ value: 5000, balance: 5000, region_id: region.id, tax_rate: null })
      expect(card.code).toMatch(/^[A-Z0-9]{4}(-[A-Z0-9]{4}){3}$/)
    }
  })
})

const expireNow = ({ id }: Identified) =>
  expectSuccess(shop.admin.post(`/admin/gift-cards/${id}`, { ends_at: hoursAgo(1) }))
