import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFileKey } from '#entities/platform/file/file-key.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ config: { trustProxy: true } })
})
afterAll(() => shop[Symbol.asyncDispose]())

const ask = (path: string, init: RequestInit = {}) => fetch(shop.url + path, init)

describe('the security headers of all responses', () => {
  test.each([
    ['a REST response', '/store/regions', 200],
    ['an admin response', '/admin/products', 401],
    ['a tRPC response', '/trpc/store.regions.list', 200],
    ['a 404 response', '/nothing', 404],
    ['a 400 response', '/store/carts/%ZZ', 400],
    ['a health response', '/health', 200],
    ['a readiness response', '/ready', 200],
    ['the OpenAPI document', '/openapi.json', 200],
  ])('%s has all security headers and its request id', async (_, path, status) => {
    const { headers, ...answer } = await ask(path, { headers: { 'x-request-id': 'request-7' } }).then((it) => ({
      headers: Object.fromEntries(it.headers),
      status: it.status,
    }))
    expect(answer.status).toBe(status)
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': 'request-7',
    })
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  test('a response has one request id, which is generated if the given one is missing or invalid', async () => {
    const names = [undefined, 'a\tb', 'x'.repeat(200)].map(async (name) => {
      const answer = await ask('/store/regions', name ? { headers: { 'x-request-id': name } } : {})
      return answer.headers.get('x-request-id')
    })
    const requestIds = await Promise.all(names)
    for (const name of requestIds) expect(name).toMatch(/^[\da-f-]{36}$/)
    expect(new Set(requestIds).size).toBe(3)
  })
})

test('only responses over TLS have HSTS', async () => {
  const header = 'strict-transport-security'
  expect((await ask('/store/regions')).headers.get(header)).toBeNull()
  const overTls = await ask('/store/regions', { headers: { 'x-forwarded-proto': 'https' } })
  expect(overTls.headers.get(header)).toBe('max-age=31536000')
})

test('the explorer may load only its own scripts', async () => {
  const policy = (await ask('/docs')).headers.get('content-security-policy')
  expect(policy).toBe(
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
      "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  )
  const script = await ask('/docs/scalar.js')
  expect(script.headers.get('content-type')).toMatch('javascript')
})

test('other origins may embed images', async () => {
  const key = newFileKey('public', 'cat.png')
  await shop.files.write(
    key,
    (async function* () {
      yield 'not really a cat'
    })(),
  )
  const answer = await ask(`/uploads/${key}`)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': "default-src 'self'; script-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
  })
  expect(answer.headers.get('x-frame-options')).toBeNull()
})

describe('cross-origin requests without configured origins', () => {
  const origin = 'https://elsewhere.example'
  const paths = ['/store/regions', '/admin/products', '/trpc/store.regions.list', '/uploads/nothing', '/ready', '/docs']

  test.each(paths)('no foreign origin may read %s', async (path) => {
    const { headers } = await ask(path, { headers: { origin } })
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test.each(paths.slice(0, 4))('no foreign origin may send to %s', async (path) => {
    const headers = { origin, 'access-control-request-method': 'POST' }
    // `fetch` cannot send the preflight headers itself.
    const allowed = await new Promise((resolve, reject) => {
      const preflight = request(shop.url + path, { method: 'OPTIONS', headers }, (answer) => {
        answer.resume()
        resolve(answer.headers['access-control-allow-origin'])
      })
      preflight.on('error', reject).end()
    })
    expect(allowed).toBeUndefined()
  })
})
