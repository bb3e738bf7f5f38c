import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Names that a careless program would write through to what every object inherits. */

let shop: TestShop
let authorization: string
beforeAll(async () => {
  shop = await openTestShop()
  const login = { email: 'admin@example.com', password: 'correct horse' }
  const { access_token } = await expectSuccess(shop.post('/admin/auth/token', login))
  authorization = `Bearer ${access_token}`
})
afterAll(() => shop[Symbol.asyncDispose]())

/** Sends the text as it stands. */
const raw = (path: string, body: string) =>
  fetch(shop.url + path, { method: 'POST', body, headers: { 'content-type': 'application/json', authorization } })

const POISON = '{"polluted":"yes"}'

const unpolluted = () => {
  const fresh: Record<string, unknown> = {}
  expect([fresh.polluted, ([] as unknown as Record<string, unknown>).polluted]).toEqual([undefined, undefined])
}

test.each([
  `{"name":"x","__proto__":${POISON}}`,
  `{"name":"x","constructor":{"prototype":${POISON}}}`,
  `{"__proto__":{"name":"inherited"}}`,
  `{"name":"a","metadata":{"__proto__":${POISON}}}`,
  `{"name":"b","metadata":{"constructor":{"prototype":${POISON}}}}`,
  `{"name":"c","metadata":{"deep":{"__proto__":${POISON}}}}`,
])('a body of %s is refused', async (body) => {
  expect((await raw('/admin/customer-groups', body)).status).toBe(400)
  unpolluted()
})

test.each([
  // What is called so is left out of a query.
  ['__proto__[polluted]=yes', 200],
  ['created_at[__proto__][polluted]=yes', 200],
  ['id[__proto__][polluted]=yes', 200],
  ['constructor[prototype][polluted]=yes', 400],
  ['created_at[constructor][prototype][polluted]=yes', 400],
])('a query of %s does nothing', async (query, status) => {
  expect((await shop.admin.get(`/admin/customer-groups?${query}`)).status).toBe(status)
  unpolluted()
})

test.each([
  [`{"json":{"name":"x","constructor":{"prototype":${POISON}}}}`],
  [`{"json":{"name":"x","__proto__":${POISON}}}`],
  [`{"json":{"name":"x","metadata":{}},"meta":{"values":{"metadata.__proto__.polluted":["Date"]}}}`],
  [`{"json":{"name":"x"},"meta":{"values":{"__proto__.polluted":["undefined"]}}}`],
  [`{"json":{"name":"x"},"meta":{"values":{"constructor.prototype.polluted":["undefined"]}}}`],
])('a tRPC input of %s is refused', async (body) => {
  expect((await raw('/trpc/admin.customerGroups.create', body)).status).toBe(400)
  unpolluted()
})

test('what a tRPC input says of values that are one and the same is not read', async () => {
  const body = `{"json":{"name":"the same"},"meta":{"referentialEqualities":{"name":["__proto__.polluted"]}}}`
  expect((await raw('/trpc/admin.customerGroups.create', body)).status).toBe(200)
  unpolluted()
})
