import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Property names that could change the prototype of all objects. */

let shop: TestShop
let authorization: string
beforeAll(async () => {
  shop = await openTestShop()
  const login = { email: 'admin@example.com', password: 'correct horse' }
  const { access_token } = await expectSuccess(shop.post('/admin/auth/token', login))
  authorization = `Bearer ${access_token}`
})
afterAll(() => shop[Symbol.asyncDispose]())

/** Sends the text without changes. */
const raw = (path: string, body: string) =>
  fetch(shop.url + path, { method: 'POST', body, headers: { 'content-type': 'application/json', authorization } })

const POISON = '{"polluted":"yes"}'

const expectUnpolluted = () => {
  const fresh: Record<string, unknown> = {}
  expect([fresh.polluted, Reflect.get([], 'polluted')]).toEqual([undefined, undefined])
}

test.each([
  `{"name":"x","__proto__":${POISON}}`,
  `{"name":"x","constructor":{"prototype":${POISON}}}`,
  `{"__proto__":{"name":"inherited"}}`,
  `{"name":"a","metadata":{"__proto__":${POISON}}}`,
  `{"name":"b","metadata":{"constructor":{"prototype":${POISON}}}}`,
  `{"name":"c","metadata":{"deep":{"__proto__":${POISON}}}}`,
])('the body %s is refused', async (body) => {
  expect((await raw('/admin/customer-groups', body)).status).toBe(400)
  expectUnpolluted()
})

test.each([
  // A query ignores this name.
  ['__proto__[polluted]=yes', 200],
  ['created_at[__proto__][polluted]=yes', 200],
  ['id[__proto__][polluted]=yes', 200],
  ['constructor[prototype][polluted]=yes', 400],
  ['created_at[constructor][prototype][polluted]=yes', 400],
])('the query %s changes no prototype', async (query, status) => {
  expect((await shop.admin.get(`/admin/customer-groups?${query}`)).status).toBe(status)
  expectUnpolluted()
})

test.each([
  [`{"json":{"name":"x","constructor":{"prototype":${POISON}}}}`],
  [`{"json":{"name":"x","__proto__":${POISON}}}`],
  [`{"json":{"name":"x","metadata":{}},"meta":{"values":{"metadata.__proto__.polluted":["Date"]}}}`],
  [`{"json":{"name":"x"},"meta":{"values":{"__proto__.polluted":["undefined"]}}}`],
  [`{"json":{"name":"x"},"meta":{"values":{"constructor.prototype.polluted":["undefined"]}}}`],
])('the tRPC input %s is refused', async (body) => {
  expect((await raw('/trpc/admin.customerGroups.create', body)).status).toBe(400)
  expectUnpolluted()
})

test('a tRPC input cannot change prototypes by referential equalities', async () => {
  const body = `{"json":{"name":"the same"},"meta":{"referentialEqualities":{"name":["__proto__.polluted"]}}}`
  expect((await raw('/trpc/admin.customerGroups.create', body)).status).toBe(200)
  expectUnpolluted()
})
