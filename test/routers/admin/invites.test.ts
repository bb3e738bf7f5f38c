import { Writable } from 'node:stream'
import { decodeJwt } from 'jose/jwt/decode'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Invite } from '#entities/people/invite/invite.ts'
import { User } from '#entities/people/user/user.ts'
import { SignedTokens } from '#server/auth/tokens.ts'
import { minutesAgo } from '#test/support/aged-rows.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { notInRole } from '#test/support/not-in-role.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

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
const invitesOf = async (email: string) =>
  (await expectSuccess(shop.admin.get('/admin/invites'))).invites.filter((one) => one.user_email === email)
const usersOf = async (email: string) => (await expectSuccess(shop.admin.get(`/admin/users?email=${email}`))).users

/** The tokens of the invitations to this email, newest first. */
async function tokensOf(email: string): Promise<string[]> {
  const sql = `select payload->>'token' as token from event
    where name = 'invite.created' and payload->>'user_email' = ? order by id desc`
  return (await shop.orm.em.fork().execute<{ token: string }[]>(sql, [email])).map(({ token }) => token)
}

async function createInvite(role?: string): Promise<{ email: string; id: string; token: string }> {
  const email = newEmail()
  await invite(email, role)
  const id = (await invitesOf(email))[0]?.id ?? ''
  return { email, id, token: (await tokensOf(email))[0] as string }
}

