import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const login = JSON.stringify({ email: 'someone@example.com', password: 'a password' })
const bodies = {
  br: brotliCompressSync(login),
  gzip: gzipSync(login),
  deflate: deflateSync(login),
  zstd: zstdCompressSync(login),
  'x-gzip': gzipSync(login),
  'identity, br': brotliCompressSync(login),
  BR: brotliCompressSync(login),
  unknown: Buffer.from(login),
}

const PATHS = [
  '/admin/auth',
  '/store/auth',
  '/store/carts',
  '/trpc/admin.auth.login',
  '/admin/uploads',
  '/hooks/manual',
  '/any',
]

test.each(
  Object.entries(bodies),
)('a body with the encoding %s is refused with 415 and not decoded', async (encoding, body) => {
  for (const path of PATHS) {
    const reply = await fetch(`${shop.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      body: new Uint8Array(body),
    })
    expect([path, reply.status]).toEqual([path, 415])
    expect(await reply.text()).toContain('must not be compressed')
  }
})

test('a body with the encoding identity is read', async () => {
  const headers = { 'content-type': 'application/json', 'content-encoding': 'identity' }
  const reply = await fetch(`${shop.url}/store/carts`, { method: 'POST', headers, body: '{"nonsense":1}' })
  expect([reply.status, await reply.text()]).toEqual([400, expect.stringContaining('nonsense')])
})
