import { decodeJwt } from 'jose/jwt/decode'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Invite } from '#entities/invite/invite.ts'
import { User } from '#entities/user/user.ts'
import { SignedTokens } from '#server/tokens.ts'
import { answered, type Json } from '#test/support/given.ts'
import { refuses } from '#test/support/refuses.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

let serial = 0
const newEmail = () => `invited${++serial}@example.com`
const person = { first_name: 'Ada', last_name: 'Byron', password: 'analytical' }

const invite = (user: string, role = 'member') => shop.admin.post('/admin/invites', { user, role })
const accept = (token: string, user: object = person) => shop.post('/admin/invites/accept', { token, user })
const invitesOf = async (email: string): Promise<Json[]> =>
  (await answered(shop.admin.get('/admin/invites'))).invites.filter((one: Json) => one.user_email === email)
const usersOf = async (email: string): Promise<Json[]> =>
  (await answered(shop.admin.get(`/admin/users?email=${email}`))).users

/** The tokens that were sent to this e-mail, the last one first. */
async function tokensOf(email: string): Promise<string[]> {
  const sql = `select payload->>'token' as token from event
    where name = 'invite.created' and payload->>'user_email' = ? order by id desc`
  return (await shop.orm.em.fork().execute<{ token: string }[]>(sql, [email])).map(({ token }) => token)
}

async function invited(role?: string): Promise<{ email: string; id: string; token: string }> {
  const email = newEmail()
  await invite(email, role)
  const [{ id }] = (await invitesOf(email)) as [Json]
  return { email, id, token: (await tokensOf(email))[0] as string }
}

