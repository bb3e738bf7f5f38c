import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Customer, hashToken } from '#entities/people/customer/customer.ts'
import { SignedTokens } from '#server/auth/tokens.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectError } from '#test/support/expect-error.ts'
import { openTestShop, SESSION_SECRET, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let serial = 0
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

/** Registers a customer and returns a client with their session cookie. */
async function registerCustomer(password = 'correct horse') {
  const visitor = new CookieClient(shop.url)
  const email = `ada${++serial}@example.com`
  const { customer } = (await visitor.post('/store/customers', { email, password, first_name: 'Ada' })).body
  return { visitor, email, password, id: customer.id as string }
}

const bearer = (token: string) => shop.as({ authorization: `Bearer ${token}` })
const wrongPair = (path: string, body: object) =>
  expectError(shop.post(path, body), 401, 'unauthorized', 'Unauthorized')
const expectAnonymous = (caller: Pick<CookieClient, 'get'>) =>
  expectError(caller.get('/store/auth'), 401, 'unauthorized', 'Unauthorized')
const softDelete = (id: string) => shop.orm.em.fork().nativeUpdate(Customer, { id }, { deleted_at: new Date() })

async function tokenOf({ email, password }: { email: string; password: string }): Promise<string> {
  return (await shop.post('/store/auth/token', { email, password })).body.access_token
}

/** Its token differs from a token that the API issues in the same second. */
async function tokenFor(customer_id: string, lifetime: string): Promise<string> {
  const where = { id: customer_id }
  const { password_hash } = await shop.orm.em.fork().findOneOrFail(Customer, where, { populate: ['password_hash'] })
  const terms = { domain: 'store', lifetime, bond: password_hash! } as const
  return new SignedTokens(SESSION_SECRET).sign({ customer_id }, terms)
}

describe('customer sessions', () => {
  test('a login returns the customer with orders and addresses but without secrets', async () => {
    const { visitor, email, password, id } = await registerCustomer()
    const order = await shop.given.order({ by: visitor, email })
    const answers = [await new CookieClient(shop.url).post('/store/auth', { email: email.toUpperCase(), password })]
    answers.push(await visitor.get('/store/auth'))
    for (const { text, body } of answers) {
      expect(body.customer).toMatchObject({ id, email, first_name: 'Ada', has_account: true, shipping_addresses: [] })
      expect(body.customer.orders).toMatchObject([{ object: 'order', id: order.id, items: [{ unit_price: 1000 }] }])
      expect(body.customer.orders[0]).not.toHaveProperty('total')
      expect(text).not.toContain('password')
    }
  })

  test('a wrong password, an unknown email and a guest return the same error', async () => {
    const { email } = await registerCustomer()
    const { email: guest } = await shop.given.order()
    for (const name of [email, 'nobody@example.com', guest])
      await wrongPair('/store/auth', { email: name, password: 'x' })
    const message = 'email must be an email, password should not be empty'
    await expectError(shop.post('/store/auth', {}), 400, 'invalid_data', message)
    await expectError(shop.post('/store/auth', { email: '', password: '' }), 400, 'invalid_data', message)
  })

  test('a login replaces the session, and a logout ends it', async () => {
    const { visitor, email, password } = await registerCustomer()
    const cookies = () => ({ cookie: Array.from(visitor.cookies, (pair) => pair.join('=')).join('; ') })
    const first = cookies()
    await visitor.post('/store/auth', { email, password })
    await expectAnonymous(shop.as(first))
    const second = cookies()
    expect((await shop.as(second).get('/store/auth')).status).toBe(200)
    for (let times = 0; times < 2; times++)
      expect(await visitor.delete('/store/auth')).toMatchObject({ status: 200, body: {} })
    await expectAnonymous(shop.as(second))
  })

  test('a session is invalid after its account is deleted', async () => {
    const { visitor, id } = await registerCustomer()
    await softDelete(id)
    await expectAnonymous(visitor)
  })
})

describe('access tokens', () => {
  test('a customer token is valid for thirty days and only in the storefront', async () => {
    const { id, ...account } = await registerCustomer()
    const token = await tokenOf(account)
    const { iat = 0, exp = 0, ...claims } = decodeJwt(token)
    expect(claims).toEqual({ customer_id: id, domain: 'store' })
    expect(exp - iat).toBe(30 * 24 * 60 * 60)
    expect((await bearer(token).get('/store/customers/me')).body.customer.id).toBe(id)
    await expectError(bearer(token).get('/admin/auth'), 401, 'unauthorized', 'Unauthorized')
    await wrongPair('/store/auth/token', { email: account.email, password: 'wrong' })
  })

  test('a token takes precedence over a session cookie', async () => {
    const [ada, bob] = [await registerCustomer(), await registerCustomer()]
    const authorization = `Bearer ${await tokenOf(ada)}`
    expect((await bob.visitor.get('/store/customers/me', { authorization })).body.customer.id).toBe(ada.id)
  })

  test('a user token is valid for one day and only in the administration', async () => {
    const { access_token } = (
      await shop.post('/admin/auth/token', { email: 'ADMIN@example.com', password: 'correct horse' })
    ).body
    const { iat = 0, exp = 0, ...claims } = decodeJwt(access_token)
    expect(claims).toEqual({ user_id: expect.stringMatching(/^usr_/), domain: 'admin' })
    expect(exp - iat).toBe(24 * 60 * 60)
    expect((await bearer(access_token).get('/admin/auth')).body.user.email).toBe('admin@example.com')
    await expectAnonymous(bearer(access_token))
    await wrongPair('/admin/auth/token', { email: 'admin@example.com', password: 'wrong' })
  })

  test('a token is invalid after its account is deleted or its password is changed', async () => {
    const [leaving, staying] = [await registerCustomer(), await registerCustomer()]
    const tokens = [await tokenOf(leaving), await tokenOf(staying)]
    await softDelete(leaving.id)
    await staying.visitor.post('/store/customers/me', { password: 'battery staple' })
    for (const token of tokens) await expectAnonymous(bearer(token))
  })

  test('a password change with a token keeps only this token valid', async () => {
    const account = await registerCustomer()
    const [ownToken, other] = [await tokenOf(account), await tokenFor(account.id, '29d')]
    const set = (by: Pick<CookieClient, 'post'>, password: string) => by.post('/store/customers/me', { password })
    expect((await bearer(other).get('/store/auth')).status).toBe(200)
    expect((await set(bearer(ownToken), 'battery staple')).status).toBe(200)
    expect((await bearer(ownToken).get('/store/auth')).body.customer.id).toBe(account.id)
    await expectAnonymous(bearer(other))
    await expectAnonymous(account.visitor)
    expect((await set(bearer(ownToken), 'staple battery')).status).toBe(200)
    expect((await bearer(ownToken).get('/store/auth')).status).toBe(200)
    const later = await tokenOf({ ...account, password: 'staple battery' })
    expect((await set(bearer(later), 'horse')).status).toBe(200)
    await expectAnonymous(bearer(ownToken))
    await softDelete(account.id)
    await expectAnonymous(bearer(later))
  })

  test('a kept token expires like any other token', async () => {
    const { id } = await registerCustomer()
    for (const [lifetime, status] of [
      ['1m', 200],
      ['-1m', 401],
    ] as const) {
      const token = await tokenFor(id, lifetime)
      const kept = { kept_token_hash: hashToken(token), password_hash: 'another one' }
      await shop.orm.em.fork().nativeUpdate(Customer, { id }, kept)
      expect((await bearer(token).get('/store/auth')).status).toBe(status)
    }
  })

  test('a forged, changed or unsigned token is invalid', async () => {
    const { id, ...account } = await registerCustomer()
    const token = await tokenOf(account)
    const claims = { customer_id: id, domain: 'store' }
    const key = new TextEncoder().encode(SESSION_SECRET)
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h').sign(key)
    const unsigned = [{ alg: 'none' }, { ...claims, exp: 4e9 }].map((part) => btoa(JSON.stringify(part))).join('.')
    for (const invalidToken of [forged, `${unsigned}.`, `${token}x`, 'a.b.c', 'nonsense'])
      await expectAnonymous(bearer(invalidToken))
  })
})

test('an email exists for accounts in any letter case but not for guests', async () => {
  const { email } = await registerCustomer()
  const { email: guest } = await shop.given.order()
  const ask = async (name: string) => (await shop.get(`/store/auth/${encodeURIComponent(name)}`)).body
  expect(await Promise.all([email, email.toUpperCase()].map(ask))).toEqual([{ exists: true }, { exists: true }])
  expect(await Promise.all([guest, 'nobody'].map(ask))).toEqual([{ exists: false }, { exists: false }])
})
