import { expect, test } from 'vitest'
import { openTestShop } from '#test/support/shop.ts'

const PERMISSIONS = 'admin.auth.permissions'
const ORDERS = `admin.orders.list?input=${encodeURIComponent('{"json":{}}')}`

async function signIn(url: string): Promise<(path: string, encoding: string) => Promise<Response>> {
  const answer = await fetch(`${url}/admin/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@example.com', password: 'correct horse' }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return (path, encoding) => fetch(`${url}/trpc/${path}`, { headers: { cookie, 'accept-encoding': encoding } })
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

test('answers with customers are not compressed', async () => {
  await using shop = await openTestShop()
  const read = await signIn(shop.url)
  const answer = await read(ORDERS, 'br')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-encoding')).toBeNull()
})