describe('an invitation', () => {
  test('is answered with OK, is listed without its token, and lasts seven days', async () => {
    const email = newEmail()
    const { status, text, headers } = await invite(email.toUpperCase(), 'developer')
    expect([status, text, headers.get('content-type')]).toEqual([200, 'OK', 'text/plain; charset=utf-8'])
    const [listed, ...others] = (await invitesOf(email)) as [Json]
    expect(others).toEqual([])
    expect(listed).toEqual({
      id: expect.stringMatching(/^invite_/),
      user_email: email,
      role: 'developer',
      accepted: false,
      expires_at: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      deleted_at: null,
      metadata: null,
    })
    const days = (Date.parse(listed.expires_at) - Date.parse(listed.created_at)) / 86_400_000
    expect(days).toBeCloseTo(7, 3)
    const tokens = await tokensOf(email)
    expect(tokens.map((token) => (decodeJwt(token).exp as number) - Date.parse(listed.expires_at) / 1000)).toEqual([
      expect.closeTo(0, -1),
    ])
  })

  test('is told by a token that says who is invited, and as what', async () => {
    const { email, id, token } = await invited('developer')
    expect(decodeJwt(token)).toMatchObject({ invite_id: id, user_email: email, role: 'developer' })
    await answered(shop.admin.post(`/admin/invites/${id}/resend`))
    const [resent = ''] = await tokensOf(email)
    expect(decodeJwt(resent)).toMatchObject({ invite_id: id, user_email: email, role: 'developer' })
  })

  test('is renewed where somebody is invited again, also by two at once', async () => {
    const { email, id, token } = await invited('member')
    const both = await Promise.all([invite(email, 'admin'), invite(email, 'admin')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await invitesOf(email)).toMatchObject([{ id, role: 'admin' }])
    expect(await tokensOf(email)).toHaveLength(3)
    await refuses(accept(token), 400, 'invalid_data', 'Token is not valid')
  })

  test('names an e-mail and a role, and is for nobody who is a user', async () => {
    const lacks = 'user must be an email, role must be one of the following values: admin, member, developer'
    await refuses(shop.admin.post('/admin/invites', {}), 400, 'invalid_data', lacks)
    const told = "Can't invite a user with an existing account"
    await refuses(invite('Admin@Example.com'), 400, 'invalid_data', told)
  })

  test('is sent again, for another seven days, with a token in place of the one before', async () => {
    const { email, id, token } = await invited()
    await shop.orm.em.fork().nativeUpdate(Invite, { id }, { expires_at: new Date(0) })
    await refuses(accept(token), 400, 'invalid_data', 'Token is not valid')
    expect((await shop.admin.post(`/admin/invites/${id}/resend`)).text).toBe('OK')
    const [again, first] = await tokensOf(email)
    expect(first).toBe(token)
    await refuses(accept(token), 400, 'invalid_data', 'Token is not valid')
    expect((await accept(again as string)).text).toBe('OK')
    await refuses(shop.admin.post('/admin/invites/no/resend'), 400, 'invalid_data', "Invite doesn't exist")
  })

  test('is withdrawn, and then its token is worth nothing', async () => {
    const { email, id, token } = await invited()
    const done = { id, object: 'invite', deleted: true }
    expect(await answered(shop.admin.delete(`/admin/invites/${id}`))).toEqual(done)
    expect(await answered(shop.admin.delete(`/admin/invites/${id}`))).toEqual(done)
    expect(await invitesOf(email)).toEqual([])
    await refuses(accept(token), 400, 'invalid_data', 'Invalid invite')
  })

  test('is the business of administrators only', async () => {
    const { id, email, token } = await invited('developer')
    await accept(token)
    const developer = new Visitor(shop.url)
    await developer.post('/admin/auth', { email, password: person.password })
    const told = 'Only an administrator manages users'
    for (const ask of [
      () => developer.post('/admin/invites', { user: newEmail(), role: 'admin' }),
      () => developer.post(`/admin/invites/${id}/resend`),
      () => developer.delete(`/admin/invites/${id}`),
    ])
      await refuses(ask(), 403, 'forbidden', told)
  })

  test('is seen by all who run the shop, as its users are, and by nobody else', async () => {
    const { email, token } = await invited('member')
    const waiting = await invited('admin')
    await accept(token)
    const member = new Visitor(shop.url)
    await member.post('/admin/auth', { email, password: person.password })
    const { invites } = await answered(member.get('/admin/invites'))
    expect(invites.map((one: Json) => one.user_email)).toContain(waiting.email)
    expect((await shop.get('/admin/invites')).status).toBe(401)
  })
})

describe('who accepts an invitation', () => {
  test('is a user of that role from then on, and the invitation is over', async () => {
    const { email, token } = await invited('developer')
    const { status, text, headers } = await accept(token)
    expect([status, text, headers.getSetCookie()]).toEqual([200, 'OK', []])
    expect(await usersOf(email)).toMatchObject([{ email, role: 'developer', first_name: 'Ada', last_name: 'Byron' }])
    expect((await shop.post('/admin/auth', { email, password: person.password })).status).toBe(200)
    expect(await invitesOf(email)).toEqual([])
    await refuses(accept(token), 400, 'invalid_data', 'Invalid invite')
  })

  test('does so once, however often they press the button', async () => {
    const { email, token } = await invited()
    const replies = await Promise.all([1, 2, 3].map(() => accept(token)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(await usersOf(email)).toHaveLength(1)
  })

  test('says a password, and who they are if they like, and cannot choose what they may do', async () => {
    const { email, token } = await invited()
    await refuses(accept(token, {}), 400, 'invalid_data', 'password should not be empty, password must be a string')
    const more = accept(token, { ...person, role: 'admin' })
    await refuses(more, 400, 'invalid_data', 'property role should not exist')
    expect(await usersOf(email)).toEqual([])
    await answered(accept(token, { password: person.password }))
    expect(await usersOf(email)).toMatchObject([{ first_name: null, last_name: null }])
  })

  test('needs the token that was sent', async () => {
    const { id, token } = await invited()
    const forged = await new SignedTokens('another secret').sign(
      { invite_id: id },
      { domain: 'invite', lifetime: '7d', bond: 'x' },
    )
    const stranger = await shop.post('/admin/auth/token', { email: 'admin@example.com', password: 'correct horse' })
    for (const wrong of ['made-up', 'a.b.c', forged, stranger.body.access_token, `${token}x`])
      await refuses(accept(wrong), 400, 'invalid_data', 'Token is not valid')
  })

  test('is refused where they became a user otherwise, and stays who they are', async () => {
    const { email, token } = await invited('admin')
    await answered(shop.admin.post('/admin/users', { email, password: 'x', first_name: 'Before' }))
    await refuses(accept(token), 400, 'invalid_data', 'A user with the same email already exists.')
    expect(await shop.orm.em.fork().find(User, { email })).toMatchObject([{ role: 'member', first_name: 'Before' }])
  })
})
