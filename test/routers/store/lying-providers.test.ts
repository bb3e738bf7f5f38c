import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { manualFulfillment } from '#server/providers/manual.ts'
import { dummyCard } from '#test/support/dummy-card.ts'
import type { Json } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { providersWith } from '#test/support/test-payment.ts'

/* Providers are programs of others: what they answer may be anything. */

const card = dummyCard()
const parcels = { ...manualFulfillment }
let shop: TestShop
let region: Json
beforeAll(async () => {
  const providers = { ...providersWith(card), fulfillment: new Map([['manual', parcels]]) }
  shop = await openTestShop({ providers, config: { logLevel: 'silent' } })
  region = await shop.given.region({ payment_providers: [card.id] })
})
afterAll(() => shop[Symbol.asyncDispose]())
const { authorize, initiate } = card
beforeEach(() => {
  Object.assign(card, { authorize, initiate })
  Object.assign(parcels, manualFulfillment)
})

const GARBAGE: [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['a text', 'ok'],
  ['a status that there is not', { status: 'paid', data: {} }],
  ['no data', { status: 'authorized' }],
  ['data that cannot be kept', { status: 'authorized', data: { text: '\0' } }],
]

describe('a payment provider that answers', () => {
  test.each(GARBAGE)('%s makes no order, and is asked again', async (_, answer) => {
    const cart = await shop.given.payableCart({ region, lines: [[await shop.given.variant({ stock: 9 }), 1]] })
    await shop.post(`/store/carts/${cart.id}/payment-sessions/${card.id}`, { data: { card: 'good' } })
    card.authorize = async () => answer as never
    const reply = await shop.post(`/store/carts/${cart.id}/complete`)
    expect([reply.status, reply.body.type]).toEqual([409, 'conflict'])
    card.authorize = authorize
    expect((await shop.post(`/store/carts/${cart.id}/complete`)).body.type).toBe('order')
  })
})

describe('a payment provider that begins with', () => {
  test.each([...GARBAGE, ['a list', { data: [] }] as const])('%s begins nothing', async (_, answer) => {
    const cart = await shop.given.cart({ region })
    await shop.post(`/store/carts/${cart.id}`, { email: 'ada@example.com' })
    card.initiate = async () => answer as never
    const { status, body } = await shop.post(`/store/carts/${cart.id}/payment-sessions`)
    expect([status, body.type]).toEqual([409, 'conflict'])
    card.initiate = initiate
    const { cart: begun } = (await shop.post(`/store/carts/${cart.id}/payment-sessions`)).body
    expect(begun.payment_session).toMatchObject({ status: 'pending', data: {} })
  })
})

describe('a fulfillment provider that', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['throws', () => Promise.reject(new Error('socket hang up'))],
    ['calculates nothing', async () => undefined],
    ['calculates no number', async () => Number.NaN],
    ['calculates a part of a cent', async () => 1.5],
    ['would pay for it', async () => -500],
    ['calculates more than there is', async () => 2 ** 40],
  ])('%s has no cart shipped at that price', async (_, calculatePrice) => {
    parcels.canCalculate = async () => true
    const over = { price_type: 'calculated', amount: null } as never
    const option = await shop.given.shippingOption(region, over)
    const cart = await shop.given.payableCart({ region, lines: [[await shop.given.variant({ stock: 9 }), 1]] })
    parcels.calculatePrice = calculatePrice as never
    const reply = await shop.post(`/store/carts/${cart.id}/shipping-methods`, { option_id: option.id })
    expect([reply.status, reply.body.type]).toEqual([409, 'conflict'])
    expect((await shop.get(`/store/carts/${cart.id}`)).body.cart.shipping_methods).toEqual([])
  })
})
