import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { User } from '#entities/people/user/user.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { notInRole } from '#test/support/not-in-role.ts'
import type { BodyOf } from '#test/support/reply.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

let serial = 0
const newEmail = () => `user${++serial}@example.com`

async function addUser(facts = {}) {
  const body = { email: newEmail(), password: 'analytical', ...facts }
  return (await expectSuccess(shop.admin.post('/admin/users', body))).user
}

/** Creates a user and logs in. */
async function logIn(role: string): Promise<{ user: BodyOf<'POST', '/admin/users'>['user']; visitor: CookieClient }> {
  const user = await addUser({ role })
  const visitor = new CookieClient(shop.url)
  await visitor.post('/admin/auth', { email: user.email, password: 'analytical' })
  return { user, visitor }
}

const lastOne =
  'The last administrator cannot be deleted or get another role. Make another user an administrator first.'

describe('creating a user', () => {
  test('a new user can log in, and the email is stored in lower case', async () => {
    const account = { email: 'Ada@Example.com', password: 'difference-engine' }
    const { user } = await expectSuccess(shop.admin.post('/admin/users', { ...account, first_name: 'Ada' }))
    expect(user).toMatchObject({ email: 'ada@example.com', role: 'member', first_name: 'Ada', last_name: null })
    expect((await shop.post('/admin/auth', account)).body.user.id).toBe(user.id)
  })

  test('a new user needs a unique email, also with simultaneous requests', async () => {
    const taken = 'A user with the same email already exists.'
    const { email } = await addUser()
    await expectError(
      shop.admin.post('/admin/users', { email: email.toUpperCase(), password: 'x' }),
      400,
      'invalid_data',
      taken,
    )
    const body = { email: newEmail(), password: 'x' }
    const both = await Promise.all([shop.admin.post('/admin/users', body), shop.admin.post('/admin/users', body)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(both.find(({ status }) => status === 400)?.body.message).toBe(taken)
  })

  test('only an administrator creates users', async () => {
    const account = { email: newEmail(), password: 'x', role: 'admin' }
    for (const role of ['member', 'developer']) {
      const { visitor } = await logIn(role)
      await expectError(visitor.post('/admin/users', account), ...notInRole(role, 'users.create'))
    }
    expect((await shop.post('/admin/users', account)).status).toBe(401)
  })
})

test('users can be filtered by column and text, and no field returns a secret', async () => {
  const { id, email } = await addUser({ first_name: 'Grace', role: 'developer' })
  for (const query of [`email=${email}`, 'q=grac', 'role=developer&first_name=Grace', `id[]=${id}`]) {
    const { users, count } = await expectSuccess(shop.admin.get(`/admin/users?${query}`))
    expect([users.map((user) => user.id), count]).toEqual([[id], 1])
  }
  for (const query of ['fields=password_hash', 'fields=api_token', 'order=api_token'])
    expect((await shop.admin.get(`/admin/users?${query}`)).status).toBe(400)
})

test('an unknown user can be neither read nor updated', async () => {
  const message = 'User with id: usr_no was not found'
  await expectError(shop.admin.get('/admin/users/usr_no'), 404, 'not_found', message)
  await expectError(shop.admin.post('/admin/users/usr_no', { first_name: 'A' }), 404, 'not_found', message)
})

describe('updating a user', () => {
  test('an update changes names, role and metadata of a user', async () => {
    const { id } = await addUser({ first_name: 'Grace' })
    await expectSuccess(shop.admin.post(`/admin/users/${id}`, { metadata: { desk: 1, floor: 2 } }))
    const changes = { last_name: 'Hopper', role: 'developer', metadata: { floor: '' } }
    const { user } = await expectSuccess(shop.admin.post(`/admin/users/${id}`, changes))
    expect(user).toMatchObject({ first_name: 'Grace', last_name: 'Hopper', role: 'developer', metadata: { desk: 1 } })
    expect(user).not.toHaveProperty('password_hash')
  })

  test('an update cannot change the email, token or password of a user', async () => {
    const { id } = await addUser()
    for (const key of ['email', 'api_token', 'password', 'password_hash'])
      await expectError(
        shop.admin.post(`/admin/users/${id}`, { [key]: 'x@example.com' }),
        400,
        'invalid_data',
        `property ${key} should not exist`,
      )
    const unknownRole = shop.admin.post(`/admin/users/${id}`, { role: 'boss' })
    const message = 'The role boss does not exist. The roles are: admin, developer, member.'
    await expectError(unknownRole, 400, 'invalid_data', message)
  })

  test('a user can update their own name but not their role', async () => {
    const { user, visitor } = await logIn('member')
    const renamed = await expectSuccess(visitor.post(`/admin/users/${user.id}`, { first_name: 'Me', role: 'member' }))
    expect(renamed.user).toMatchObject({ first_name: 'Me', role: 'member' })
    const refused = notInRole('member', 'users.update')
    await expectError(visitor.post(`/admin/users/${user.id}`, { role: 'admin' }), ...refused)
    for (const { id } of [await addUser(), { id: 'usr_no' }]) {
      await expectError(visitor.post(`/admin/users/${id}`, { first_name: 'You' }), ...refused)
      await expectError(visitor.delete(`/admin/users/${id}`), ...notInRole('member', 'users.delete'))
    }
    expect((await shop.post(`/admin/users/${user.id}`, { first_name: 'X' })).status).toBe(401)
  })

  test('a demoted administrator loses the permissions immediately', async () => {
    const { user, visitor } = await logIn('admin')
    await expectSuccess(shop.admin.post(`/admin/users/${user.id}`, { role: 'member' }))
    expect((await visitor.post('/admin/users', { email: newEmail(), password: 'x' })).status).toBe(403)
  })
})

describe('deleting a user', () => {
  test('deleting a user ends all sessions and tokens', async () => {
    const { user, visitor } = await logIn('admin')
    const account = { email: user.email, password: 'analytical' }
    const { access_token } = (await shop.post('/admin/auth/token', account)).body
    await shop.orm.em.fork().nativeUpdate(User, { id: user.id }, { api_token: 'kept-in-the-clear' })
    const deletion = { id: user.id, object: 'user', deleted: true }
    expect(await expectSuccess(shop.admin.delete(`/admin/users/${user.id}`))).toEqual(deletion)
    expect(await expectSuccess(shop.admin.delete(`/admin/users/${user.id}`))).toEqual(deletion)

    const byToken = shop.as({ authorization: `Bearer ${access_token}` })
    const byApiToken = shop.as({ 'x-medusa-access-token': 'kept-in-the-clear' })
    for (const caller of [visitor, byToken, byApiToken]) expect((await caller.get('/admin/auth')).status).toBe(401)
    expect((await shop.post('/admin/auth', account)).status).toBe(401)
    expect((await shop.admin.get(`/admin/users/${user.id}`)).status).toBe(404)
    expect((await shop.admin.get(`/admin/users?email=${user.email}`)).body.count).toBe(0)
    expect((await addUser({ email: user.email })).id).not.toBe(user.id)
  })

  test('deleting a user keeps the customer session of the same browser', async () => {
    const { user, visitor } = await logIn('member')
    await visitor.post('/store/customers', { email: user.email, password: 'x', first_name: 'A', last_name: 'B' })
    await expectSuccess(shop.admin.delete(`/admin/users/${user.id}`))
    expect((await visitor.get('/admin/auth')).status).toBe(401)
    expect((await visitor.get('/store/auth')).body.customer.email).toBe(user.email)
  })
})

describe('the last administrator', () => {
  test('the last administrator can neither be deleted nor demoted', async () => {
    await using other = await openTestShop()
    const { id } = (await expectSuccess(other.admin.get('/admin/auth'))).user
    await expectError(other.admin.delete(`/admin/users/${id}`), 400, 'not_allowed', lastOne)
    await expectError(other.admin.post(`/admin/users/${id}`, { role: 'member' }), 400, 'not_allowed', lastOne)
    const noRole = "Can't insert null value in field role on insert in table user"
    await expectError(other.admin.post(`/admin/users/${id}`, { role: null }), 400, 'invalid_data', noRole)
    expect((await expectSuccess(other.admin.post(`/admin/users/${id}`, { role: 'admin' }))).user.role).toBe('admin')
  })

  test('simultaneous demotions and deletions leave one administrator', async () => {
    await using other = await openTestShop()
    const first = (await expectSuccess(other.admin.get('/admin/auth'))).user
    const admins = [{ user: first, by: other.admin as Pick<CookieClient, 'post' | 'delete'> }]
    for (const email of ['b@example.com', 'c@example.com', 'd@example.com']) {
      const account = { email, password: 'analytical' }
      const { user } = await expectSuccess(other.admin.post('/admin/users', { ...account, role: 'admin' }))
      const by = new CookieClient(other.url)
      await by.post('/admin/auth', account)
      admins.push({ user, by })
    }
    const replies = await Promise.all(
      admins.flatMap(({ by }, i) =>
        admins
          .filter((_, j) => j !== i)
          .map(({ user: { id } }, j) =>
            j % 2 ? by.delete(`/admin/users/${id}`) : by.post(`/admin/users/${id}`, { role: 'member' }),
          ),
      ),
    )
    for (const { status } of replies) expect([200, 400, 401, 403, 404]).toContain(status)
    expect(await other.orm.em.fork().count(User, { role: 'admin' })).toBe(1)
  })
})
