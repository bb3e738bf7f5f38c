import { createHook } from 'node:async_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Overloaded } from '#entities/errors.ts'
import { hashPassword } from '#entities/people/credentials/password.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { WorkSlots } from '#entities/platform/work-slots/work-slots.ts'
import { addUser } from '#server/database/administrator.ts'
import { dialectOf } from '#server/database/orm-options.ts'
import { subscribeTo } from '#server/plugin/subscriber.ts'
import { defaultRateLimits } from '#server/settings/rate-limits.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { medusaPasswordHash } from '#test/support/medusa-password-hash.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { typeOfHash } from '#test/support/type-of-hash.ts'

/* A password hash costs CPU time. No other request may wait for a connection because of it. */

const tokens = new Map<string, string>()
const mail = subscribeTo(
  ['customer.password_reset', 'user.password_reset', 'invite.created'],
  async (_, { name, payload }) => {
    tokens.set(name, payload.token)
  },
)

let shop: TestShop
let hash: string
beforeAll(async () => {
  hash = await typeOfHash()
  shop = await openTestShop({ subscribers: { mail } })
})
afterAll(() => shop[Symbol.asyncDispose]())

interface Observer {
  begun?(): void
  ended?(): void
}

/** Observes the hashes that some work computes in this process. */
async function observeHashes<Result>(observer: Observer, work: () => Promise<Result>): Promise<Result> {
  const running = new Set<number>()
  const hook = createHook({
    init(id, type) {
      if (type !== hash) return
      running.add(id)
      observer.begun?.()
    },
    before(id) {
      if (running.delete(id)) observer.ended?.()
    },
  }).enable()
  return work().finally(() => hook.disable())
}

/** The number of connections in use at the start of each hash. */
async function connectionsWhileHashing(work: () => Promise<unknown>): Promise<number[]> {
  const { pool } = dialectOf(shop.orm)
  const counts: number[] = []
  await observeHashes({ begun: () => counts.push(pool.totalCount - pool.idleCount) }, work)
  return counts
}

let serial = 0
const account = () => ({ email: `hashed${++serial}@example.com`, password: 'analytical' })
const named = { first_name: 'Ada', last_name: 'Byron' }
const ok = async (reply: Promise<{ status: number; text: string }>) => {
  const { status, text } = await reply
  expect([200, 201], text).toContain(status)
}

async function registerCustomer(): Promise<CookieClient> {
  const visitor = new CookieClient(shop.url)
  await visitor.post('/store/customers', { ...account(), ...named })
  return visitor
}

test('no connection is in use while a password is hashed or verified', async () => {
  const user = account()
  await addUser(shop.orm, user)
  const customer = account()
  await ok(shop.post('/store/customers', { ...customer, ...named }))
  const { customer: guest } = (await shop.admin.post('/admin/customers', { ...account(), ...named })).body
  const visitor = await registerCustomer()
  await shop.post('/admin/users/password-token', { email: user.email })
  await shop.post('/store/customers/password-token', { email: customer.email })
  await shop.admin.post('/admin/invites', { user: account().email, role: 'member' })
  await shop.runJobs()
  const tokenIn = (event: string) => tokens.get(event)

  const requests: Record<string, () => Promise<unknown>> = {
    'a registration': () => ok(shop.post('/store/customers', { ...account(), ...named })),
    'a login': () => ok(shop.post('/store/auth', customer)),
    'a token of a customer': () => ok(shop.post('/store/auth/token', customer)),
    'a login of a user': () => ok(shop.post('/admin/auth', user)),
    'a token of a user': () => ok(shop.post('/admin/auth/token', user)),
    'a wrong password': () => shop.post('/admin/auth', { ...user, password: 'wrong' }),
    'a new password': () => ok(visitor.post('/store/customers/me', { password: 'engine' })),
    'a reset': () =>
      ok(
        shop.post('/store/customers/password-reset', {
          ...customer,
          token: tokenIn('customer.password_reset'),
          password: 'engine',
        }),
      ),
    'a reset of a user': () =>
      ok(shop.post('/admin/users/reset-password', { token: tokenIn('user.password_reset'), password: 'engine' })),
    'an invitation': () =>
      ok(shop.post('/admin/invites/accept', { token: tokenIn('invite.created'), user: { password: 'engine' } })),
    'a user': () => ok(shop.admin.post('/admin/users', account())),
    'a customer': () => ok(shop.admin.post('/admin/customers', { ...account(), ...named })),
    'a change of a customer': () => ok(shop.admin.post(`/admin/customers/${guest.id}`, { password: 'engine' })),
    'the command line': () => addUser(shop.orm, account()),
  }
  for (const [name, send] of Object.entries(requests)) expect(await connectionsWhileHashing(send), name).toEqual([0])

  const moved = account()
  const { id } = (await expectSuccess(shop.post('/store/customers', { ...moved, ...named }))).customer
  await changeRows(shop, Customer, { id }, { password_hash: medusaPasswordHash(moved.password) })
  const counts = await connectionsWhileHashing(() => ok(shop.post('/store/auth', moved)))
  expect(new Set(counts), 'a login with a hash of Medusa v1').toEqual(new Set([0]))
  expect(await connectionsWhileHashing(() => ok(shop.post('/store/auth', moved)))).toEqual([0])
})

