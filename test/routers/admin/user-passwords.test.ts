import { decodeJwt } from 'jose/jwt/decode'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#entities/people/credentials/password.ts'
import type { EventOf } from '#entities/platform/event/events.ts'
import { SignedTokens } from '#server/auth/tokens.ts'
import { subscribeTo } from '#server/subscribers/subscriber.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess, type Json } from '#test/support/factories.ts'
import { openTestShop, SESSION_SECRET, type TestShop } from '#test/support/shop.ts'

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
async function addUser(): Promise<Json> {
  const body = { email: `user${++serial}@example.com`, password: 'analytical' }
  return (await expectSuccess(shop.admin.post('/admin/users', body))).user
}

const ask = (email: string) => shop.post('/admin/users/password-token', { email })
const reset = (body: object) => shop.post('/admin/users/reset-password', body)
const logIn = async (email: string, password: string) => (await shop.post('/admin/auth', { email, password })).status
const told = 'Invalid or expired password reset token'

async function tokenFor(email: string): Promise<string> {
  await ask(email)
  await shop.runJobs()
  return notices.at(-1)!.token
}

test('a token is sent to the e-mail of a user, and the answer does not tell whether there is one', async () => {
  const { id, email } = await addUser()
  notices.length = 0
  for (const asked of [email.toUpperCase(), 'nobody@example.com']) {
    const { status, text } = await ask(asked)
    expect([status, text]).toEqual([204, ''])
  }
  await shop.runJobs()
  expect(notices).toEqual([{ id, email, first_name: null, last_name: null, token: expect.any(String) }])
  expect(decodeJwt(notices[0]!.token)).toMatchObject({ email })
  await expectError(ask('no e-mail'), 400, 'invalid_data', 'email must be an email')
})

test('who asks has one job written, whether there is such a user or not, and a second time the same', async () => {
  const { email } = await addUser()
  for (const asked of [email, 'nobody@example.com', email.toUpperCase()]) await ask(asked)
  const sql = "select from graphile_worker.jobs where task_identifier = 'send_password_token'"
  expect(await shop.orm.em.fork().execute(sql)).toHaveLength(2)
  notices.length = 0
  await shop.runJobs()
  expect(notices.map((notice) => notice.email)).toEqual([email])
})

test('a token gives a new password once, and ends every session and access token', async () => {
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

  for (const used of [token, later]) await expectError(reset({ token: used, password: 'x' }), 401, 'unauthorized', told)
})

test('of two who use a token at once one sets the password', async () => {
  const { email } = await addUser()
  const token = await tokenFor(email)
  const both = await Promise.all(['one', 'two'].map((password) => reset({ token, password, email })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('no other token sets a password, and every refusal reads the same', async () => {
  const [user, other] = [await addUser(), await addUser()]
  const token = await tokenFor(user.email)
  const { access_token } = (await shop.post('/admin/auth/token', { email: user.email, password: 'analytical' })).body
  const forged = await new SignedTokens('another secret').sign(
    { user_id: user.id },
    { domain: 'user_password_reset', lifetime: '15m', bond: 'analytical' },
  )
  for (const wrong of ['made-up', 'a.b.c', access_token, forged])
    for (const email of [undefined, user.email])
      await expectError(reset({ token: wrong, password: 'stolen', email }), 401, 'unauthorized', told)
  await expectError(reset({ token, password: 'stolen', email: other.email }), 401, 'unauthorized', told)
  expect(await logIn(user.email, 'analytical')).toBe(200)
})

test('a token that has had its time, or whose user is gone, is worth nothing', async () => {
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
  await expectError(reset({ token: late, password: 'x' }), 401, 'unauthorized', told)
  const token = await tokenFor(email)
  await expectSuccess(shop.admin.delete(`/admin/users/${id}`))
  await expectError(reset({ token, password: 'x' }), 401, 'unauthorized', told)
})

test('a new password ends every session, and a storefront keeps a shared one', async () => {
  const { email } = await addUser()
  const [own, shared] = [new CookieClient(shop.url), new CookieClient(shop.url)]
  for (const visitor of [own, shared]) await visitor.post('/admin/auth', { email, password: 'analytical' })
  await shared.post('/store/customers', { email, password: 'x', first_name: 'Ada', last_name: 'Byron' })
  await reset({ token: await tokenFor(email), password: 'engine' })
  const statuses = [own, shared].map(async (visitor) => (await visitor.get('/admin/auth')).status)
  expect(await Promise.all(statuses)).toEqual([401, 401])
  expect((await shared.get('/store/auth')).status).toBe(200)
})

test('a reset names all that it lacks, before it looks at the token', async () => {
  const lacks =
    'token should not be empty, token must be a string, password should not be empty, password must be a string'
  await expectError(reset({}), 400, 'invalid_data', lacks)
})

test('a login with the old password that is under way when the new one is set comes to nothing', async () => {
  const { id, email } = await addUser()
  const [change, watch] = [shop.orm.em.fork(), shop.orm.em.fork()]
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const hasToWait = async () => {
    while ((await watch.execute(waiting)).length === 0);
  }
  await change.begin()
  await change.execute('select from "user" where id = ? for update', [id])
  const login = shop.post('/admin/auth', { email, password: 'analytical' })
  await Promise.race([login, hasToWait()])
  await change.execute('update "user" set password_hash = ? where id = ?', [await hashPassword('engine'), id])
  await change.commit()
  expect((await login).status).toBe(401)
})
