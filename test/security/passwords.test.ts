import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { typeOfHash } from '#test/support/type-of-hash.ts'
import { openCountedShop } from '../../bench/statements.ts'

/* A login reveals neither by its response nor by its duration whether an account exists. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  await expectSuccess(
    shop.post('/store/customers', { email: CUSTOMER, password: 'x', first_name: 'A', last_name: 'B' }),
  )
})
afterAll(() => shop[Symbol.asyncDispose]())

const UNKNOWN = 'nobody@example.com'
const ADMIN = 'admin@example.com'
const CUSTOMER = 'ada@example.com'

/** Counts the asynchronous resources of each type that a function creates. */
async function countResources(work: () => Promise<unknown>): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const hook = createHook({
    init(_, type) {
      counts.set(type, (counts.get(type) ?? 0) + 1)
    },
  }).enable()
  await work().finally(() => hook.disable())
  return counts
}

test('a login computes one hash with and without an account', async () => {
  const { email: guest } = await shop.given.order()
  const hash = await typeOfHash()
  for (const [side, emails] of [
    ['/store', [CUSTOMER, guest, ADMIN, UNKNOWN]],
    ['/admin', [ADMIN, CUSTOMER, UNKNOWN]],
  ] as const) {
    for (const path of [`${side}/auth`, `${side}/auth/token`]) {
      for (const email of emails) {
        const login = () =>
          expectError(shop.post(path, { email, password: 'wrong' }), 401, 'unauthorized', 'Unauthorized')
        expect((await countResources(login)).get(hash), `${path} ${email}`).toBe(1)
      }
    }
  }
})

test('a password reset request runs the same statements with and without an account', async () => {
  await using counted = await openCountedShop(shop.databaseUrl)
  for (const [path, known] of [
    ['/admin/users/password-token', ADMIN],
    ['/store/customers/password-token', CUSTOMER],
  ] as const) {
    await counted.send('POST', path, { email: 'first@example.com' })
    const theirs = await counted.send('POST', path, { email: known })
    expect(await counted.send('POST', path, { email: UNKNOWN })).toEqual(theirs)
  }
})

test('each address gets at most ten password reset requests an hour', async () => {
  const account = { email: 'often@example.com', password: 'x' }
  await expectSuccess(shop.admin.post('/admin/users', account))
  await expectSuccess(
    shop.post('/store/customers', { ...account, email: 'often@example.org', first_name: 'A', last_name: 'B' }),
  )
  for (const [path, emails] of [
    ['/admin/users/password-token', [account.email, 'never@example.com']],
    ['/store/customers/password-token', ['often@example.org', 'never@example.org']],
  ] as const) {
    for (const email of emails) {
      const replies = await Promise.all(Array.from({ length: 12 }, () => shop.post(path, { email })))
      expect(replies.filter(({ status }) => status === 204)).toHaveLength(10)
      const refused = await shop.post(path, { email: email.toUpperCase() })
      expect([refused.status, refused.body.type]).toEqual([429, 'too_many_requests'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
    }
  }
})