test('a reset or an invitation with an invalid token computes no hash', async () => {
  const counts = await connectionsWhileHashing(async () => {
    const token = tokens.get('invite.created')
    await expectError(
      shop.post('/admin/invites/accept', { token: 'made-up', user: { password: 'x' } }),
      400,
      'invalid_data',
      'Token is not valid',
    )
    for (const path of ['/admin/users/reset-password', '/store/customers/password-reset'])
      expect((await shop.post(path, { email: 'admin@example.com', token, password: 'x' })).status).toBe(401)
  })
  expect(counts).toEqual([])
})

test('a process computes at most two hashes at a time', async () => {
  let [running, most] = [0, 0]
  const observer = { begun: () => (most = Math.max(most, ++running)), ended: () => running-- }
  await observeHashes(observer, () => Promise.all(Array.from({ length: 8 }, () => hashPassword('x'))))
  expect(most).toBe(2)
})

test('work beyond the limit of waiters is refused', async () => {
  const slots = new WorkSlots({ slots: 1, waiters: 2 })
  const order: number[] = []
  const works = [1, 2, 3, 4].map((number) => slots.run(async () => order.push(number)))
  const outcomes = await Promise.allSettled(works)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(outcomes[3]).toMatchObject({ reason: expect.any(Overloaded) })
  expect(order).toEqual([1, 2, 3])
  await expect(slots.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed')
  expect(await slots.run(async () => 'free again')).toBe('free again')
})

test('registrations and password changes are limited per address', async () => {
  const config = { limits: { ...defaultRateLimits, newPasswordsOfAddress: 3 }, trustProxy: true }
  await using strict = await openTestShop({ config })
  const visitor = new CookieClient(strict.url)
  await ok(visitor.post('/store/customers', { ...account(), ...named }))
  await ok(visitor.post('/store/customers/me', { password: 'engine' }))
  await ok(strict.post('/store/customers', { ...account(), ...named }))
  const hashes: unknown[] = []
  await observeHashes({ begun: () => hashes.push('a hash') }, async () => {
    for (const reply of [
      await strict.post('/store/customers', { ...account(), ...named }),
      await visitor.post('/store/customers/me', { password: 'another' }),
    ]) {
      expect([reply.status, reply.body.type]).toEqual([429, 'too_many_requests'])
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(500)
    }
  })
  expect(hashes).toEqual([])
  await ok(visitor.post('/store/customers/me', { first_name: 'Grace' }))
  const elsewhere = { 'x-forwarded-for': '203.0.113.9' }
  await ok(strict.post('/store/customers', { ...account(), ...named }, elsewhere))
})
