import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaultRateLimits } from '#server/settings/rate-limits.ts'
import { addressIn, expectSuccess } from '#test/support/factories.ts'
import type { Region } from '#test/support/resources.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

const STRANGER = '198.51.100.7'
const NEIGHBOUR = '198.51.100.8'
const SERVER = '192.0.2.9'

let shop: TestShop
let region: Region
beforeEach(async () => {
  const limits = { ...defaultRateLimits, cartsOfAddress: 5, wrongCodes: 3, storedBytesOfAddress: 20_000 }
  shop = await openTestShop({ config: { trustProxy: true, storefrontServers: ['192.0.2.0/24'], limits } })
  region = await shop.given.region()
})
afterEach(() => shop[Symbol.asyncDispose]())

const from = (address: string): Caller => shop.as({ 'x-forwarded-for': address })

async function statusesOf(count: number, ask: (i: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses = []
  for (let i = 0; i < count; i++) statuses.push((await ask(i)).status)
  return statuses
}

const createCart = (by: Caller, more: object = {}, headers = {}) =>
  by.post('/store/carts', { region_id: region.id, ...more }, headers)

test('the new carts of an address are limited, and those of servers of the shop are not', async () => {
  expect(await statusesOf(7, () => createCart(from(STRANGER)))).toEqual([200, 200, 200, 200, 200, 429, 429])
  const refused = await createCart(from(STRANGER))
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  expect(await statusesOf(1, () => createCart(from(NEIGHBOUR)))).toEqual([200])
  expect(await statusesOf(7, () => createCart(from(SERVER)))).toEqual(Array(7).fill(200))
  expect(await statusesOf(7, () => createCart(shop))).toEqual(Array(7).fill(200))
})

test('the e-mails of carts of an address are limited, because each one creates a guest', async () => {
  const { cart } = await expectSuccess(createCart(from(STRANGER)))
  const setEmail = (by: Caller) => (i: number) => by.post(`/store/carts/${cart.id}`, { email: `guest${i}@example.com` })
  expect(await statusesOf(17, setEmail(from(STRANGER)))).toEqual([...Array(15).fill(200), 429, 429])
  expect((await from(STRANGER).post(`/store/carts/${cart.id}`, { region_id: region.id })).status).toBe(200)
  for (const by of [from(NEIGHBOUR), from(SERVER), shop]) expect((await setEmail(by)(20)).status).toBe(200)
  expect((await expectSuccess(shop.admin.get('/admin/customers?q=guest'))).count).toBe(16)
})

test('an address that is saved and deleted again counts', async () => {
  const customer = await shop.given.customer()
  const by = shop.as({ ...customer.headers, 'x-forwarded-for': STRANGER })
  const saveAndDelete = async () => {
    const reply = await by.post('/store/customers/me/addresses', { address: addressIn(region) })
    const id = reply.status === 200 ? reply.body.customer.shipping_addresses?.at(-1)?.id : undefined
    if (id) await expectSuccess(by.delete(`/store/customers/me/addresses/${id}`))
    return reply
  }
  expect(await statusesOf(17, saveAndDelete)).toEqual([...Array(15).fill(200), 429, 429])
})

test('the bytes of contexts and metadata of an address are limited, also from this machine', async () => {
  const context = { text: 'x'.repeat(9000) }
  for (const by of [from(STRANGER), shop])
    expect(await statusesOf(4, () => createCart(by, { context }))).toEqual([200, 200, 200, 429])
  const { cart } = await expectSuccess(createCart(from(NEIGHBOUR)))
  const update = () => from(NEIGHBOUR).post(`/store/carts/${cart.id}`, { context })
  expect(await statusesOf(4, update)).toEqual([200, 200, 200, 429])
  expect((await from(NEIGHBOUR).get(`/store/carts/${cart.id}`)).status).toBe(200)
})

test('the stored responses of idempotency keys count', async () => {
  const { cart } = await expectSuccess(createCart(from(STRANGER)))
  const update = (i: number) =>
    from(STRANGER).post(`/store/carts/${cart.id}`, { email: 'a@example.com' }, { 'idempotency-key': `key ${i}` })
  const statuses = await statusesOf(40, update)
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
})

test('wrong codes of discounts and gift cards are limited together, and other requests are not', async () => {
  const card = await shop.given.giftCard(region, 1000)
  const { cart } = await expectSuccess(createCart(from(STRANGER)))
  const guesses = [
    () => from(STRANGER).post(`/store/carts/${cart.id}`, { discounts: [{ code: 'GUESS' }] }),
    () => from(STRANGER).post(`/store/carts/${cart.id}`, { gift_cards: [{ code: 'GUESS' }] }),
    () => from(STRANGER).get('/store/gift-cards/GUESS'),
  ]
  expect(await statusesOf(3, (i) => guesses[i]!())).toEqual([404, 404, 404])
  expect(await statusesOf(3, (i) => guesses[i]!())).toEqual([429, 429, 429])
  expect((await from(STRANGER).get(`/store/gift-cards/${card.code}`)).status).toBe(429)
  expect((await from(STRANGER).post(`/store/carts/${cart.id}`, { email: 'a@example.com' })).status).toBe(200)
  expect((await from(NEIGHBOUR).get(`/store/gift-cards/${card.code}`)).status).toBe(200)
})

test('a refusal for another reason than the code does not count', async () => {
  const unknown = () => from(STRANGER).post('/store/carts/cart_unknown', { discounts: [{ code: 'SUMMER' }] })
  expect(await statusesOf(5, unknown)).toEqual(Array(5).fill(404))
  expect((await from(STRANGER).get('/store/gift-cards/GUESS')).status).toBe(404)
})

test('correct codes are not limited', async () => {
  const card = await shop.given.giftCard(region, 1000)
  expect(await statusesOf(10, () => from(STRANGER).get(`/store/gift-cards/${card.code}`))).toEqual(Array(10).fill(200))
})
