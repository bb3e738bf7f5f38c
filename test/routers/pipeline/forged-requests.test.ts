import { afterAll, beforeAll, expect, test } from 'vitest'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

/* Cross-site requests carry the cookie of the user but not the user's intent. */

const LOGIN = { email: 'admin@example.com', password: 'correct horse' }
const OFFICE = 'https://office.example'
const STORE = 'https://store.example'
const STRANGE = ['https://strange.example', 'https://office.example.strange.example', 'null', '']
const REFUSAL = [403, 'forbidden', 'Request blocked: the origin is not listed in ADMIN_CORS or STORE_CORS'] as const

let shop: TestShop
let user: CookieClient
let customer: Caller
beforeAll(async () => {
  shop = await openTestShop({ config: { adminCors: [OFFICE, /\.office\.example$/g], storeCors: [STORE] } })
  user = new CookieClient(shop.url)
  await user.post('/admin/auth', LOGIN)
  customer = await shop.given.customer()
})
afterAll(() => shop[Symbol.asyncDispose]())

const nameOfStore = async () => (await expectSuccess(shop.admin.get('/admin/store'))).store.name

test('a cross-site change with the cookie of a user is rejected', async () => {
  const before = await nameOfStore()
  for (const origin of [...STRANGE, STORE]) {
    await expectError(user.post('/admin/store', { name: 'Forged' }, { origin }), ...REFUSAL)
    await expectError(user.delete('/admin/auth', undefined, { origin }), ...REFUSAL)
    const reply = await user.post('/trpc/admin.store.update', { json: { name: 'Forged' } }, { origin })
    expect([reply.status, reply.body.error.json.data.type]).toEqual([403, 'forbidden'])
  }
  expect(await nameOfStore()).toBe(before)
})

test.each([
  ['a client without an origin', {}],
  ['a configured origin', { origin: OFFICE }],
  ['an origin that matches a pattern', { origin: 'https://new.office.example' }],
  ['an origin that matches a pattern again', { origin: 'https://new.office.example' }],
])('%s may change data with the cookie of a user', async (_, headers: Record<string, string>) => {
  expect((await user.post('/admin/store', { name: 'Renamed' }, headers)).status).toBe(200)
  expect((await user.post('/trpc/admin.store.update', { json: { name: 'Renamed' } }, headers)).status).toBe(200)
})

test("the shop's own origin may change data with the cookie of a user", async () => {
  expect((await user.post('/admin/store', { name: 'Renamed' }, { origin: shop.url })).status).toBe(200)
})

test('any origin may read, get a token and use it', async () => {
  const [origin] = STRANGE as [string]
  expect((await user.get('/admin/store', { origin })).status).toBe(200)
  const { access_token } = await expectSuccess(shop.post('/admin/auth/token', LOGIN, { origin }))
  const tokens = [
    ['authorization', `Bearer ${access_token}`] as const,
    ['x-medusa-access-token', access_token] as const,
  ]
  for (const [header, token] of tokens)
    expect((await shop.post('/admin/store', { name: 'By token' }, { [header]: token, origin })).status).toBe(200)
  // The cookie is sent too, but the token takes precedence.
  const headersWithToken = { authorization: `Bearer ${access_token}`, origin }
  expect((await user.post('/admin/store', { name: 'By token' }, headersWithToken)).status).toBe(200)
})

test('a customer is protected in the same way', async () => {
  const change = (origin: string) => customer.post('/store/customers/me', { first_name: 'Ada' }, { origin })
  for (const origin of STRANGE) {
    await expectError(change(origin), ...REFUSAL)
    await expectError(customer.post('/store/carts', {}, { origin }), ...REFUSAL)
  }
  for (const origin of [STORE, OFFICE, shop.url]) expect((await change(origin)).status).toBe(200)
  // An anonymous caller has no session to protect.
  await shop.given.region()
  expect((await shop.post('/store/carts', {}, { origin: STRANGE[0] as string })).status).toBe(200)
})

test('a foreign origin cannot log in or register a visitor', async () => {
  const account = { email: 'mallory@example.com', password: 'correct horse' }
  const named = { first_name: 'M', last_name: 'M', ...account }
  const visitor = new CookieClient(shop.url)
  for (const origin of STRANGE) {
    await expectError(visitor.post('/store/customers', named, { origin }), ...REFUSAL)
    await expectError(visitor.post('/store/auth', account, { origin }), ...REFUSAL)
    await expectError(visitor.post('/admin/auth', LOGIN, { origin }), ...REFUSAL)
  }
  await expectError(visitor.post('/admin/auth', LOGIN, { origin: STORE }), ...REFUSAL)
  expect((await visitor.post('/admin/auth', LOGIN, { origin: OFFICE })).status).toBe(200)
  expect((await visitor.post('/store/customers', named, { origin: STORE })).status).toBe(200)
  expect((await visitor.post('/store/auth', account)).status).toBe(200)
})

test('links and forms can neither log in nor change data', async () => {
  const query = new URLSearchParams(LOGIN)
  await expectError(
    shop.post(`/admin/auth?${query}`, {}),
    400,
    'invalid_data',
    'property email should not exist, property password should not exist',
  )
  const cart = await shop.given.cart()
  await expectError(
    shop.post(`/store/carts/${cart.id}?email=a@b.example`, {}),
    400,
    'invalid_data',
    'property email should not exist',
  )
})
