import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Identified } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Browsers send the customer's cookie with links and images of other sites too. Such requests must not change a cart. */

const STORE = 'https://store.example'
const ACCOUNT = { email: 'ada@example.com', password: 'correct horse', first_name: 'Ada', last_name: 'Byron' }

let shop: TestShop
let customer_id: string
let cookie: string
let token: string
beforeAll(async () => {
  shop = await openTestShop({ config: { storeCors: [STORE] } })
  const visitor = new CookieClient(shop.url)
  customer_id = (await expectSuccess(visitor.post('/store/customers', ACCOUNT))).customer.id
  cookie = `connect.sid=${visitor.cookies.get('connect.sid')}`
  const { email, password } = ACCOUNT
  token = (await expectSuccess(shop.post('/store/auth/token', { email, password }))).access_token
})
afterAll(() => shop[Symbol.asyncDispose]())

/** Sends exactly these headers, unlike `fetch`, which adds its own. */
async function getJson(path: string, headers: Record<string, string>) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  request(shop.url + path, { headers }, (answer) => text(answer).then(resolve, reject))
    .on('error', reject)
    .end()
  return JSON.parse(await promise)
}

const pathsOf = ({ id }: Identified) => [
  `/store/carts/${id}`,
  `/trpc/store.carts.get?input=${encodeURIComponent(JSON.stringify({ json: { id } }))}`,
]
const customerOf = async ({ id }: Identified) => (await expectSuccess(shop.get(`/store/carts/${id}`))).cart.customer_id

describe('cookies and the customer of a cart', () => {
  const link = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html,*/*;q=0.8' }
  test.each<[string, Record<string, string>]>([
    ['a link on another site', { ...link, 'sec-fetch-site': 'cross-site' }],
    ['a link on another site of the same domain', { ...link, 'sec-fetch-site': 'same-site' }],
    ['a link of the shop itself', { ...link, 'sec-fetch-site': 'same-origin' }],
    ['a link in an e-mail', { ...link, 'sec-fetch-site': 'none' }],
    ['a link in a browser without fetch metadata', { accept: link.accept }],
    ['an image', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }],
    ['an image in a browser without fetch metadata', { accept: 'image/avif,image/webp,*/*;q=0.8' }],
    ['a script that hides its origin', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site' }],
    ['a script of a strange origin', { 'sec-fetch-mode': 'cors', origin: 'https://strange.example' }],
    ['a script in a frame without an origin', { 'sec-fetch-mode': 'cors', origin: 'null' }],
  ])('a cart does not change if a customer opens it by %s', async (_, headers) => {
    const cart = await shop.given.cart()
    for (const path of pathsOf(cart)) await getJson(path, { ...headers, cookie })
    expect((await expectSuccess(shop.get(`/store/carts/${cart.id}`))).cart).toEqual(cart)
  })

  test.each<[string, Record<string, string>]>([
    ['a script of the storefront', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site', origin: STORE }],
    ['a script of the origin of the shop', { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' }],
    ['a program', { accept: 'application/json, text/plain, */*' }],
  ])('a cart gets the customer who reads it by %s', async (_, headers) => {
    const carts = [await shop.given.cart(), await shop.given.cart()]
    const paths = carts.map((cart, i) => pathsOf(cart)[i] as string)
    for (const path of paths) await getJson(path, { ...headers, cookie })
    expect(await Promise.all(carts.map(customerOf))).toEqual([customer_id, customer_id])
  })

  test('a cart gets the customer who reads it with a token, from any origin', async () => {
    const cart = await shop.given.cart()
    const origin = 'https://strange.example'
    await getJson(`/store/carts/${cart.id}`, { authorization: `Bearer ${token}`, 'sec-fetch-mode': 'cors', origin })
    expect(await customerOf(cart)).toBe(customer_id)
  })
})
