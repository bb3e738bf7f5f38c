import { afterAll, beforeAll, expect, test } from 'vitest'
import { SecondFactor } from '#entities/people/second-factor/second-factor.ts'
import { defaultRateLimits } from '#server/settings/rate-limits.ts'
import { minutesAgo } from '#test/support/aged-rows.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { executeSql } from '#test/support/postgres.ts'
import { codeOf, loggedInUser, nextStep, type Person, setUpApp } from '#test/support/second-factor.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ config: { limits: { ...defaultRateLimits, logins: 1000, loginsOfAddress: 1000 } } })
})
afterAll(() => shop[Symbol.asyncDispose]())

const logIn = (person: Person, code?: string, path: '/admin/auth' | '/admin/auth/token' = '/admin/auth') =>
  new CookieClient(shop.url).post(path, { ...person, ...(code ? { code } : {}) })

const nextCode = (secret: string) => codeOf(secret, nextStep())

test('a password alone opens neither a session nor an access token of a user with an authenticator app', async () => {
  const { person, browser } = await loggedInUser(shop, 'ada')
  const { secret } = await setUpApp(browser, person)
  for (const path of ['/admin/auth', '/admin/auth/token'] as const) {
    const refused = await logIn(person, undefined, path)
    expect(refused.status).toBe(401)
    expect(refused.body).toMatchObject({ type: 'unauthorized', code: 'second_factor_required' })
    expect(refused.headers.getSetCookie()).toEqual([])
  }
  expect((await logIn({ ...person, password: 'wrong' })).body).not.toMatchObject({ code: 'second_factor_required' })
  expect((await logIn(person, nextCode(secret))).status).toBe(200)
})