describe('an invitation', () => {
  test('the token of an invitation names its address until its use, renewal, deletion or expiry', async () => {
    const emailOf = async (token: string) =>
      (await expectSuccess(shop.get(`/admin/invites/token?token=${token}`))).email
    const [used, renewed, deleted, expired] = [
      await createInvite(),
      await createInvite(),
      await createInvite(),
      await createInvite(),
    ]
    expect(await emailOf(used.token)).toBe(used.email)
    await accept(used.token)
    await shop.admin.post(`/admin/invites/${renewed.id}/resend`)
    await shop.admin.delete(`/admin/invites/${deleted.id}`)
    await shop.orm.em.fork().nativeUpdate(Invite, { id: expired.id }, { expires_at: minutesAgo(1) })
    for (const { token } of [used, renewed, deleted, expired, { token: 'forged' }])
      expect(await emailOf(token)).toBeNull()
    const [newer] = await tokensOf(renewed.email)
    expect(await emailOf(newer!)).toBe(renewed.email)
  })

  test('an invitation is returned and listed with its token and expires after seven days', async () => {
    const email = newEmail()
    const { invite: created } = await expectSuccess(invite(email.toUpperCase(), 'developer'))
    const [listed, ...others] = await invitesOf(email)
    expect(others).toEqual([])
    expect(listed).toEqual(created)
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
      token: expect.any(String),
    })
    const days = (Date.parse(listed!.expires_at) - Date.parse(listed!.created_at)) / 86_400_000
    expect(days).toBeCloseTo(7, 3)
    expect(await tokensOf(email)).toEqual([listed!.token])
    expect(decodeJwt(listed!.token).exp).toBe(Math.floor(Date.parse(listed!.expires_at) / 1000))
  })

  test('an invitation is accepted with its current token, also after a renewal', async () => {
    const [first, second] = [newEmail(), newEmail()]
    const { invite: created } = await expectSuccess(invite(first))
    expect((await accept(created.token)).text).toBe('OK')
    const { id, token } = (await expectSuccess(invite(second))).invite
    await expectSuccess(shop.admin.post(`/admin/invites/${id}/resend`))
    const [listed] = await invitesOf(second)
    await expectError(accept(token), 400, 'invalid_data', 'Token is not valid')
    expect((await accept(listed!.token)).text).toBe('OK')
    expect(await usersOf(first)).toHaveLength(1)
    expect(await usersOf(second)).toHaveLength(1)
  })

  test('an expired invitation cannot be accepted', async () => {
    const { id } = await createInvite()
    await shop.orm.em.fork().nativeUpdate(Invite, { id }, { expires_at: minutesAgo(1) })
    const { invites } = await expectSuccess(shop.admin.get('/admin/invites'))
    const { token } = invites.find((one) => one.id === id)!
    await expectError(accept(token), 400, 'invalid_data', 'Token is not valid')
  })

  test('only administrators with a session see the token of an invitation', async () => {
    const { email, token } = await createInvite('developer')
    await accept(token)
    const waiting = newEmail()
    const { invite: created } = await expectSuccess(invite(waiting))
    const developer = new CookieClient(shop.url)
    await developer.post('/admin/auth', { email, password: person.password })
    const owner = { email: 'admin@example.com', password: 'correct horse' }
    const administrator = new CookieClient(shop.url)
    await administrator.post('/admin/auth', owner)
    const { access_token } = await expectSuccess(shop.post('/admin/auth/token', owner))
    const scopes = ['invites.*', 'auth.*', 'users.*', '*']
    const { secret } = await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'ERP', scopes }))
    const key = shop.as({ authorization: `Bearer ${secret}` })
    const tokenFor = async (caller: Pick<Caller, 'get'> | CookieClient) => {
      const { invites } = await expectSuccess(caller.get('/admin/invites'))
      return invites.find((one) => one.user_email === waiting)?.token
    }
    expect(await tokenFor(administrator)).toBe(created.token)
    expect(await tokenFor(shop.as({ authorization: `Bearer ${access_token}` }))).toBe(created.token)
    expect([await tokenFor(developer), await tokenFor(key)]).toEqual([null, null])
    const byKey = await expectSuccess(key.post('/admin/invites', { user: newEmail(), role: 'member' }))
    expect(byKey.invite).toMatchObject({ role: 'member', token: null })
  })

  test('the token of an invitation appears in no log, audit log, idempotency key or event', async () => {
    const lines: string[] = []
    const stream = new Writable({
      write: (chunk, _, deletion) => {
        lines.push(String(chunk))
        deletion()
      },
    })
    await using watched = await openTestShop({ logger: pino({ level: 'trace' }, stream) })
    const body = { user: newEmail(), role: 'member' }
    const { invite: created } = await expectSuccess(
      watched.admin.post('/admin/invites', body, { 'idempotency-key': 'one' }),
    )
    await watched.admin.get('/admin/invites')
    await watched.runJobs()
    const message = [
      lines.join(''),
      (await watched.admin.get('/admin/audit-log')).text,
      (await watched.admin.get('/admin/events')).text,
      JSON.stringify(await watched.orm.em.fork().execute('select * from audit_log')),
      JSON.stringify(await watched.orm.em.fork().execute('select * from event')),
    ]
    expect(message[1]).toContain('admin.invites.create')
    for (const text of message) expect(text.includes(created.token)).toBe(false)
    expect(await watched.orm.em.fork().execute('select from idempotency_key')).toEqual([])
  })

  test('the token of an invitation contains its email and role', async () => {
    const { email, id, token } = await createInvite('developer')
    expect(decodeJwt(token)).toMatchObject({ invite_id: id, user_email: email, role: 'developer' })
    await expectSuccess(shop.admin.post(`/admin/invites/${id}/resend`))
    const [resent = ''] = await tokensOf(email)
    expect(decodeJwt(resent)).toMatchObject({ invite_id: id, user_email: email, role: 'developer' })
  })

  test('inviting the same email again renews the invitation, also simultaneously', async () => {
    const { email, id, token } = await createInvite('member')
    const both = await Promise.all([invite(email, 'admin'), invite(email, 'admin')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await invitesOf(email)).toMatchObject([{ id, role: 'admin' }])
    expect(await tokensOf(email)).toHaveLength(3)
    await expectError(accept(token), 400, 'invalid_data', 'Token is not valid')
  })

  test('an invitation needs an email without a user and a valid role', async () => {
    const lacks = 'user must be an email, role must be a string'
    await expectError(shop.admin.post('/admin/invites', {}), 400, 'invalid_data', lacks)
    const message = "Can't invite a user with an existing account"
    await expectError(invite('Admin@Example.com'), 400, 'invalid_data', message)
  })

  test('resending an invitation extends it and replaces its token', async () => {
    const { email, id, token } = await createInvite()
    await shop.orm.em.fork().nativeUpdate(Invite, { id }, { expires_at: new Date(0) })
    await expectError(accept(token), 400, 'invalid_data', 'Token is not valid')
    expect((await shop.admin.post(`/admin/invites/${id}/resend`)).text).toBe('OK')
    const [again, first] = await tokensOf(email)
    expect(first).toBe(token)
    await expectError(accept(token), 400, 'invalid_data', 'Token is not valid')
    expect((await accept(again as string)).text).toBe('OK')
    await expectError(shop.admin.post('/admin/invites/no/resend'), 400, 'invalid_data', "Invite doesn't exist")
  })

  test('a deleted invitation invalidates its token', async () => {
    const { email, id, token } = await createInvite()
    const deletion = { id, object: 'invite', deleted: true }
    expect(await expectSuccess(shop.admin.delete(`/admin/invites/${id}`))).toEqual(deletion)
    expect(await expectSuccess(shop.admin.delete(`/admin/invites/${id}`))).toEqual(deletion)
    expect(await invitesOf(email)).toEqual([])
    await expectError(accept(token), 400, 'invalid_data', 'Invalid invite')
  })

  test('only administrators manage invitations', async () => {
    const { id, email, token } = await createInvite('developer')
    await accept(token)
    const developer = new CookieClient(shop.url)
    await developer.post('/admin/auth', { email, password: person.password })
    const create = developer.post('/admin/invites', { user: newEmail(), role: 'admin' })
    await expectError(create, ...notInRole('developer', 'invites.create'))
    await expectError(developer.post(`/admin/invites/${id}/resend`), ...notInRole('developer', 'invites.resend'))
    await expectError(developer.delete(`/admin/invites/${id}`), ...notInRole('developer', 'invites.delete'))
  })

  test('all users can list invitations, anonymous callers cannot', async () => {
    const { email, token } = await createInvite('member')
    const waiting = await createInvite('admin')
    await accept(token)
    const member = new CookieClient(shop.url)
    await member.post('/admin/auth', { email, password: person.password })
    const { invites } = await expectSuccess(member.get('/admin/invites'))
    expect(invites.map((one) => one.user_email)).toContain(waiting.email)
    expect((await shop.get('/admin/invites')).status).toBe(401)
  })
})

