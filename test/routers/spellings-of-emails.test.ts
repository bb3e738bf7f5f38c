import { afterAll, beforeAll, expect, test } from 'vitest'
import { Customer } from '#entities/people/customer/customer.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* One address has several spellings in Unicode: composed (NFC) and decomposed (NFD). */

const NFC = 'g\u00faest@example.com'
const NFD = 'gu\u0301est@example.com'
const password = 'correct horse'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const register = (email: string) => shop.post('/store/customers', { first_name: 'A', last_name: 'B', email, password })

test('two accounts whose addresses look the same cannot be made', async () => {
  const { customer } = await expectSuccess(register(NFD))
  expect(customer.email).toBe(NFC)
  expect((await register(NFC)).status).toBe(422)
  expect(
    (await shop.admin.post('/admin/customers', { first_name: 'A', last_name: 'B', email: NFD, password })).status,
  ).toBe(422)
  const other = await shop.given.customer()
  expect((await other.post('/store/customers/me', { email: NFD })).status).toBeGreaterThanOrEqual(400)
  for (const email of [NFC, NFD, NFD.toUpperCase()])
    expect((await shop.post('/store/auth', { email, password })).status).toBe(200)
})

test('carts and orders have the composed address, and both spellings name the same guest', async () => {
  const region = await shop.given.region()
  const guests = []
  for (const email of ['Zo\u00eb@example.com', 'Zoe\u0308@example.com']) {
    const { cart } = await expectSuccess(shop.post('/store/carts', { region_id: region.id }))
    const changed = (await expectSuccess(shop.post(`/store/carts/${cart.id}`, { email }))).cart
    guests.push([changed.email, changed.customer_id])
  }
  expect(guests[0]).toEqual(['zo\u00eb@example.com', guests[1]![1]])
  const order = await shop.given.order({ region, email: 'Zoe\u0308@example.com' })
  const { orders } = await expectSuccess(
    shop.admin.get(`/admin/orders?email=${encodeURIComponent('Zoe\u0308@example.com')}`),
  )
  expect(orders.map(({ id }) => id)).toEqual([order.id])
})

test('users and invitations have the composed address', async () => {
  const { user } = await expectSuccess(shop.admin.post('/admin/users', { email: 'jose\u0301@example.com', password }))
  expect(user.email).toBe('jos\u00e9@example.com')
  const again = [
    await shop.admin.post('/admin/users', { email: 'jos\u00e9@example.com', password }),
    await shop.admin.post('/admin/invites', { user: 'jose\u0301@example.com', role: 'admin' }),
  ]
  expect(again.map(({ status }) => status)).toEqual([400, 400])
})

test('an account with an older, decomposed address logs in with each spelling and stays the only one', async () => {
  const email = 'ole\u0301@example.com'
  const { customer } = await expectSuccess(register(email))
  await changeRows(shop, Customer, { id: customer.id }, { email })
  for (const spelling of [email, email.normalize('NFC')])
    expect((await shop.post('/store/auth', { email: spelling, password })).status).toBe(200)
  expect((await register(email)).status).toBe(422)
})
