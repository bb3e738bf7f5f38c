import { decodeJwt, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOfToken } from '#entities/people/customer/access-token.ts'
import { Customer } from '#entities/people/customer/customer.ts'
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

/** Somebody who has just registered, with the cookie they were given. */
async function newcomer(password = 'correct horse') {
  const visitor = new CookieClient(shop.url)
  const email = `ada${++serial}@example.com`
  const { customer } = (await visitor.post('/store/customers', { email, password, first_name: 'Ada' })).body
  return { visitor, email, password, id: customer.id as string }
}

const bearer = (token: string) => shop.as({ authorization: `Bearer ${token}` })
const wrongPair = (path: string, body: object) =>
  expectError(shop.post(path, body), 401, 'unauthorized', 'Unauthorized')
const nobody = (caller: Pick<CookieClient, 'get'>) =>
  expectError(caller.get('/store/auth'), 401, 'unauthorized', 'Unauthorized')
const erase = (id: string) => shop.orm.em.fork().nativeUpdate(Customer, { id }, { deleted_at: new Date() })

async function tokenOf({ email, password }: { email: string; password: string }): Promise<string> {
  return (await shop.post('/store/auth/token', { email, password })).body.access_token
}

/** Another one than that which the shop makes in the same second. */
async function tokenFor(customer_id: string, lifetime: string): Promise<string> {
  const where = { id: customer_id }
  const { password_hash } = await shop.orm.em.fork().findOneOrFail(Customer, where, { populate: ['password_hash'] })
  const terms = { domain: 'store', lifetime, bond: password_hash! } as const
  return new SignedTokens(SESSION_SECRET).sign({ customer_id }, terms)
}

