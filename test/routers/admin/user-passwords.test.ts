import { decodeJwt } from 'jose/jwt/decode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#entities/people/credentials/password.ts'
import { User } from '#entities/people/user/user.ts'
import type { EventOf } from '#entities/platform/event/events.ts'
import { SignedTokens } from '#server/auth/tokens.ts'
import { subscribeTo } from '#server/plugin/subscriber.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, SESSION_SECRET, type TestShop } from '#test/support/shop.ts'
import { waitUntil } from '#test/support/wait-until.ts'

let shop: TestShop
const notices: EventOf<'user.password_reset'>['payload'][] = []
const mail = subscribeTo(['user.password_reset'], async (_, { payload }) => {
  notices.push(payload)
})
beforeAll(async () => {
  shop = await openTestShop({ subscribers: { mail } })
})
afterAll(() => shop[Symbol.asyncDispose]())

let serial = 0
async function addUser() {
  const body = { email: `user${++serial}@example.com`, password: 'analytical' }
  return (await expectSuccess(shop.admin.post('/admin/users', body))).user
}

const requestToken = (email: string) => shop.post('/admin/users/password-token', { email })
const reset = (body: object) => shop.post('/admin/users/reset-password', body)
const logIn = async (email: string, password: string) => (await shop.post('/admin/auth', { email, password })).status
const invalidToken = 'Invalid or expired password reset token'

async function tokenFor(email: string): Promise<string> {
  await requestToken(email)
  await shop.runJobs()
  return notices.at(-1)!.token
}

test('a reset token is sent to the email of a user, and the response reveals no users', async () => {
  const { id, email } = await addUser()
  notices.length = 0
  for (const requestedEmail of [email.toUpperCase(), 'nobody@example.com']) {
    const { status, text } = await requestToken(requestedEmail)
    expect([status, text]).toEqual([204, ''])
  }
  await shop.runJobs()
  expect(notices).toEqual([{ id, email, first_name: null, last_name: null, token: expect.any(String) }])
  expect(decodeJwt(notices[0]!.token)).toMatchObject({ email })
  await expectError(requestToken('no e-mail'), 400, 'invalid_data', 'email must be an email')
})

test('a request enqueues one job per email, whether the user exists or not', async () => {
  const { email } = await addUser()
  for (const requestedEmail of [email, 'nobody@example.com', email.toUpperCase()]) await requestToken(requestedEmail)
  const sql = "select from graphile_worker.jobs where task_identifier = 'send_password_token'"
  expect(await shop.orm.em.fork().execute(sql)).toHaveLength(2)
  notices.length = 0
  await shop.runJobs()
  expect(notices.map((notice) => notice.email)).toEqual([email])
})

test('a reset token sets a password once and ends all sessions and access tokens', async () => {
  const { id, email } = await addUser()
  const visitor = new CookieClient(shop.url)
  await visitor.post('/admin/auth', { email, password: 'analytical' })
  const { access_token } = (await shop.post('/admin/auth/token', { email, password: 'analytical' })).body
  const [token, later] = [await tokenFor(email), await tokenFor(email)]

  const { status, body, headers } = await reset({ token, password: 'engine' })
  expect([status, body.user.id, body.user.api_token]).toEqual([200, id, null])
  expect(body.user).not.toHaveProperty('password_hash')
  expect(headers.getSetCookie()).toEqual([])
  expect((await visitor.get('/admin/auth')).status).toBe(401)
  expect((await shop.as({ authorization: `Bearer ${access_token}` }).get('/admin/auth')).status).toBe(401)
  expect([await logIn(email, 'analytical'), await logIn(email, 'engine')]).toEqual([401, 200])

  for (const used of [token, later])
    await expectError(reset({ token: used, password: 'x' }), 401, 'unauthorized', invalidToken)
})

test('a reset token names the address of its user until the password is changed', async () => {
  const { email } = await addUser()
  const token = await tokenFor(email)
  const emailOf = async (text: string) =>
    (await expectSuccess(shop.get(`/admin/users/password-token?token=${text}`))).email
  expect(await emailOf(token)).toBe(email)
  expect((await reset({ token, password: 'new password' })).status).toBe(200)
  expect(await emailOf(token)).toBeNull()
  expect(await emailOf('forged')).toBeNull()
})

test('simultaneous resets with one token succeed once', async () => {
  const { email } = await addUser()
  const token = await tokenFor(email)
  const both = await Promise.all(['one', 'two'].map((password) => reset({ token, password, email })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('every invalid reset token returns the same error', async () => {
  const [user, other] = [await addUser(), await addUser()]
  const token = await tokenFor(user.email)
  const { access_token } = (await shop.post('/admin/auth/token', { email: user.email, password: 'analytical' })).body
  const forged = await new SignedTokens('another secret').sign(
    { user_id: user.id },
    { domain: 'user_password_reset', lifetime: '15m', bond: 'analytical' },
  )
  for (const wrong of ['made-up', 'a.b.c', access_token, forged])
    for (const email of [undefined, user.email])
      await expectError(reset({ token: wrong, password: 'stolen', email }), 401, 'unauthorized', invalidToken)
  await expectError(reset({ token, password: 'stolen', email: other.email }), 401, 'unauthorized', invalidToken)
  expect(await logIn(user.email, 'analytical')).toBe(200)
})

test('a reset token is invalid after it expires or its user is deleted', async () => {
  const { id, email } = await addUser()
  const em = shop.orm.em.fork()
  const [{ password_hash: bond }] = await em.execute<[{ password_hash: string }]>(
    'select password_hash from "user" where id = ?',
    [id],
  )
  const late = await new SignedTokens(SESSION_SECRET).sign(
    { user_id: id },
    { domain: 'user_password_reset', lifetime: '-1s', bond },
  )
  await expectError(reset({ token: late, password: 'x' }), 401, 'unauthorized', invalidToken)
  const token = await tokenFor(email)
  await expectSuccess(shop.admin.delete(`/admin/users/${id}`))
  await expectError(reset({ token, password: 'x' }), 401, 'unauthorized', invalidToken)
})

test('a password reset ends the admin sessions but not the customer session of the same browser', async () => {
  const { email } = await addUser()
  const [own, shared] = [new CookieClient(shop.url), new CookieClient(shop.url)]
  for (const visitor of [own, shared]) await visitor.post('/admin/auth', { email, password: 'analytical' })
  await shared.post('/store/customers', { email, password: 'x', first_name: 'Ada', last_name: 'Byron' })
  await reset({ token: await tokenFor(email), password: 'engine' })
  const statuses = [own, shared].map(async (visitor) => (await visitor.get('/admin/auth')).status)
  expect(await Promise.all(statuses)).toEqual([401, 401])
  expect((await shared.get('/store/auth')).status).toBe(200)
})

test('a password reset reports missing fields before it checks the token', async () => {
  const lacks =
    'token should not be empty, token must be a string, password should not be empty, password must be a string'
  await expectError(reset({}), 400, 'invalid_data', lacks)
})

test('a login with the old password fails while the password is being reset', async () => {
  const { id, email } = await addUser()
  const [change, watch] = [shop.orm.em.fork(), shop.orm.em.fork()]
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await change.begin()
  await change.execute('select from "user" where id = ? for update', [id])
  const login = shop.post('/admin/auth', { email, password: 'analytical' })
  await waitUntil(async () => (await watch.execute(waiting)).length > 0)
  await change.nativeUpdate(User, { id }, { password_hash: await hashPassword('engine') })
  await change.commit()
  expect((await login).status).toBe(401)
})
