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

test('a user added without a password gets one that works', async () => {
  await using shop = await openClone()
  const { email, generatedPassword } = await addUser(shop.orm, { email: 'ada@example.com', role: 'developer' })
  expect(generatedPassword).toMatch(readable)
  expect(await userWith(shop.orm, { email, password: generatedPassword! })).toMatchObject({ role: 'developer' })
})

test('an e-mail is taken once, in whatever case and however many ask for it at once', async () => {
  await using shop = await openClone()
  const emails = ['ada@example.com', 'ADA@example.com', 'Ada@Example.com']
  const results = await Promise.allSettled(emails.map((email) => addUser(shop.orm, { ...ada, email })))
  const refusals = results.filter((result) => result.status === 'rejected')
  expect(refusals.map(({ reason }) => reason)).toEqual([
    new InvalidData('A user with the same email already exists.'),
    new InvalidData('A user with the same email already exists.'),
  ])
  expect(await shop.orm.em.fork().count(User)).toBe(1)
})

test('an API token opens the shop to its user and takes the place of the one before', async () => {
  await using shop = await openClone()
  const em = shop.orm.em.fork()
  await addUser(shop.orm, ada)
  const first = await issueApiToken(shop.orm, 'ada@example.com')
  const second = await issueApiToken(shop.orm, 'ADA@example.com')
  expect(second).toMatch(/^cartwright_[\w-]{43}$/)
  expect(await userByApiToken(em, first)).toBeNull()
  expect(await userByApiToken(em, second)).toMatchObject({ email: 'ada@example.com' })
})

test('an API token is kept as its hash only', async () => {
  await using shop = await openClone()
  await addUser(shop.orm, ada)
  const token = await issueApiToken(shop.orm, ada.email)
  const user = await shop.orm.em.fork().findOneOrFail(User, { email: 'ada@example.com' })
  expect(user.api_token).toMatch(/^sha256:[0-9a-f]{64}$/)
  expect(user.api_token).not.toContain(token)
})

test('there is no API token for an unknown user', async () => {
  await using shop = await openClone()
  await expect(issueApiToken(shop.orm, 'nobody@example.com')).rejects.toBeInstanceOf(NotFound)
})

test('the first administrator is made with a readable password, and only once', async () => {
  await using shop = await openClone()
  const made = await ensureAdministrator(shop.orm, { email: 'Admin@example.com' })
  expect(made).toEqual({ email: 'admin@example.com', generatedPassword: expect.stringMatching(readable) })
  const user = await userWith(shop.orm, { email: 'admin@example.com', password: made.generatedPassword! })
  expect(user).toMatchObject({ role: 'admin' })
  expect(await ensureAdministrator(shop.orm, { email: 'other@example.com' })).toEqual({})
  expect(await shop.orm.em.fork().count(User)).toBe(1)
})

test('a given password of the administrator is used and not shown', async () => {
  await using shop = await openClone()
  const made = await ensureAdministrator(shop.orm, { email: 'admin@example.com', password: 'correct-horse' })
  expect(made).toEqual({ email: 'admin@example.com' })
  expect(await userWith(shop.orm, { email: 'admin@example.com', password: 'correct-horse' })).not.toBeNull()
})

test('no administrator is made where somebody runs the shop already', async () => {
  await using shop = await openClone()
  await addUser(shop.orm, ada)
  expect(await ensureAdministrator(shop.orm, { email: 'admin@example.com' })).toEqual({})
})