test('a code is accepted once, and the code of the setup never again', async () => {
  const { person, browser } = await loggedInUser(shop, 'grace')
  const { secret, code } = await setUpApp(browser, person)
  expect((await logIn(person, code)).status).toBe(401)
  const attempts = await Promise.all(Array.from({ length: 5 }, () => logIn(person, nextCode(secret))))
  expect(attempts.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
})

test('two uses of one recovery code at the same time log in once', async () => {
  const { person, browser } = await loggedInUser(shop, 'hedy')
  const { recovery_codes } = await setUpApp(browser, person)
  expect(new Set(recovery_codes).size).toBe(10)
  const [code = '', other = ''] = recovery_codes
  const attempts = await Promise.all([logIn(person, code), logIn(person, code), logIn(person, code)])
  expect(attempts.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  expect((await logIn(person, other.toUpperCase().replaceAll('-', ' '))).status).toBe(200)
  expect(await expectSuccess(browser.get('/admin/account/second-factor'))).toMatchObject({ recovery_codes_left: 8 })
})

test('ten wrong codes in an hour stop further attempts, also the right one', async () => {
  const { user, person, browser } = await loggedInUser(shop, 'mary')
  const { recovery_codes } = await setUpApp(browser, person)
  for (let i = 0; i < 10; i++) expect((await logIn(person, '000000')).status).toBe(401)
  const [code = ''] = recovery_codes
  const stopped = await logIn(person, code)
  expect(stopped.status).toBe(429)
  expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(3000)
  await changeRows(shop, SecondFactor, { user_id: user.id }, { failing_since: minutesAgo(61) })
  expect((await logIn(person, code)).status).toBe(200)
})

test('the first factor ends other sessions and access tokens, and the browser keeps a new session', async () => {
  const { person, browser } = await loggedInUser(shop, 'joan')
  const other = new CookieClient(shop.url)
  await other.post('/admin/auth', person)
  const { access_token } = await expectSuccess(shop.post('/admin/auth/token', person))
  const stolen = shop.as({ cookie: `connect.sid=${browser.cookies.get('connect.sid')}` })
  await setUpApp(browser, person)
  expect((await browser.get('/admin/auth')).status).toBe(200)
  for (const caller of [other, stolen, shop.as({ authorization: `Bearer ${access_token}` })])
    expect((await caller.get('/admin/auth')).status).toBe(401)
})

test('a login with a password alone that began before the setup opens no session', async () => {
  for (let round = 0; round < 4; round++) {
    const { person, browser } = await loggedInUser(shop, `race-${round}`)
    const thief = new CookieClient(shop.url)
    await Promise.all([setUpApp(browser, person), thief.post('/admin/auth', person), thief.post('/admin/auth', person)])
    expect((await thief.get('/admin/auth')).status).toBe(401)
  }
})

test('the password is needed to set up, remove and renew, and wrong ones are refused', async () => {
  const { person, browser } = await loggedInUser(shop, 'karen')
  const { token, secret } = await expectSuccess(browser.post('/admin/account/authenticator-app/setup', {}))
  const body = { token, code: codeOf(secret), password: 'wrong' }
  expect((await browser.post('/admin/account/authenticator-app', body)).status).toBe(400)
  const wrongCode = { ...body, password: person.password, code: '000000' }
  expect((await browser.post('/admin/account/authenticator-app', wrongCode)).status).toBe(400)
  const { recovery_codes } = await setUpApp(browser, person)
  for (const path of ['/admin/account/authenticator-app/remove', '/admin/account/recovery-codes'] as const)
    expect((await browser.post(path, { password: 'wrong' })).status).toBe(400)
  const renewed = await expectSuccess(browser.post('/admin/account/recovery-codes', { password: person.password }))
  expect((await logIn(person, recovery_codes[0])).status).toBe(401)
  expect((await logIn(person, renewed.recovery_codes[0])).status).toBe(200)
  await expectSuccess(browser.post('/admin/account/authenticator-app/remove', { password: person.password }))
  expect((await logIn(person)).status).toBe(200)
})

test('the setup of one user does not confirm the app of another user', async () => {
  const [one, two] = [await loggedInUser(shop, 'one'), await loggedInUser(shop, 'two')]
  const { token, secret } = await expectSuccess(one.browser.post('/admin/account/authenticator-app/setup', {}))
  const body = { token, code: codeOf(secret), password: two.person.password }
  expect((await two.browser.post('/admin/account/authenticator-app', body)).status).toBe(400)
})

test('the secret is encrypted at rest, bound to its user, and in no audit log', async () => {
  const { user, person, browser } = await loggedInUser(shop, 'rosalind')
  const { secret, recovery_codes } = await setUpApp(browser, person)
  const [row] = await executeSql(shop.databaseUrl, `select * from second_factor where user_id = '${user.id}'`)
  const log = await executeSql(shop.databaseUrl, 'select changes::text from audit_log')
  for (const secretText of [secret, ...recovery_codes]) {
    expect(JSON.stringify(row)).not.toContain(secretText)
    expect(JSON.stringify(log)).not.toContain(secretText)
  }
  expect(JSON.stringify(log)).not.toContain(String(row?.app_secret))
  const other = await loggedInUser(shop, 'other')
  await setUpApp(other.browser, other.person)
  await changeRows(shop, SecondFactor, { user_id: other.user.id }, { app_secret: String(row?.app_secret), app_step: 0 })
  expect((await logIn(other.person, codeOf(secret))).status).toBe(401)
})

test('an administrator resets the second factor of another user, which ends its logins and is audited', async () => {
  const { user, person, browser } = await loggedInUser(shop, 'lost')
  await setUpApp(browser, person)
  const reply = await expectSuccess(shop.admin.delete(`/admin/users/${user.id}/second-factor`))
  expect(reply.user).toMatchObject({ id: user.id, has_second_factor: false })
  expect((await browser.get('/admin/auth')).status).toBe(401)
  expect((await logIn(person)).status).toBe(200)
  const { audit_log } = await expectSuccess(shop.admin.get(`/admin/audit-log?resource_id=${user.id}`))
  expect(audit_log.map(({ procedure }) => procedure)).toContain('admin.users.resetSecondFactor')
})

test('no user resets its own second factor or that of a user with more rights', async () => {
  const { user, person, browser } = await loggedInUser(shop, 'boss')
  await setUpApp(browser, person)
  expect((await browser.delete(`/admin/users/${user.id}/second-factor`)).status).toBe(400)
  await expectSuccess(shop.admin.post('/admin/roles', { name: 'people', scopes: ['users.*'] }))
  const { browser: member } = await loggedInUser(shop, 'clerk', 'people')
  expect((await member.delete(`/admin/users/${user.id}/second-factor`)).status).toBe(403)
  expect((await logIn(person)).status).toBe(401)
})

test('a shop that requires two factors lets users without one only set it up', async () => {
  await using strict = await openTestShop()
  const { user, person, browser } = await loggedInUser(strict, 'new')
  const { access_token } = await expectSuccess(strict.post('/admin/auth/token', person))
  await expectSuccess(strict.admin.post('/admin/store', { requires_second_factor: true }))
  const byToken = strict.as({ authorization: `Bearer ${access_token}` })
  for (const caller of [browser, byToken]) {
    expect((await caller.get('/admin/auth')).status).toBe(200)
    expect((await expectSuccess(caller.get('/admin/auth/permissions'))).lacks_second_factor).toBe(true)
    const refused = await caller.get('/admin/orders')
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ message: expect.stringContaining('two-factor authentication') })
  }
  expect((await strict.admin.get('/admin/orders')).status).toBe(200)
  await setUpApp(browser, person)
  expect((await browser.get('/admin/orders')).status).toBe(200)
  const removed = await browser.post('/admin/account/authenticator-app/remove', { password: person.password })
  expect(removed.status).toBe(400)
  await expectSuccess(strict.admin.delete(`/admin/users/${user.id}/second-factor`))
  await expectSuccess(strict.post('/admin/auth', person))
})

test('only administrators require two factors', async () => {
  const { browser } = await loggedInUser(shop, 'member', 'member')
  expect((await browser.post('/admin/store', { requires_second_factor: true })).status).toBe(403)
  const { store } = await expectSuccess(shop.admin.get('/admin/store'))
  expect(store.requires_second_factor).toBe(false)
})

test('the setup, a code and a removed user leave nothing to log in with', async () => {
  const { user, person, browser } = await loggedInUser(shop, 'leaver')
  const { recovery_codes } = await setUpApp(browser, person)
  await expectSuccess(shop.admin.delete(`/admin/users/${user.id}`))
  expect((await logIn(person, recovery_codes[0])).status).toBe(401)
  expect((await browser.get('/admin/account/second-factor')).status).toBe(401)
  const [row] = await executeSql(shop.databaseUrl, `select * from second_factor where user_id = '${user.id}'`)
  expect(row).toBeUndefined()
})
