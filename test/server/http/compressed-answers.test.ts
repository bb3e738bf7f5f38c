import { expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const PERMISSIONS = 'admin.auth.permissions'
const CUSTOMERS = `admin.customers.list?input=${encodeURIComponent('{"json":{}}')}`

type Read = (path: string, encoding: string, headers?: Record<string, string>) => Promise<Response>

async function signIn(url: string): Promise<Read> {
  const answer = await fetch(`${url}/admin/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.com', password: 'correct horse' }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return (path, encoding, headers) =>
    fetch(`${url}/trpc/${path}`, { headers: { cookie, 'accept-encoding': encoding, ...headers } })
}

test('the rights of a user are compressed, and the same without compression', async () => {
  await using shop = await openTestShop()
  const read = await signIn(shop.url)
  const small = await read(PERMISSIONS, 'br')
  expect(small.headers.get('content-encoding')).toBe('br')
  expect(small.headers.get('vary')).toContain('Accept-Encoding')
  const plain = await read(PERMISSIONS, 'identity')
  expect(plain.headers.get('content-encoding')).toBeNull()
  const answer = await plain.text()
  expect(await small.text()).toBe(answer)
  expect(answer).toContain('"orders.list"')
})

test('a refused caller gets its status and error', async () => {
  await using shop = await openTestShop()
  const answer = await fetch(`${shop.url}/trpc/${PERMISSIONS}`, { headers: { 'accept-encoding': 'br' } })
  expect(answer.status).toBe(401)
  expect(await answer.text()).toContain('"httpStatus":401')
})

async function shopWithCustomers(): Promise<TestShop> {
  const shop = await openTestShop()
  for (const name of ['ada', 'grace', 'edsger', 'barbara', 'donald'])
    await shop.admin.post('/admin/customers', {
      email: `${name}@example.com`,
      first_name: name,
      last_name: 'Example',
      password: 'correct horse',
    })
  return shop
}

test.each([
  'cross-site',
  'same-site',
  'none',
  undefined,
])('answers with customers are not compressed for a request whose origin is %s', async (site) => {
  await using shop = await shopWithCustomers()
  const read = await signIn(shop.url)
  const answer = await read(CUSTOMERS, 'br', site === undefined ? {} : { 'sec-fetch-site': site })
  expect(answer.status).toBe(200)
  expect((await answer.text()).length).toBeGreaterThan(1024)
  expect(answer.headers.get('content-encoding')).toBeNull()
})

test('answers with customers are compressed for the console', async () => {
  await using shop = await shopWithCustomers()
  const read = await signIn(shop.url)
  const answer = await read(CUSTOMERS, 'br', { 'sec-fetch-site': 'same-origin' })
  expect(answer.headers.get('content-encoding')).toBe('br')
  expect(await answer.text()).toBe(await (await read(CUSTOMERS, 'identity')).text())
})