describe('with a session', () => {
  test('a login answers the customer with orders and addresses, but no secrets', async () => {
    const { visitor, email, password, id } = await newcomer()
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

  test('a wrong password, an unknown e-mail and a guest are refused alike', async () => {
    const { email } = await newcomer()
    const { email: guest } = await shop.given.order()
    for (const name of [email, 'nobody@example.com', guest])
      await wrongPair('/store/auth', { email: name, password: 'x' })
    const told = 'email must be an email, password should not be empty'
    await expectError(shop.post('/store/auth', {}), 400, 'invalid_data', told)
    await expectError(shop.post('/store/auth', { email: '', password: '' }), 400, 'invalid_data', told)
  })

  test('a login gives a new session, and logging out ends it', async () => {
    const { visitor, email, password } = await newcomer()
    const cookies = () => ({ cookie: Array.from(visitor.cookies, (pair) => pair.join('=')).join('; ') })
    const first = cookies()
    await visitor.post('/store/auth', { email, password })
    await nobody(shop.as(first))
    const second = cookies()
    expect((await shop.as(second).get('/store/auth')).status).toBe(200)
    for (let times = 0; times < 2; times++)
      expect(await visitor.delete('/store/auth')).toMatchObject({ status: 200, body: {} })
    await nobody(shop.as(second))
  })

  test('the session of an account that is gone is nobody', async () => {
    const { visitor, id } = await newcomer()
    await erase(id)
    await nobody(visitor)
  })
})

describe('with a token', () => {
  test('a customer is let in for thirty days, and not into the administration', async () => {
    const { id, ...account } = await newcomer()
    const token = await tokenOf(account)
    const { iat = 0, exp = 0, ...claims } = decodeJwt(token)
    expect(claims).toEqual({ customer_id: id, domain: 'store' })
    expect(exp - iat).toBe(30 * 24 * 60 * 60)
    expect((await bearer(token).get('/store/customers/me')).body.customer.id).toBe(id)
    await expectError(bearer(token).get('/admin/auth'), 401, 'unauthorized', 'Unauthorized')
    await wrongPair('/store/auth/token', { email: account.email, password: 'wrong' })
  })

  test('a customer is who the token says, whoever is logged in besides', async () => {
    const [ada, bob] = [await newcomer(), await newcomer()]
    const authorization = `Bearer ${await tokenOf(ada)}`
    expect((await bob.visitor.get('/store/customers/me', { authorization })).body.customer.id).toBe(ada.id)
  })

  test('a user is let into the administration for a day, and not into the storefront', async () => {
    const { access_token } = (
      await shop.post('/admin/auth/token', { email: 'ADMIN@example.com', password: 'correct horse' })
    ).body
    const { iat = 0, exp = 0, ...claims } = decodeJwt(access_token)
    expect(claims).toEqual({ user_id: expect.stringMatching(/^usr_/), domain: 'admin' })
    expect(exp - iat).toBe(24 * 60 * 60)
    expect((await bearer(access_token).get('/admin/auth')).body.user.email).toBe('admin@example.com')
    await nobody(bearer(access_token))
    await wrongPair('/admin/auth/token', { email: 'admin@example.com', password: 'wrong' })
  })

  test('it ends with the account, and with the password', async () => {
    const [leaving, staying] = [await newcomer(), await newcomer()]
    const tokens = [await tokenOf(leaving), await tokenOf(staying)]
    await erase(leaving.id)
    await staying.visitor.post('/store/customers/me', { password: 'battery staple' })
    for (const token of tokens) await nobody(bearer(token))
  })

  test('a password that is set with one ends the others alone, until it is set with another', async () => {
    const account = await newcomer()
    const [mine, other] = [await tokenOf(account), await tokenFor(account.id, '29d')]
    const set = (by: Pick<CookieClient, 'post'>, password: string) => by.post('/store/customers/me', { password })
    expect((await bearer(other).get('/store/auth')).status).toBe(200)
    expect((await set(bearer(mine), 'battery staple')).status).toBe(200)
    expect((await bearer(mine).get('/store/auth')).body.customer.id).toBe(account.id)
    await nobody(bearer(other))
    await nobody(account.visitor)
    expect((await set(bearer(mine), 'staple battery')).status).toBe(200)
    expect((await bearer(mine).get('/store/auth')).status).toBe(200)
    const later = await tokenOf({ ...account, password: 'staple battery' })
    expect((await set(bearer(later), 'horse')).status).toBe(200)
    await nobody(bearer(mine))
    await erase(account.id)
    await nobody(bearer(later))
  })

  test('one that was kept has its time too', async () => {
    const { id } = await newcomer()
    for (const [lifetime, status] of [
      ['1m', 200],
      ['-1m', 401],
    ] as const) {
      const token = await tokenFor(id, lifetime)
      const kept = { kept_token_hash: hashOfToken(token), password_hash: 'another one' }
      await shop.orm.em.fork().nativeUpdate(Customer, { id }, kept)
      expect((await bearer(token).get('/store/auth')).status).toBe(status)
    }
  })

  test('one that is made up, changed or signed by nobody is worth nothing', async () => {
    const { id, ...account } = await newcomer()
    const token = await tokenOf(account)
    const claims = { customer_id: id, domain: 'store' }
    const key = new TextEncoder().encode(SESSION_SECRET)
    const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h').sign(key)
    const unsigned = [{ alg: 'none' }, { ...claims, exp: 4e9 }].map((part) => btoa(JSON.stringify(part))).join('.')
    for (const bad of [forged, `${unsigned}.`, `${token}x`, 'a.b.c', 'nonsense']) await nobody(bearer(bad))
  })
})

test('an e-mail exists once it is registered, in whatever case, and not while it is a guest', async () => {
  const { email } = await newcomer()
  const { email: guest } = await shop.given.order()
  const ask = async (name: string) => (await shop.get(`/store/auth/${encodeURIComponent(name)}`)).body
  expect(await Promise.all([email, email.toUpperCase()].map(ask))).toEqual([{ exists: true }, { exists: true }])
  expect(await Promise.all([guest, 'nobody'].map(ask))).toEqual([{ exists: false }, { exists: false }])
})
