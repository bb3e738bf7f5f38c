import { expect, test } from 'vitest'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Identified } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const TAKEN = 'A customer with the given email already has an account. Log in instead'
const ada = { email: 'Ada@Example.com', first_name: 'Ada', last_name: 'Byron', password: 'engine' }

const ids = (rows: readonly Identified[]) => rows.map(({ id }) => id)

async function addCustomer(shop: TestShop, over = {}) {
  const reply = await shop.admin.post('/admin/customers', { ...ada, ...over })
  expect(reply.status).toBe(201)
  return reply.body.customer
}

const addGroup = async (shop: TestShop, name: string) =>
  (await expectSuccess(shop.admin.post('/admin/customer-groups', { name }))).customer_group

/** Creates a guest customer by setting the email of a cart. */
async function guest(shop: TestShop, email: string): Promise<string> {
  const { id } = await shop.given.cart()
  return (await expectSuccess(shop.post(`/store/carts/${id}`, { email }))).cart.customer_id
}

const logIn = (shop: TestShop, password: string, email = 'ada@example.com') =>
  new CookieClient(shop.url).post('/store/auth', { email, password })

test('a customer created by an administrator can log in, and the password is not returned', async () => {
  await using shop = await openTestShop()
  const customer = await addCustomer(shop, { phone: '1', metadata: { vip: true } })
  expect(customer).toMatchObject({ email: 'ada@example.com', has_account: true, phone: '1', metadata: { vip: true } })
  for (const absent of ['password', 'password_hash', 'orders', 'groups']) expect(customer).not.toHaveProperty(absent)
  expect((await logIn(shop, 'engine')).body.customer.id).toBe(customer.id)
})

test('simultaneous requests create one account for an email', async () => {
  await using shop = await openTestShop()
  const replies = await Promise.all([1, 2, 3, 4].map(() => shop.admin.post('/admin/customers', ada)))
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422])
  await expectError(shop.admin.post('/admin/customers', ada), 422, 'duplicate_error', TAKEN, 'invalid_request_error')
})

test('a customer is returned with orders and addresses, or with the requested fields', async () => {
  await using shop = await openTestShop()
  const { id } = await shop.given.order({ email: 'buyer@example.com' })
  const [found] = (await expectSuccess(shop.admin.get('/admin/customers?q=BUYER'))).customers
  expect(found).not.toHaveProperty('orders')
  const path = `/admin/customers/${found.id}`
  const { customer } = await expectSuccess(shop.admin.get(path))
  expect([ids(customer.orders), customer.shipping_addresses]).toEqual([[id], []])
  expect((await expectSuccess(shop.admin.get(`${path}?expand=groups&fields=email`))).customer).toEqual({
    id: found.id,
    email: 'buyer@example.com',
    groups: [],
  })
  await expectError(
    shop.admin.get(`${path}?fields=password_hash`),
    400,
    'invalid_data',
    'Requested fields [password_hash] are not valid',
  )
})

test('customers can be filtered by text, account and group', async () => {
  await using shop = await openTestShop()
  const [customer, group, other] = [await addCustomer(shop), await addGroup(shop, 'VIP'), await addGroup(shop, 'Staff')]
  await expectSuccess(
    shop.admin.post(`/admin/customers/${customer.id}`, { groups: [group, other].map(({ id }) => ({ id })) }),
  )
  const guestId = await guest(shop, 'ada@example.com')
  const list = async (query: string) => (await expectSuccess(shop.admin.get(`/admin/customers?${query}`))).customers
  expect(ids(await list('q=ada@'))).toEqual([guestId, customer.id])
  expect(ids(await list('q=byr'))).toEqual([customer.id])
  expect(ids(await list('has_account=false'))).toEqual([guestId])
  const [member] = await list(`groups[]=${group.id}`)
  expect([member.id, ids(member.groups)]).toEqual([customer.id, [group.id]])
  expect(await list('groups=')).toHaveLength((await list('')).length)
  await expectError(
    shop.admin.get(`/admin/customers?groups=${group.id}`),
    400,
    'invalid_data',
    'groups must be an array',
  )
})

test('a list of customers can be paged, sorted and expanded', async () => {
  await using shop = await openTestShop()
  await addCustomer(shop)
  const grace = await addCustomer(shop, { email: 'grace@example.com', first_name: 'Grace' })
  const list = (query: string) => expectSuccess(shop.admin.get(`/admin/customers?${query}`))
  const page = await list('order=email&limit=1&offset=1&expand=groups&fields=email')
  const customers = [{ id: grace.id, email: 'grace@example.com', groups: [] }]
  expect(page).toEqual({ customers, count: 2, offset: 1, limit: 1 })
  expect((await list('expand=&q=grace')).customers).toEqual([grace])
  for (const query of ['created_at[lt]=2020-01-01', 'updated_at[lt]=2020-01-01', 'q=_ra', 'groups[]=cgrp_no'])
    expect((await list(query)).count, query).toBe(0)
  for (const [query, message] of [
    ['has_account=yes', 'has_account must be a boolean value'],
    ['order=password_hash', 'Order field password_hash is not valid'],
    ['expand=password_hash', 'Requested fields [password_hash] are not valid'],
    ['fields=orders.customer.password_hash', 'Requested fields [orders.customer.password_hash] are not valid'],
    ['email=x', 'property email should not exist'],
  ] as const)
    await expectError(shop.admin.get(`/admin/customers?${query}`), 400, 'invalid_data', message)
})

