import { afterAll, beforeAll, expect, test } from 'vitest'
import { Customer } from '#entities/people/customer/customer.ts'
import { findSessions } from '#entities/people/session/find-sessions.ts'
import { Session } from '#entities/people/session/session.ts'
import { minutesAgo } from '#test/support/aged-rows.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { executeSql } from '#test/support/postgres.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const ADMIN = { email: 'admin@example.com', password: 'correct horse' }
const BY_TLS = { 'x-forwarded-proto': 'https' }

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ config: { trustProxy: true } })
})
afterAll(() => shop[Symbol.asyncDispose]())

/** The attributes of the cookies of a response, in lower case. */
const attributesOf = ({ headers }: { headers: Headers }) =>
  headers.getSetCookie().map((line) => line.toLowerCase().split('; ').slice(1))

test('the session cookie is unreadable for scripts, limited to the site, and secure with TLS', async () => {
  const plain = attributesOf(await shop.post('/admin/auth', ADMIN))
  expect(plain).toEqual([expect.arrayContaining(['httponly', 'samesite=lax', 'path=/'])])
  expect(plain[0]).not.toContain('secure')
  for (const [path, body] of [
    ['/admin/auth', ADMIN],
    ['/store/customers', { email: 'a@example.com', password: 'x', first_name: 'A', last_name: 'B' }],
  ] as const) {
    const [sealed, ...others] = attributesOf(await shop.post(path, body, BY_TLS))
    expect(sealed).toEqual(expect.arrayContaining(['httponly', 'samesite=lax', 'secure', 'path=/']))
    expect(others).toEqual([])
  }
})

test('the session cookie has an expiry time and a maximum age', async () => {
  const endOf = async (reply: Promise<{ headers: Headers }>) => {
    const [attributes = []] = attributesOf(await reply)
    const attributesByName = Object.fromEntries(attributes.map((one) => one.split('=')))
    return {
      seconds: Number(attributesByName['max-age']),
      left: (Date.parse(attributesByName.expires) - Date.now()) / 1000,
    }
  }
  const visitor = new CookieClient(shop.url)
  const started = await endOf(visitor.post('/admin/auth', ADMIN))
  expect(started.seconds).toBe(36_000)
  expect(Math.abs(started.left - started.seconds)).toBeLessThan(60)
  const ended = await endOf(visitor.delete('/admin/auth'))
  expect(ended.seconds).toBe(0)
  expect(ended.left).toBeLessThan(0)
})

test('the session cookie for a storefront on another site is always secure', async () => {
  await using other = await openTestShop({ config: { cookieSameSite: 'none' } })
  const [attributes] = attributesOf(await other.post('/admin/auth', ADMIN))
  expect(attributes).toEqual(expect.arrayContaining(['httponly', 'samesite=none', 'secure']))
})

test('only a successful login sets a cookie', async () => {
  for (const reply of [
    await shop.get('/store/regions'),
    await shop.get('/admin/orders'),
    await shop.post('/admin/auth', { ...ADMIN, password: 'wrong' }),
  ])
    expect(attributesOf(reply)).toEqual([])
})

test('the session cookie contains no session id, and a changed one is refused', async () => {
  const visitor = new CookieClient(shop.url)
  await visitor.post('/admin/auth', ADMIN)
  const cookie = visitor.cookies.get('connect.sid') as string
  const [row] = await shop.orm.em.fork().execute('select id from session order by created_at desc limit 1')
  expect(cookie).not.toContain(row?.id)
  const middle = cookie.length >> 1
  const changed = `${cookie.slice(0, middle)}${cookie[middle] === 'A' ? 'B' : 'A'}${cookie.slice(middle + 1)}`
  for (const bad of [changed, 'Fe26.2*1*x', row?.id, '']) {
    expect((await shop.as({ cookie: `connect.sid=${bad}` }).get('/admin/auth')).status).toBe(401)
  }
})

test('a login replaces the session of the browser', async () => {
  const [attacker, victim] = [new CookieClient(shop.url), new CookieClient(shop.url)]
  await attacker.post('/store/customers', { email: 'eve@example.com', password: 'x', first_name: 'E', last_name: 'V' })
  for (const [name, value] of attacker.cookies) victim.cookies.set(name, value)
  await victim.post('/admin/auth', ADMIN)
  expect((await victim.get('/admin/auth')).status).toBe(200)
  expect((await attacker.get('/admin/auth')).status).toBe(401)
})

