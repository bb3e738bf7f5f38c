import { expect, test } from 'vitest'
import { User } from '#entities/people/user/user.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop } from '#test/support/shop.ts'

const ADMIN = { email: 'admin@example.com', password: 'correct horse' }

test('a login returns the user without secrets and opens a session', async () => {
  await using shop = await openTestShop()
  const visitor = new CookieClient(shop.url)
  const reply = await visitor.post('/admin/auth', { ...ADMIN, email: ADMIN.email.toUpperCase() })
  expect(reply.status).toBe(200)
  expect(reply.body.user).toMatchObject({ email: ADMIN.email, role: 'admin', api_token: null, metadata: null })
  expect(reply.body.user).not.toHaveProperty('password_hash')
  expect(reply.headers.getSetCookie().join()).toMatch(/^connect\.sid=.*HttpOnly/i)
  expect((await visitor.get('/admin/auth')).body.user.id).toBe(reply.body.user.id)
})

test('a wrong password and an unknown email return the same error', async () => {
  await using shop = await openTestShop()
  for (const pair of [
    { ...ADMIN, password: 'wrong' },
    { email: 'nobody@example.com', password: ADMIN.password },
  ]) {
    const reply = await shop.post('/admin/auth', pair)
    expect([reply.status, reply.body]).toEqual([401, { type: 'unauthorized', message: 'Unauthorized' }])
    expect(reply.headers.getSetCookie()).toEqual([])
  }
})

test('a login reports all missing fields', async () => {
  await using shop = await openTestShop()
  const reply = await shop.post('/admin/auth', {})
  expect(reply.status).toBe(400)
  expect(reply.body.message).toBe(
    'email should not be empty, email must be an email, password should not be empty, password must be a string',
  )
})

test('a logout deletes the session, not only its cookie', async () => {
  await using shop = await openTestShop()
  const [owner, thief] = [new CookieClient(shop.url), new CookieClient(shop.url)]
  await owner.post('/admin/auth', ADMIN)
  for (const [name, value] of owner.cookies) thief.cookies.set(name, value)
  expect((await thief.get('/admin/auth')).status).toBe(200)
  const reply = await owner.delete('/admin/auth')
  expect([reply.status, reply.body]).toEqual([200, {}])
  expect((await owner.get('/admin/auth')).status).toBe(401)
  expect((await thief.get('/admin/auth')).status).toBe(401)
})

test('a plain API token is returned only to its owner, and a hashed one never', async () => {
  await using shop = await openTestShop()
  const owner = new CookieClient(shop.url)
  const { user } = (await owner.post('/admin/auth', ADMIN)).body
  const { user: member } = await expectSuccess(
    shop.admin.post('/admin/users', { email: 'a@example.com', password: 'x' }),
  )
  const em = shop.orm.em.fork()
  const setToken = (id: string, api_token: string) => em.nativeUpdate(User, { id }, { api_token })

  await setToken(user.id, 'my-token')
  await setToken(member.id, 'their-token')
  expect((await owner.get('/admin/auth')).body.user.api_token).toBe('my-token')
  expect((await owner.get(`/admin/users/${user.id}`)).body.user.api_token).toBe('my-token')
  expect((await owner.get(`/admin/users/${member.id}`)).body.user.api_token).toBeNull()
  expect(JSON.stringify((await owner.get('/admin/users')).body)).not.toContain('token')

  await setToken(user.id, 'sha256:abc')
  expect((await owner.get('/admin/auth')).body.user.api_token).toBeNull()
})

test('failed logins are limited, and a successful login resets the limit', async () => {
  await using shop = await openTestShop()
  const { email } = ADMIN
  const guess = (who: string, password: string) => shop.post('/admin/auth', { email: who, password })
  const guesses = (count: number, who = email) =>
    Promise.all(Array.from({ length: count }, (_, i) => guess(who, `guess ${i}`)))
  expect((await guesses(19)).every(({ status }) => status === 401)).toBe(true)
  expect((await guess(email, ADMIN.password)).status).toBe(200)

  for (const who of [email, 'nobody@example.com']) {
    const replies = await guesses(25, who)
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(20)
    const refused = await guess(who.toUpperCase(), ADMIN.password)
    expect([refused.status, refused.body.type]).toEqual([429, 'too_many_requests'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
    expect((await shop.post('/store/auth/token', { email: who, password: 'x' })).status).toBe(429)
  }
  expect((await guess('somebody@example.com', 'x')).status).toBe(401)
})
