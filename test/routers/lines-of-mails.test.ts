import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Mails print names and addresses, which strangers can write for the address of another person. */

let shop: TestShop
let region_id: string
beforeAll(async () => {
  shop = await openTestShop()
  region_id = (await shop.given.region()).id
})
afterAll(() => shop[Symbol.asyncDispose]())

const ADDRESS = { first_name: 'Ada', last_name: 'Byron', address_1: 'Main 1', city: 'Town', postal_code: '1000' }
const PARTS = [
  'first_name',
  'last_name',
  'company',
  'address_1',
  'address_2',
  'city',
  'province',
  'postal_code',
  'phone',
]
const TOO_LONG = 'a'.repeat(201)
const BREAKS = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029']

async function refusalOf(address: object): Promise<string> {
  const { cart } = await expectSuccess(shop.post('/store/carts', { region_id }))
  const { status, body } = await shop.post(`/store/carts/${cart.id}`, { shipping_address: address })
  const kept = (await expectSuccess(shop.get(`/store/carts/${cart.id}`))).cart.shipping_address
  expect([status, kept?.address_1 ?? null]).toEqual([400, null])
  return JSON.stringify(body)
}

test.each(PARTS)('a cart refuses an address whose %s is too long or has a line break', async (part) => {
  expect(await refusalOf({ ...ADDRESS, [part]: TOO_LONG })).toContain(
    `${part} must be shorter than or equal to 200 characters`,
  )
  expect(await refusalOf({ ...ADDRESS, [part]: 'one\ntwo' })).toContain(`${part} must not contain line breaks`)
})

test.each(BREAKS)('the line break %j is refused', async (text) => {
  expect(await refusalOf({ ...ADDRESS, company: `a${text}b` })).toContain('company must not contain line breaks')
})

test('a line of two hundred characters in any script is accepted', async () => {
  const { cart } = await expectSuccess(shop.post('/store/carts', { region_id }))
  const address = { ...ADDRESS, address_1: '漢'.repeat(200) }
  expect((await shop.post(`/store/carts/${cart.id}`, { shipping_address: address })).status).toBe(200)
})

describe('other inputs', () => {
  const password = 'correct horse'
  const names = { first_name: 'Ada', last_name: 'Byron' }
  test.each(['first_name', 'last_name', 'phone'])('the %s of a customer must be a short line', async (part) => {
    for (const value of [TOO_LONG, 'one\ntwo']) {
      const input = { ...names, email: 'line@example.com', password, [part]: value }
      const replies = [
        await shop.post('/store/customers', input),
        await shop.admin.post('/admin/customers', input),
        await (await shop.given.customer()).post('/store/customers/me', { [part]: value }),
      ]
      expect(replies.map(({ status, body }) => [status, JSON.stringify(body).includes(part)])).toEqual(
        replies.map(() => [400, true]),
      )
    }
  })

  test('saved addresses and addresses of orders and users are refused in the same way', async () => {
    const customer = await shop.given.customer()
    const saved = { ...ADDRESS, country_code: 'de', last_name: 'one\ntwo' }
    const order = await shop.given.order()
    const replies = [
      await customer.post('/store/customers/me/addresses', { address: saved }),
      await customer.post('/store/customers/me', { billing_address: saved }),
      await shop.admin.post(`/admin/orders/${order.id}`, { shipping_address: saved }),
      await shop.admin.post('/admin/users', { email: 'u@example.com', password, last_name: 'one\ntwo' }),
    ]
    for (const { status, body } of replies)
      expect([status, JSON.stringify(body)]).toEqual([
        400,
        expect.stringContaining('last_name must not contain line breaks'),
      ])
  })
})