test('a cookie is refused after the logout or the expiry of its session', async () => {
  const ends = [
    (visitor: CookieClient) => visitor.delete('/admin/auth'),
    () => changeRows(shop, Session, {}, { expires_at: minutesAgo(1) }),
  ]
  for (const end of ends) {
    const visitor = new CookieClient(shop.url)
    await visitor.post('/admin/auth', ADMIN)
    const cookie = `connect.sid=${visitor.cookies.get('connect.sid')}`
    const ask = async () => (await shop.as({ cookie }).get('/admin/auth')).status
    expect([await ask(), await ask()]).toEqual([200, 200])
    await end(visitor)
    expect(await ask()).toBe(401)
  }
})

test('simultaneous requests are answered for their own callers', async () => {
  const emails = ['ada', 'grace', 'hedy'].map((name) => `${name}@example.com`)
  const visitors = emails.map(() => new CookieClient(shop.url))
  const account = { password: 'x', first_name: 'F', last_name: 'L' }
  for (const [i, email] of emails.entries()) await visitors[i]?.post('/store/customers', { ...account, email })
  const loggedOut = new CookieClient(shop.url)
  for (const [name, value] of visitors[2]?.cookies ?? []) loggedOut.cookies.set(name, value)
  await visitors[2]?.delete('/store/auth')
  const callers = [...visitors.slice(0, 2), loggedOut]
  const ask = async (caller: CookieClient) => {
    const { status, body } = await caller.get('/store/auth')
    return status === 200 ? body.customer.email : status
  }
  const rounds = await Promise.all(Array.from({ length: 10 }, () => Promise.all(callers.map(ask))))
  expect(rounds).toEqual(rounds.map(() => [emails[0], emails[1], 401]))
})

test('simultaneous requests of one session get separate user objects', async () => {
  await expectSuccess(shop.post('/admin/auth', ADMIN))
  const [session] = await executeSql(shop.databaseUrl, 'select id from session order by created_at desc limit 1')
  const id = String(session?.id)
  const [first, unknown, second] = await findSessions(shop.orm.em.fork(), [id, 'unknown', id])
  expect(unknown).toBeNull()
  expect(first).toEqual(second)
  expect(first?.user).toBeTruthy()
  expect(first?.user).not.toBe(second?.user)
})

test('a deleted user is logged out of all sessions', async () => {
  const account = { email: 'leaving@example.com', password: 'soon gone' }
  const { user } = await expectSuccess(shop.admin.post('/admin/users', account))
  const browsers = [new CookieClient(shop.url), new CookieClient(shop.url)]
  for (const browser of browsers) await browser.post('/admin/auth', account)
  const { access_token } = await expectSuccess(shop.post('/admin/auth/token', account))
  await expectSuccess(shop.admin.delete(`/admin/users/${user.id}`))
  for (const caller of [...browsers, shop.as({ authorization: `Bearer ${access_token}` })])
    expect((await caller.get('/admin/auth')).status).toBe(401)
})

test.each([
  ['is deleted', { deleted_at: new Date() }],
  ['becomes a guest', { has_account: false }],
])('a customer that %s is logged out of all sessions', async (_, columns) => {
  const customer = await shop.given.customer()
  const orders = async () => (await customer.get('/store/customers/me/orders')).status
  expect(await orders()).toBe(200)
  await changeRows(shop, Customer, { id: customer.id }, columns)
  expect(await orders()).toBe(401)
})

test('a new password also ends a session that is created concurrently', async () => {
  for (let round = 0; round < 4; round++) {
    const account = { email: `c${round}@example.com`, password: 'the old one' }
    const [owner, thief] = [new CookieClient(shop.url), new CookieClient(shop.url)]
    await owner.post('/store/customers', { ...account, first_name: 'A', last_name: 'B' })
    const [changed] = await Promise.all([
      owner.post('/store/customers/me', { password: 'the new one' }),
      thief.post('/store/auth', account),
    ])
    expect(changed.status).toBe(200)
    expect((await thief.get('/store/auth')).status).toBe(401)
    expect((await owner.get('/store/auth')).status).toBe(200)
  }
})