test('an update replaces the groups of a customer, and an unknown group rolls it back', async () => {
  await using shop = await openTestShop()
  const { id } = await addCustomer(shop)
  const [first, second] = [await addGroup(shop, 'First'), await addGroup(shop, 'Second')]
  const path = `/admin/customers/${id}?expand=groups`
  const set = async (groups: object[]) => ids((await expectSuccess(shop.admin.post(path, { groups }))).customer.groups)
  expect(await set([{ id: first.id }, { id: first.id }])).toEqual([first.id])
  expect(await set([{ id: second.id }])).toEqual([second.id])
  const reply = shop.admin.post(path, { last_name: 'King', groups: [{ id: 'cgrp_no' }] })
  await expectError(reply, 404, 'not_found', 'Customer_group with customer_group_id cgrp_no does not exist.')
  const unchanged = (await expectSuccess(shop.admin.get(path))).customer
  expect([unchanged.last_name, ids(unchanged.groups)]).toEqual(['Byron', [second.id]])
  expect(await set([])).toEqual([])
})

test('a new password ends the sessions of the old one', async () => {
  await using shop = await openTestShop()
  const { id } = await addCustomer(shop)
  const visitor = new CookieClient(shop.url)
  await visitor.post('/store/auth', { email: ada.email, password: 'engine' })
  expect((await visitor.get('/store/customers/me')).status).toBe(200)
  await expectSuccess(shop.admin.post(`/admin/customers/${id}`, { password: 'difference' }))
  expect((await visitor.get('/store/customers/me')).status).toBe(401)
  expect((await logIn(shop, 'engine')).status).toBe(401)
  expect((await logIn(shop, 'difference')).status).toBe(200)
})

test('an administrator can change the email of a guest but not of an account', async () => {
  await using shop = await openTestShop()
  const { id } = await addCustomer(shop)
  const message = 'Email cannot be changed when the user has registered their account'
  await expectError(shop.admin.post(`/admin/customers/${id}`, { email: ada.email }), 400, 'invalid_data', message)
  const path = `/admin/customers/${await guest(shop, 'guest@example.com')}`
  expect((await expectSuccess(shop.admin.post(path, { email: 'New@Example.com' }))).customer.email).toBe(
    'new@example.com',
  )
  await guest(shop, 'other@example.com')
  expect((await shop.admin.post(path, { email: 'other@example.com' })).body.type).toBe('duplicate_error')
})

test('setting a password turns a guest into an account unless the email has one', async () => {
  await using shop = await openTestShop()
  const path = `/admin/customers/${await guest(shop, 'guest@example.com')}`
  const { customer } = await expectSuccess(shop.admin.post(path, { email: 'Grace@example.com', password: 'compiler' }))
  expect(customer).toMatchObject({ email: 'grace@example.com', has_account: true })
  expect((await logIn(shop, 'compiler', 'grace@example.com')).status).toBe(200)
  const twin = `/admin/customers/${await guest(shop, 'grace@example.com')}`
  await expectError(shop.admin.post(twin, { password: 'x' }), 422, 'duplicate_error', TAKEN, 'invalid_request_error')
  expect((await logIn(shop, 'x', 'grace@example.com')).status).toBe(401)
})

test('simultaneous passwords for a guest create one account', async () => {
  await using shop = await openTestShop()
  const path = `/admin/customers/${await guest(shop, ada.email)}`
  const replies = await Promise.all([
    shop.admin.post(path, { password: 'compiler' }),
    shop.admin.post(path, { password: 'compiler' }),
    shop.admin.post('/admin/customers', ada),
  ])
  expect(replies.filter(({ status }) => status >= 500)).toEqual([])
  expect((await expectSuccess(shop.admin.get('/admin/customers?has_account=true'))).count).toBe(1)
})

test('a customer update rejects unauthorized callers, unknown ids and invalid input', async () => {
  await using shop = await openTestShop()
  const buyer = await shop.given.customer()
  for (const caller of [shop, buyer]) expect((await caller.get('/admin/customers')).status).toBe(401)
  const message = 'Customer with id: cus_no was not found'
  await expectError(shop.admin.get('/admin/customers/cus_no'), 404, 'not_found', message)
  await expectError(shop.admin.post('/admin/customers/cus_no', {}), 404, 'not_found', message)
  const refusals: [object, string][] = [
    [{ password: '' }, 'password should not be empty'],
    [{ email: 'ada' }, 'email must be an email'],
    [{ has_account: false }, 'property has_account should not exist'],
    [{ first_name: undefined }, 'first_name must be a string'],
  ]
  for (const [over, text] of refusals)
    await expectError(shop.admin.post('/admin/customers', { ...ada, ...over }), 400, 'invalid_data', text)
  const guestPath = `/admin/customers/${await guest(shop, 'guest@example.com')}`
  const changes: [string, object, string][] = [
    // Input is validated before access.
    ['/admin/customers/cus_no', { email: 'ada' }, 'email must be an email'],
    [guestPath, { email: null }, "Can't insert null value in field email on insert in table customer"],
    [
      guestPath,
      { email: null, password: 'correct horse' },
      "Can't insert null value in field email on insert in table customer",
    ],
    [guestPath, { password: '' }, 'password should not be empty'],
    [guestPath, { groups: [{}] }, 'id must be a string'],
    [guestPath, { has_account: true }, 'property has_account should not exist'],
  ]
  for (const [path, body, text] of changes) await expectError(shop.admin.post(path, body), 400, 'invalid_data', text)
})
