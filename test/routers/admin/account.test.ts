import { afterAll, beforeAll, expect, test } from 'vitest'
import { Session } from '#entities/people/session/session.ts'
import { minutesAgo } from '#test/support/aged-rows.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { loggedInUser } from '#test/support/second-factor.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ config: { trustProxy: true } })
})
afterAll(() => shop[Symbol.asyncDispose]())

const FIREFOX = { 'user-agent': 'Firefox', 'x-forwarded-for': '203.0.113.77' }

test('a user sees its own sessions with device, network and last use', async () => {
  const { user, person, browser } = await loggedInUser(shop, 'ada')
  const other = new CookieClient(shop.url)
  await expectSuccess(other.post('/admin/auth', person, FIREFOX))
  await loggedInUser(shop, 'stranger')
  const { sessions } = await expectSuccess(browser.get('/admin/account/sessions'))
  expect(sessions).toHaveLength(2)
  expect(sessions.find(({ is_current }) => !is_current)).toMatchObject({
    user_agent: 'Firefox',
    address: '203.0.113.x',
  })
  await changeRows(shop, Session, { user_id: user.id }, { last_used_at: minutesAgo(9) })
  await other.get('/admin/auth')
  const [first, second] = (await expectSuccess(browser.get('/admin/account/sessions'))).sessions
  for (const session of [first, second])
    expect(Date.now() - Date.parse(String(session?.last_used_at))).toBeLessThan(300_000)
})

test('the session of a customer stores no device', async () => {
  await shop.given.customer()
  const sessions = await shop.orm.em.fork().find(Session, { user_id: null })
  expect(sessions.length).toBeGreaterThan(0)
  for (const session of sessions) expect(session).toMatchObject({ user_agent: null, address: null, last_used_at: null })
})

test('a user ends one of its sessions, and none of another user', async () => {
  const { person, browser } = await loggedInUser(shop, 'grace')
  const other = new CookieClient(shop.url)
  await other.post('/admin/auth', person)
  const { sessions } = await expectSuccess(browser.get('/admin/account/sessions'))
  const path = `/admin/account/sessions/${sessions.find(({ is_current }) => !is_current)?.id}` as const
  const stranger = await loggedInUser(shop, 'nosy')
  expect((await stranger.browser.delete(path)).status).toBe(404)
  expect((await other.get('/admin/auth')).status).toBe(200)
  await expectSuccess(browser.delete(path))
  expect((await other.get('/admin/auth')).status).toBe(401)
  expect((await browser.get('/admin/auth')).status).toBe(200)
})

test('logging out everywhere ends every cookie and access token at once, and keeps API tokens', async () => {
  const { user, person, browser } = await loggedInUser(shop, 'hedy')
  const stolen = shop.as({ cookie: `connect.sid=${browser.cookies.get('connect.sid')}` })
  const { access_token } = await expectSuccess(shop.post('/admin/auth/token', person))
  const byToken = shop.as({ authorization: `Bearer ${access_token}` })
  expect((await byToken.get('/admin/auth')).status).toBe(200)
  const { secret } = await expectSuccess(
    browser.post('/admin/api-keys', { name: 'Robot', scopes: ['orders.list'], expires_at: null }),
  )
  await expectSuccess(browser.post('/admin/account/log-out-everywhere', {}))
  for (const caller of [browser, stolen, byToken]) expect((await caller.get('/admin/auth')).status).toBe(401)
  expect((await shop.as({ authorization: `Bearer ${secret}` }).get('/admin/orders')).status).toBe(200)
  const again = await expectSuccess(shop.post('/admin/auth/token', person))
  const { user: same } = await expectSuccess(
    shop.as({ authorization: `Bearer ${again.access_token}` }).get('/admin/auth'),
  )
  expect(same.id).toBe(user.id)
})

