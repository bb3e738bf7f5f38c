import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { manualFulfillment } from '#server/providers/manual.ts'
import { dummyCard } from '#test/support/dummy-card.ts'
import type { Region } from '#test/support/resources.ts'

import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { providersWith } from '#test/support/test-payment.ts'
import { untyped } from '#test/support/untyped.ts'

/* Invalid responses of providers. */

const card = dummyCard()
const fulfillmentProvider = { ...manualFulfillment }
let shop: TestShop
let region: Region
beforeAll(async () => {
  const providers = { ...providersWith(card), fulfillment: new Map([['manual', fulfillmentProvider]]) }
  shop = await openTestShop({ providers, config: { logLevel: 'silent' } })
  region = await shop.given.region({ payment_providers: [card.id] })
})
afterAll(() => shop[Symbol.asyncDispose]())
const { authorize, initiate } = card
beforeEach(() => {
  Object.assign(card, { authorize, initiate })
  Object.assign(fulfillmentProvider, manualFulfillment)
})

const INVALID_RESPONSES: [string, unknown][] = [
  ['nothing', undefined],
  ['null', null],
  ['a text', 'ok'],
  ['an unknown status', { status: 'paid', data: {} }],
  ['no data', { status: 'authorized' }],
  ['data that cannot be stored', { status: 'authorized', data: { text: '\0' } }],
]

describe('invalid authorizations', () => {
  test.each(
    INVALID_RESPONSES,
  )('an authorization that returns %s places no order and can be repeated', async (_, answer) => {
    const cart = await shop.given.payableCart({ region, lines: [[await shop.given.variant({ stock: 9 }), 1]] })
    await shop.post(`/store/carts/${cart.id}/payment-sessions/${card.id}`, { data: { card: 'good' } })
    card.authorize = async () => untyped(answer)
    const reply = await shop.post(`/store/carts/${cart.id}/complete`)
    expect([reply.status, reply.body.type]).toEqual([409, 'conflict'])
    card.authorize = authorize
    expect((await shop.post(`/store/carts/${cart.id}/complete`)).body.type).toBe('order')
  })
})

describe('invalid initiations', () => {
  test.each([
    ...INVALID_RESPONSES,
    ['a list', { data: [] }] as const,
  ])('an initiation that returns %s creates no session and can be repeated', async (_, answer) => {
    const cart = await shop.given.cart({ region })
    await shop.post(`/store/carts/${cart.id}`, { email: 'ada@example.com' })
    card.initiate = async () => untyped(answer)
    const { status, body } = await shop.post(`/store/carts/${cart.id}/payment-sessions`)
    expect([status, body.type]).toEqual([409, 'conflict'])
    card.initiate = initiate
    const { cart: cartWithSession } = (await shop.post(`/store/carts/${cart.id}/payment-sessions`)).body
    expect(cartWithSession.payment_session).toMatchObject({ status: 'pending', data: {} })
  })
})

describe('invalid fulfillment prices', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['throws', () => Promise.reject(new Error('socket hang up'))],
    ['calculates nothing', async () => undefined],
    ['calculates NaN', async () => Number.NaN],
    ['calculates a fraction of a cent', async () => 1.5],
    ['calculates a negative price', async () => -500],
    ['calculates a price beyond the maximum', async () => 2 ** 40],
  ])('a fulfillment provider that %s adds no shipping method', async (_, calculatePrice) => {
    fulfillmentProvider.canCalculate = async () => true
    const over = { price_type: 'calculated', amount: null }
    const option = await shop.given.shippingOption(region, over)
    const cart = await shop.given.cart({ region, lines: [[await shop.given.variant({ stock: 9 }), 1]] })
    fulfillmentProvider.calculatePrice = untyped(calculatePrice)
    const reply = await shop.post(`/store/carts/${cart.id}/shipping-methods`, { option_id: option.id })
    expect([reply.status, reply.body.type]).toEqual([409, 'conflict'])
    expect((await shop.get(`/store/carts/${cart.id}`)).body.cart.shipping_methods).toEqual([])
  })
})
