import { expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const FORWARDED = {
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'shop.example',
  'x-forwarded-prefix': '/one/',
}

/** The address of a file that an administrator uploads through a proxy. */
async function uploadAddress({ url, token }: TestShop, headers: Record<string, string>): Promise<string> {
  const body = new FormData()
  body.append('files', new Blob(['tea']), 'tea.png')
  const authorization = `Bearer ${token}`
  const answer = await fetch(`${url}/admin/uploads`, { method: 'POST', body, headers: { authorization, ...headers } })
  const { uploads } = (await answer.json()) as { uploads: { url: string }[] }
  return uploads[0]?.url ?? ''
}

test('the address of an upload has the host and the path prefix of a trusted proxy', async () => {
  await using shop = await openTestShop({ config: { trustProxy: 1 } })
  expect(await uploadAddress(shop, FORWARDED)).toMatch(/^https:\/\/shop\.example\/one\/uploads\/public\/tea-\w+\.png$/)
})

test.each([
  ['an untrusted proxy', false, FORWARDED],
  ['a prefix that is no path', 1, { 'x-forwarded-prefix': '//evil.example' }],
  ['a prefix that leaves its path', 1, { 'x-forwarded-prefix': '/a/../../b' }],
  ['a prefix with a dot as a segment', 1, { 'x-forwarded-prefix': '/a/.' }],
  ['a protocol that runs scripts', 1, { 'x-forwarded-proto': 'javascript' }],
  ['a protocol of another kind', 1, { 'x-forwarded-proto': 'ftp' }],
] as const)('the address of an upload ignores %s', async (_name, trustProxy, headers) => {
  await using shop = await openTestShop({ config: { trustProxy } })
  const address = await uploadAddress(shop, headers)
  expect(address.startsWith(`${shop.url}/uploads/public/tea-`)).toBe(true)
})

test.each([
  'evil.example/a',
  'evil.example?a',
  'user@evil.example',
  'evil.example#a',
])('a forwarded host with more than a host and a port is ignored: %s', async (host) => {
  await using shop = await openTestShop({ config: { trustProxy: 1 } })
  expect(await uploadAddress(shop, { 'x-forwarded-host': host })).toMatch(/^http:\/\/localhost\/uploads\//)
})

test('the console may show images of a file store without TLS', async () => {
  const files = { directory: '.data/files', url: 'http://files.example:8080/shop', s3: undefined }
  await using shop = await openTestShop({ config: { files } })
  const policy = (await fetch(`${shop.url}/app`)).headers.get('content-security-policy')
  expect(policy).toContain("img-src 'self' data: blob: https: http://files.example:8080;")
})
