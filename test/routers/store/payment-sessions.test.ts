import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import type { Json } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { providersWith, testPayment } from '#test/support/test-payment.ts'

const card = testPayment()
let shop: TestShop
let manualOnly: Json
let both: Json
beforeAll(async () => {
  shop = await openTestShop({ providers: providersWith(card) })
  manualOnly = await shop.given.region()
  both = await shop.given.region({ payment_providers: ['card', 'manual'] })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  card.calls.length = 0
})

const start = async ({ id }: Json): Promise<Json> => (await shop.post(`/store/carts/${id}/payment-sessions`)).body.cart
const select = ({ id }: Json, provider_id: string) => shop.post(`/store/carts/${id}/payment-session`, { provider_id })
const at = ({ id }: Json, provider_id: string) => `/store/carts/${id}/payment-sessions/${provider_id}`
const sessionOf = (cart: Json, id: string): Json => cart.payment_sessions.find((s: Json) => s.provider_id === id)
const add = async ({ id }: Json) =>
  (await shop.post(`/store/carts/${id}/line-items`, { variant_id: (await shop.given.variant()).id, quantity: 1 })).body
    .cart

describe('making the sessions', () => {
  test('begins and selects the only provider of the region, and tells whose the cart is', async () => {
    const cart = await start(await shop.given.cart({ region: manualOnly }))
    expect(cart.payment_session).toMatchObject({
      provider_id: 'manual',
      is_selected: true,
      is_initiated: true,
      status: 'pending',
      amount: 1200,
      data: { status: 'pending' },
    })
    expect(cart.payment_sessions).toEqual([cart.payment_session])
    expect(cart.customer).toBeNull()
  })

  test('offers each of several providers and begins none', async () => {
    const cart = await start(await shop.given.cart({ region: both }))
    expect(cart.payment_sessions).toHaveLength(2)
    for (const session of cart.payment_sessions)
      expect(session).toMatchObject({ is_selected: null, is_initiated: false, amount: 1200, data: {} })
    expect(cart).not.toHaveProperty('payment_session')
    expect(card.calls).toEqual([])
  })

  test('is done for each cart and at each time, though a storefront sends one key for all', async () => {
    const key = { 'idempotency-key': 'create_payment_session_key' }
    const make = ({ id }: Json) => shop.post(`/store/carts/${id}/payment-sessions`, undefined, key)
    const [one, other] = [await shop.given.cart({ region: manualOnly }), await shop.given.cart({ region: manualOnly })]
    const first = await make(one)
    expect(await make(other)).toMatchObject({ status: 200, body: { cart: { id: other.id } } })
    await shop.delete(at(one, 'manual'))
    const again = await make(one)
    expect(again.body.cart.payment_session.id).not.toBe(first.body.cart.payment_session.id)
  })

  test('again keeps those that are there', async () => {
    const cart = await start(await shop.given.cart({ region: manualOnly }))
    expect((await start(cart)).payment_session.id).toBe(cart.payment_session.id)
  })

  test('takes away what the region does not have any more', async () => {
    const region = await shop.given.region({ payment_providers: ['card', 'manual'] })
    const cart = await start(await shop.given.cart({ region }))
    await select(cart, 'card')
    await shop.admin.post(`/admin/regions/${region.id}`, { payment_providers: ['manual'] })
    expect((await start(cart)).payment_sessions).toMatchObject([{ provider_id: 'manual', is_selected: true }])
    expect(card.calls).toEqual(['initiate 1200', 'delete'])
  })

  test('makes none where there is nothing to pay', async () => {
    expect((await start(await shop.given.cart({ region: manualOnly, lines: [] }))).payment_sessions).toEqual([])
  })
})

describe('selecting a session', () => {
  test('begins it at its provider and ends the one before', async () => {
    const cart = await start(await shop.given.cart({ region: both }))
    const byCard = (await select(cart, 'card')).body.cart
    expect(byCard.payment_session).toMatchObject({ provider_id: 'card', is_selected: true, data: { amount: 1200 } })
    const byHand = (await select(cart, 'manual')).body.cart
    expect(byHand.payment_session).toMatchObject({ provider_id: 'manual', is_selected: true })
    expect(sessionOf(byHand, 'card')).toMatchObject({ is_selected: null, is_initiated: false, data: {} })
    expect(card.calls).toEqual(['initiate 1200', 'delete'])
  })

  test('needs a provider of the region, and its session', async () => {
    const cart = await shop.given.cart({ region: manualOnly })
    const foreign = 'The payment method is not available in this region'
    await expectError(select(cart, 'card'), 400, 'not_allowed', foreign)
    await expectError(select(cart, 'manual'), 400, 'invalid_data', 'Could not find payment session')
  })
})

test('a session follows what the cart costs, at its provider too', async () => {
  const cart = await start(await shop.given.cart({ region: both }))
  await select(cart, 'card')
  const more = await add(cart)
  expect(more.payment_session).toMatchObject({ provider_id: 'card', amount: 2400, data: { amount: 2400 } })
  expect(sessionOf(more, 'manual').amount).toBe(2400)
  expect(card.calls).toEqual(['initiate 1200', 'update 2400'])
})

test('data for a provider are merged into its session, which is selected', async () => {
  const cart = await start(await shop.given.cart({ region: both }))
  const { payment_session } = (await shop.post(at(cart, 'manual'), { data: { token: 'x' } })).body.cart
  expect(payment_session).toMatchObject({ provider_id: 'manual', data: { status: 'pending', token: 'x' } })
  await expectError(shop.post(at(cart, 'manual'), { data: 'x' }), 400, 'invalid_data', 'data must be an object')
  const foreign = 'The payment method is not available in this region'
  await expectError(shop.post(at(cart, 'pigeon'), { data: {} }), 400, 'not_allowed', foreign)
})

test('a session can be deleted, and one that is not there is no fault', async () => {
  const cart = await start(await shop.given.cart({ region: manualOnly }))
  expect((await shop.delete(at(cart, 'pigeon'))).body.cart.payment_sessions).toHaveLength(1)
  const { payment_sessions } = (await shop.delete(at(cart, 'manual'))).body.cart
  expect(payment_sessions).toEqual([])
})

describe('refreshing a session', () => {
  test('begins it anew, and it stays selected', async () => {
    const cart = await start(await shop.given.cart({ region: manualOnly }))
    const refreshed = (await shop.post(`${at(cart, 'manual')}/refresh`)).body.cart
    expect(refreshed.payment_sessions).toMatchObject([{ provider_id: 'manual', is_selected: true, amount: 1200 }])
    expect(refreshed.payment_sessions[0].id).not.toBe(cart.payment_session.id)
    expect(refreshed.payment_session).toEqual(refreshed.payment_sessions[0])
    expect((await start(cart)).payment_session.id).toBe(refreshed.payment_sessions[0].id)
  })

  test('that is not selected or not there changes nothing', async () => {
    const cart = await start(await shop.given.cart({ region: both }))
    for (const provider of ['card', 'pigeon']) {
      const { payment_sessions } = (await shop.post(`${at(cart, provider)}/refresh`)).body.cart
      expect(payment_sessions.map((s: Json) => s.id)).toEqual(cart.payment_sessions.map((s: Json) => s.id))
    }
    expect(card.calls).toEqual([])
  })
})
