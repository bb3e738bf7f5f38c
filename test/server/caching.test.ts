import type { AnyRouter } from '@trpc/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProcedureMeta } from '#routers/context/meta.ts'
import { adminRouter, storeRouter } from '#routers/index.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

/* Responses that depend on the caller are not cacheable. The test includes every procedure automatically. */

type Procedures = Record<string, { _def: { type: string; meta?: ProcedureMeta } }>

const CATALOGUE = [
  'GET /store/collections',
  'GET /store/languages',
  'GET /store/product-categories',
  'GET /store/product-tags',
  'GET /store/product-types',
  'GET /store/products',
  'GET /store/regions',
  'GET /store/return-reasons',
  'GET /store/shipping-options',
  'GET /store/variants',
  'POST /store/products/search',
]

/** One request for each procedure and protocol. */
function requestsOf(router: AnyRouter, side: 'admin' | 'store', type?: 'query') {
  const procedures = Object.entries(router._def.procedures as Procedures)
  return procedures
    .filter(([, { _def }]) => type === undefined || _def.type === type)
    .flatMap(([name, { _def }]) => {
      const rest = _def.meta?.openapi
      const overTrpc = { method: _def.type === 'mutation' ? 'POST' : 'GET', path: `/trpc/${side}.${name}` }
      if (!rest) return [overTrpc]
      return [overTrpc, { method: rest.method as string, path: `/${side}${rest.path.replaceAll(/\{\w+\}/g, 'x')}` }]
    })
}

const all = [...requestsOf(adminRouter, 'admin'), ...requestsOf(storeRouter, 'store')]
const queries = [...requestsOf(adminRouter, 'admin', 'query'), ...requestsOf(storeRouter, 'store', 'query')]

let shop: TestShop
let customer: Caller
let user: CookieClient
beforeAll(async () => {
  shop = await openTestShop()
  customer = await shop.given.customer()
  user = new CookieClient(shop.url)
  await user.post('/admin/auth', { email: 'admin@example.com', password: 'correct horse' })
})
afterAll(() => shop[Symbol.asyncDispose]())

async function send(caller: Pick<Caller, 'get' | 'post' | 'delete'>, { method, path }: (typeof all)[number]) {
  if (method === 'GET') return caller.get(path)
  return method === 'POST' ? caller.post(path, {}) : caller.delete(path)
}

/** The requests whose responses are cacheable. */
async function cachedOf(caller: Pick<Caller, 'get' | 'post' | 'delete'>, requests: typeof all): Promise<string[]> {
  const cached: string[] = []
  for (const request of requests) {
    const { status, headers } = await send(caller, request)
    if (!headers.get('cache-control')?.startsWith('private, no-store'))
      cached.push(`${request.method} ${request.path} ${status}`)
  }
  return cached
}

test('an anonymous caller gets cacheable responses only for the catalogue', async () => {
  expect(all.length).toBeGreaterThan(400)
  expect((await cachedOf(shop, all)).sort()).toEqual(CATALOGUE.map((request) => `${request} 200`))
})

test('a customer gets responses of the catalogue that only the own browser may store', async () => {
  const isStored = ({ headers }: { headers: Headers }) => headers.get('cache-control') === 'private, no-cache'
  expect((await cachedOf(customer, queries)).sort()).toEqual(CATALOGUE.map((request) => `${request} 200`))
  for (const request of queries)
    if (CATALOGUE.includes(`${request.method} ${request.path}`))
      expect(isStored(await send(customer, request)), request.path).toBe(true)
})

test.each<[string, () => Pick<Caller, 'get' | 'post' | 'delete'>]>([
  ['a user', () => user],
  ['a user with a token', () => shop.admin],
])('no query response for %s is cacheable', async (_, caller) => {
  expect(queries.length).toBeGreaterThan(150)
  expect(await cachedOf(caller(), queries)).toEqual([])
})

test('responses about carts, orders and accounts are not cacheable', async () => {
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const order = await shop.given.order({ region, option })
  const cart = await shop.given.cart({ region })
  const login = { email: 'cached@example.com', password: 'analytical' }
  const visitor = new CookieClient(shop.url)
  const replies = [
    await visitor.post('/store/customers', { ...login, first_name: 'Ada', last_name: 'Byron' }),
    await visitor.post('/store/auth', login),
    await visitor.get('/store/customers/me'),
    await shop.get(`/store/carts/${cart.id}`),
    await shop.get(`/store/orders/${order.id}`),
    await shop.post('/store/carts', { region_id: region.id }),
  ]
  for (const { status, headers } of replies)
    expect([status, headers.get('cache-control')]).toEqual([200, 'private, no-store'])
})

test('responses outside of procedures are not cacheable', async () => {
  for (const path of ['/nothing', '/store/nothing', '/admin/nothing', `/store/${'x'.repeat(9000)}`, '/store/carts/%ZZ'])
    expect((await shop.get(path)).headers.get('cache-control'), path.slice(0, 50)).toBe('private, no-store')
})

test('the documentation and public files are cacheable', async () => {
  expect((await shop.get('/docs')).headers.get('cache-control')).toBe('no-cache')
  expect((await shop.get('/docs/scalar.js')).headers.get('cache-control')).toBe('public, max-age=86400')
  expect((await shop.get('/openapi.json')).headers.get('cache-control')).toBe('no-cache')
})

test('shared caches store a product for anonymous callers only, because prices depend on customer groups', async () => {
  const { id } = await shop.given.product()
  expect((await shop.get(`/store/products/${id}`)).headers.get('cache-control')).toBe('public, no-cache')
  const { product } = await expectSuccess(customer.get(`/store/products/${id}`))
  expect(product.id).toBe(id)
  expect((await customer.get(`/store/products/${id}`)).headers.get('cache-control')).toBe('private, no-cache')
})