describe('accepting an invitation', () => {
  test('accepting an invitation creates a user with its role and deletes the invitation', async () => {
    const { email, token } = await createInvite('developer')
    const { status, text, headers } = await accept(token)
    expect([status, text, headers.getSetCookie()]).toEqual([200, 'OK', []])
    expect(await usersOf(email)).toMatchObject([{ email, role: 'developer', first_name: 'Ada', last_name: 'Byron' }])
    expect((await shop.post('/admin/auth', { email, password: person.password })).status).toBe(200)
    expect(await invitesOf(email)).toEqual([])
    await expectError(accept(token), 400, 'invalid_data', 'Invalid invite')
  })

  test('simultaneous acceptances create one user', async () => {
    const { email, token } = await createInvite()
    const replies = await Promise.all([1, 2, 3].map(() => accept(token)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(await usersOf(email)).toHaveLength(1)
  })

  test('an invited user chooses a name and a password but not a role', async () => {
    const { email, token } = await createInvite()
    await expectError(accept(token, {}), 400, 'invalid_data', 'password should not be empty, password must be a string')
    const more = accept(token, { ...person, role: 'admin' })
    await expectError(more, 400, 'invalid_data', 'property role should not exist')
    expect(await usersOf(email)).toEqual([])
    await expectSuccess(accept(token, { password: person.password }))
    expect(await usersOf(email)).toMatchObject([{ first_name: null, last_name: null }])
  })

  test('an invitation is accepted only with its own token', async () => {
    const { id, token } = await createInvite()
    const forged = await new SignedTokens('another secret').sign(
      { invite_id: id },
      { domain: 'invite', lifetime: '7d', bond: 'x' },
    )
    const loginReply = await shop.post('/admin/auth/token', { email: 'admin@example.com', password: 'correct horse' })
    for (const wrong of ['made-up', 'a.b.c', forged, loginReply.body.access_token, `${token}x`])
      await expectError(accept(wrong), 400, 'invalid_data', 'Token is not valid')
  })

  test('an invitation to an email that has become a user is rejected', async () => {
    const { email, token } = await createInvite('admin')
    await expectSuccess(shop.admin.post('/admin/users', { email, password: 'x', first_name: 'Before' }))
    await expectError(accept(token), 400, 'invalid_data', 'A user with the same email already exists.')
    expect(await shop.orm.em.fork().find(User, { email })).toMatchObject([{ role: 'member', first_name: 'Before' }])
  })
})
