import type { MikroORM } from '@mikro-orm/postgresql'
import { expect, test } from 'vitest'
import { InvalidData, NotFound } from '#entities/errors.ts'
import { userByApiToken, withUserByPassword } from '#entities/people/user/find-user.ts'
import { User } from '#entities/people/user/user.ts'
import { addUser, ensureAdministrator, issueApiToken } from '#server/database/administrator.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const ada = { email: 'Ada@Example.com', password: 'correct-horse', first_name: 'Ada' }
const userWith = (orm: MikroORM, credentials: { email: string; password: string }) =>
  withUserByPassword(orm.em, credentials, async (_tx, user) => user)
const readable = /^([2-9a-hj-kmnp-z]{4}-){4}[2-9a-hj-kmnp-z]{4}$/

test('an added user is a member who can log in', async () => {
  await using shop = await openClone()
  expect(await addUser(shop.orm, ada)).toEqual({ email: 'ada@example.com' })
  const user = await userWith(shop.orm, { email: 'ada@example.com', password: 'correct-horse' })
  expect(user).toMatchObject({ email: 'ada@example.com', role: 'member', first_name: 'Ada' })
})

test('a user added without a password gets a generated one', async () => {
  await using shop = await openClone()
  const { email, generatedPassword } = await addUser(shop.orm, { email: 'ada@example.com', role: 'developer' })
  expect(generatedPassword).toMatch(readable)
  expect(await userWith(shop.orm, { email, password: generatedPassword! })).toMatchObject({ role: 'developer' })
})

test('simultaneous requests create one user for an email in any letter case', async () => {
  await using shop = await openClone()
  const emails = ['ada@example.com', 'ADA@example.com', 'Ada@Example.com']
  const results = await Promise.allSettled(emails.map((email) => addUser(shop.orm, { ...ada, email })))
  const refusals = results.filter((result) => result.status === 'rejected')
  const message = 'A user with the same email already exists.'
  const refusal = new InvalidData(message).about('email').because({ name: 'user_exists' })
  expect(refusals.map(({ reason }) => reason)).toEqual([refusal, refusal])
  expect(await shop.orm.em.fork().count(User)).toBe(1)
})

test('a new API token replaces the previous one', async () => {
  await using shop = await openClone()
  const em = shop.orm.em.fork()
  await addUser(shop.orm, ada)
  const first = await issueApiToken(shop.orm, 'ada@example.com')
  const second = await issueApiToken(shop.orm, 'ADA@example.com')
  expect(second).toMatch(/^cartwright_[\w-]{43}$/)
  expect(await userByApiToken(em, first)).toBeNull()
  expect(await userByApiToken(em, second)).toMatchObject({ user: { email: 'ada@example.com' } })
})

test('an API token is stored as a hash', async () => {
  await using shop = await openClone()
  await addUser(shop.orm, ada)
  const token = await issueApiToken(shop.orm, ada.email)
  const user = await shop.orm.em.fork().findOneOrFail(User, { email: 'ada@example.com' })
  expect(user.api_token).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(user.api_token).not.toContain(token)
})

test('an API token needs an existing user', async () => {
  await using shop = await openClone()
  await expect(issueApiToken(shop.orm, 'nobody@example.com')).rejects.toBeInstanceOf(NotFound)
})

test('the first administrator is created once with a readable password', async () => {
  await using shop = await openClone()
  const result = await ensureAdministrator(shop.orm, { email: 'Admin@example.com' })
  expect(result).toEqual({ email: 'admin@example.com', generatedPassword: expect.stringMatching(readable) })
  const user = await userWith(shop.orm, { email: 'admin@example.com', password: result.generatedPassword! })
  expect(user).toMatchObject({ role: 'admin' })
  expect(await ensureAdministrator(shop.orm, { email: 'other@example.com' })).toEqual({})
  expect(await shop.orm.em.fork().count(User)).toBe(1)
})

test('a given password of the administrator is used and not printed', async () => {
  await using shop = await openClone()
  const result = await ensureAdministrator(shop.orm, { email: 'admin@example.com', password: 'correct-horse' })
  expect(result).toEqual({ email: 'admin@example.com' })
  expect(await userWith(shop.orm, { email: 'admin@example.com', password: 'correct-horse' })).not.toBeNull()
})

test('no administrator is created if a user exists', async () => {
  await using shop = await openClone()
  await addUser(shop.orm, ada)
  expect(await ensureAdministrator(shop.orm, { email: 'admin@example.com' })).toEqual({})
})