test('logging out everywhere also ends a session that is created concurrently', async () => {
  for (let round = 0; round < 4; round++) {
    const { person, browser } = await loggedInUser(shop, `race-${round}`)
    const others = Array.from({ length: 3 }, () => new CookieClient(shop.url))
    await Promise.all([
      browser.post('/admin/account/log-out-everywhere', {}),
      ...others.map((other) => other.post('/admin/auth', person)),
    ])
    const { browser: admin } = await loggedInUser(shop, `admin-${round}`)
    await expectSuccess(admin.get('/admin/auth'))
    const open = (await Promise.all(others.map((other) => other.get('/admin/auth')))).filter(
      ({ status }) => status === 200,
    )
    const sessions = await shop.orm.em.fork().find(Session, { user_id: { $ne: null } })
    expect(sessions.length).toBeGreaterThanOrEqual(open.length)
    expect((await browser.get('/admin/auth')).status).toBe(401)
  }
})

test('a new password needs the old one, ends other logins, and gives this browser a new session', async () => {
  const { person, browser } = await loggedInUser(shop, 'mary')
  const other = new CookieClient(shop.url)
  await other.post('/admin/auth', person)
  const stolen = shop.as({ cookie: `connect.sid=${browser.cookies.get('connect.sid')}` })
  const change = (password: string) =>
    browser.post('/admin/account/password', { password, new_password: 'the new one' })
  const refused = await change('wrong')
  expect(refused.status).toBe(400)
  expect((await other.get('/admin/auth')).status).toBe(200)
  await expectSuccess(change(person.password))
  expect((await browser.get('/admin/auth')).status).toBe(200)
  for (const caller of [other, stolen]) expect((await caller.get('/admin/auth')).status).toBe(401)
  expect((await shop.post('/admin/auth', person)).status).toBe(401)
  expect((await shop.post('/admin/auth', { ...person, password: 'the new one' })).status).toBe(200)
})

test('wrong passwords in the account are limited like logins', async () => {
  const { person, browser } = await loggedInUser(shop, 'guessed')
  const statuses: number[] = []
  for (let i = 0; i < 21; i++)
    statuses.push((await browser.post('/admin/account/password', { password: 'x', new_password: 'y' })).status)
  expect(statuses.at(0)).toBe(400)
  expect(statuses.at(-1)).toBe(429)
  expect((await browser.post('/admin/auth', person)).status).toBe(429)
})

test('a new e-mail address needs the password and must be free', async () => {
  const { user, person, browser } = await loggedInUser(shop, 'karen')
  await loggedInUser(shop, 'taken')
  const change = (email: string, password = person.password) =>
    browser.post('/admin/account/email', { email, password })
  expect((await change('new@example.com', 'wrong')).status).toBe(400)
  const taken = await change('taken@example.com')
  expect(taken.status).toBe(400)
  expect(taken.body).toMatchObject({ message: 'A user with the same email already exists.' })
  const { user: changed } = await expectSuccess(change('KAREN.new@example.com'))
  expect(changed).toMatchObject({ id: user.id, email: 'karen.new@example.com' })
  expect((await shop.post('/admin/auth', { ...person, email: 'karen.new@example.com' })).status).toBe(200)
})

test('every role allows the own account, and an API key only with its scope', async () => {
  await expectSuccess(shop.admin.post('/admin/roles', { name: 'packer', scopes: ['orders.list'] }))
  const { browser } = await loggedInUser(shop, 'packer', 'packer')
  expect((await browser.get('/admin/account/sessions')).status).toBe(200)
  const { secret } = await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'All', scopes: ['*'] }))
  expect((await shop.as({ authorization: `Bearer ${secret}` }).get('/admin/account/sessions')).status).toBe(403)
})

test('each change of an account is audited without its secrets', async () => {
  const { user, person, browser } = await loggedInUser(shop, 'audited')
  await expectSuccess(browser.post('/admin/account/password', { password: person.password, new_password: 'n3w' }))
  const { audit_log } = await expectSuccess(shop.admin.get(`/admin/audit-log?user_id=${user.id}`))
  expect(audit_log[0]).toMatchObject({ procedure: 'admin.account.changePassword', user_id: user.id })
  expect(JSON.stringify(audit_log)).not.toContain('n3w')
})
