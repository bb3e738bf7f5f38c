import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import type { Cart, Identified, Region } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { providersWith, testPayment } from '#test/support/test-payment.ts'

const card = testPayment()
let shop: TestShop
let manualOnly: Region
let twoProviders: Region
beforeAll(async () => {
  shop = await openTestShop({ providers: providersWith(card) })
  manualOnly = await shop.given.region()
  twoProviders = await shop.given.region({ payment_providers: ['card', 'manual'] })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  card.calls.length = 0
})

const createSessions = async ({ id }: Identified) => (await shop.post(`/store/carts/${id}/payment-sessions`)).body.cart
const select = ({ id }: Identified, provider_id: string) =>
  shop.post(`/store/carts/${id}/payment-session`, { provider_id })
const sessionPath = ({ id }: Identified, provider_id: string) => `/store/carts/${id}/payment-sessions/${provider_id}`
const sessionOf = (cart: Cart, id: string) => cart.payment_sessions.find((s) => s.provider_id === id)!
const addLine = async ({ id }: Identified) =>
  (await shop.post(`/store/carts/${id}/line-items`, { variant_id: (await shop.given.variant()).id, quantity: 1 })).body
    .cart

describe('creating payment sessions', () => {
  test('the only provider of a region is initiated and selected', async () => {
    const cart = await createSessions(await shop.given.cart({ region: manualOnly }))
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

  test('several providers get sessions that are not initiated', async () => {
    const cart = await createSessions(await shop.given.cart({ region: twoProviders }))
    expect(cart.payment_sessions).toHaveLength(2)
    for (const session of cart.payment_sessions)
      expect(session).toMatchObject({ is_selected: null, is_initiated: false, amount: 1200, data: {} })
    expect(cart).not.toHaveProperty('payment_session')
    expect(card.calls).toEqual([])
  })

  test('an idempotency key shared by carts creates sessions for each cart', async () => {
    const key = { 'idempotency-key': 'create_payment_session_key' }
    const make = ({ id }: Identified) => shop.post(`/store/carts/${id}/payment-sessions`, undefined, key)
    const [one, other] = [await shop.given.cart({ region: manualOnly }), await shop.given.cart({ region: manualOnly })]
    const first = await make(one)
    expect(await make(other)).toMatchObject({ status: 200, body: { cart: { id: other.id } } })
    await shop.delete(sessionPath(one, 'manual'))
    const again = await make(one)
    expect(again.body.cart.payment_session.id).not.toBe(first.body.cart.payment_session.id)
  })

  test('repeating the request keeps existing sessions', async () => {
    const cart = await createSessions(await shop.given.cart({ region: manualOnly }))
    expect((await createSessions(cart)).payment_session.id).toBe(cart.payment_session.id)
  })

  test('sessions of removed providers are deleted', async () => {
    const region = await shop.given.region({ payment_providers: ['card', 'manual'] })
    const cart = await createSessions(await shop.given.cart({ region }))
    await select(cart, 'card')
    await shop.admin.post(`/admin/regions/${region.id}`, { payment_providers: ['manual'] })
    expect((await createSessions(cart)).payment_sessions).toMatchObject([{ provider_id: 'manual', is_selected: true }])
    expect(card.calls).toEqual(['initiate 1200', 'delete'])
  })

  test('a cart with a total of zero has no sessions', async () => {
    expect((await createSessions(await shop.given.cart({ region: manualOnly, lines: [] }))).payment_sessions).toEqual(
      [],
    )
  })
})

describe('selecting a payment session', () => {
  test('selecting a session initiates it and deletes the previous one at its provider', async () => {
    const cart = await createSessions(await shop.given.cart({ region: twoProviders }))
    const byCard = (await select(cart, 'card')).body.cart
    expect(byCard.payment_session).toMatchObject({ provider_id: 'card', is_selected: true, data: { amount: 1200 } })
    const byHand = (await select(cart, 'manual')).body.cart
    expect(byHand.payment_session).toMatchObject({ provider_id: 'manual', is_selected: true })
    expect(sessionOf(byHand, 'card')).toMatchObject({ is_selected: null, is_initiated: false, data: {} })
    expect(card.calls).toEqual(['initiate 1200', 'delete'])
  })

  test('selecting a session needs a provider of the region and an existing session', async () => {
    const cart = await shop.given.cart({ region: manualOnly })
    const foreign = 'The payment method is not available in this region'
    await expectError(select(cart, 'card'), 400, 'not_allowed', foreign)
    await expectError(select(cart, 'manual'), 400, 'invalid_data', 'Could not find payment session')
  })
})

test('a change of the cart updates the amount of its session at the provider', async () => {
  const cart = await createSessions(await shop.given.cart({ region: twoProviders }))
  await select(cart, 'card')
  const more = await addLine(cart)
  expect(more.payment_session).toMatchObject({ provider_id: 'card', amount: 2400, data: { amount: 2400 } })
  expect(sessionOf(more, 'manual').amount).toBe(2400)
  expect(card.calls).toEqual(['initiate 1200', 'update 2400'])
})

test('an update merges the data of a session and selects it', async () => {
  const cart = await createSessions(await shop.given.cart({ region: twoProviders }))
  const { payment_session } = (await shop.post(sessionPath(cart, 'manual'), { data: { token: 'x' } })).body.cart
  expect(payment_session).toMatchObject({ provider_id: 'manual', data: { status: 'pending', token: 'x' } })
  await expectError(
    shop.post(sessionPath(cart, 'manual'), { data: 'x' }),
    400,
    'invalid_data',
    'data must be an object',
  )
  const foreign = 'The payment method is not available in this region'
  await expectError(shop.post(sessionPath(cart, 'pigeon'), { data: {} }), 400, 'not_allowed', foreign)
})

test('deleting a session is idempotent', async () => {
  const cart = await createSessions(await shop.given.cart({ region: manualOnly }))
  expect((await shop.delete(sessionPath(cart, 'pigeon'))).body.cart.payment_sessions).toHaveLength(1)
  const { payment_sessions } = (await shop.delete(sessionPath(cart, 'manual'))).body.cart
  expect(payment_sessions).toEqual([])
})

describe('refreshing a payment session', () => {
  test('a refresh replaces a session and keeps it selected', async () => {
    const cart = await createSessions(await shop.given.cart({ region: manualOnly }))
    const refreshed = (await shop.post(`${sessionPath(cart, 'manual')}/refresh`)).body.cart
    expect(refreshed.payment_sessions).toMatchObject([{ provider_id: 'manual', is_selected: true, amount: 1200 }])
    expect(refreshed.payment_sessions[0].id).not.toBe(cart.payment_session.id)
    expect(refreshed.payment_session).toEqual(refreshed.payment_sessions[0])
    expect((await createSessions(cart)).payment_session.id).toBe(refreshed.payment_sessions[0].id)
  })

  test('a refresh of an unselected or unknown session changes nothing', async () => {
    const cart = await createSessions(await shop.given.cart({ region: twoProviders }))
    for (const provider of ['card', 'pigeon']) {
      const { payment_sessions } = (await shop.post(`${sessionPath(cart, provider)}/refresh`)).body.cart
      expect(payment_sessions.map((s) => s.id)).toEqual(cart.payment_sessions.map((s) => s.id))
    }
    expect(card.calls).toEqual([])
  })
})
