import { expect, test } from 'vitest'
import { answered } from '#test/support/given.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'

async function addUser(shop: TestShop, facts = {}) {
  const body = { email: 'grace@example.com', password: 'analytical', ...facts }
  return (await answered(shop.admin.post('/admin/users', body))).user
}

test('a new user can log in, with the e-mail in lower case', async () => {
  await using shop = await openTestShop()
  const account = { email: 'Ada@Example.com', password: 'difference-engine' }
  const { user } = await answered(shop.admin.post('/admin/users', { ...account, first_name: 'Ada' }))
  expect(user).toMatchObject({ email: 'ada@example.com', role: 'member', first_name: 'Ada', last_name: null })
  expect((await shop.post('/admin/auth', account)).body.user.id).toBe(user.id)
})

test('two users cannot have the same e-mail', async () => {
  await using shop = await openTestShop()
  const { email } = await addUser(shop)
  const reply = await shop.admin.post('/admin/users', { email: email.toUpperCase(), password: 'x' })
  expect([reply.status, reply.body]).toEqual([
    400,
    { type: 'invalid_data', message: 'A user with the same email already exists.' },
  ])
})

test('only an administrator adds users', async () => {
  await using shop = await openTestShop()
  const { email } = await addUser(shop, { role: 'member' })
  const member = new Visitor(shop.url)
  await member.post('/admin/auth', { email, password: 'analytical' })
  const account = { email: 'new@example.com', password: 'x', role: 'admin' }
  expect((await member.post('/admin/users', account)).status).toBe(403)
  expect((await shop.post('/admin/users', account)).status).toBe(401)
})

test('users are found by their columns and by text, and no field brings out a secret', async () => {
  await using shop = await openTestShop()
  const { id, email } = await addUser(shop, { first_name: 'Grace', role: 'developer' })
  for (const query of [`email=${email}`, 'q=grac', 'role=developer', `id[]=${id}`]) {
    const { users, count } = await answered(shop.admin.get(`/admin/users?${query}`))
    expect([users.map((user: { id: string }) => user.id), count]).toEqual([[id], 1])
  }
  for (const query of ['fields=password_hash', 'fields=api_token', 'order=api_token'])
    expect((await shop.admin.get(`/admin/users?${query}`)).status).toBe(400)
})

test('an unknown user is not found', async () => {
  await using shop = await openTestShop()
  const reply = await shop.admin.get('/admin/users/usr_no')
  expect([reply.status, reply.body]).toEqual([
    404,
    { type: 'not_found', message: 'User with id: usr_no was not found' },
  ])
})
