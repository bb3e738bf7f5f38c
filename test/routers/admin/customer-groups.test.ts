import { expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Identified } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const ids = (rows: readonly Identified[]) => rows.map(({ id }) => id)
const refs = (rows: readonly Identified[]) => rows.map(({ id }) => ({ id }))

const addGroup = async (shop: TestShop, name: string, over = {}) =>
  (await expectSuccess(shop.admin.post('/admin/customer-groups', { name, ...over }))).customer_group

test('a customer group can be created, updated and found', async () => {
  await using shop = await openTestShop()
  const group = await addGroup(shop, 'VIP', { metadata: { a: 1, b: 2 } })
  expect(group).toMatchObject({ name: 'VIP', metadata: { a: 1, b: 2 }, deleted_at: null })
  await addGroup(shop, 'Staff')
  const { id } = group
  const finds = ['q=vi', 'name[]=VIP', `id=${id}`, `id[]=${id}`, `id[starts_with]=${id}`, `id[gte]=${id}&id[lte]=${id}`]
  for (const query of [...finds, `id[ends_with]=${id.slice(-20)}`, `id[contains]=${id.slice(6, -1)}`]) {
    const { customer_groups, count } = await expectSuccess(shop.admin.get(`/admin/customer-groups?${query}`))
    expect([customer_groups, count], query).toEqual([[group], 1])
  }
  const path = `/admin/customer-groups/${id}`
  const body = { name: 'Friends', metadata: { a: '', c: 3 } }
  const changed = (await expectSuccess(shop.admin.post(`${path}?expand=customers,price_lists`, body))).customer_group
  expect(changed).toMatchObject({ name: 'Friends', metadata: { b: 2, c: 3 }, customers: [], price_lists: [] })
})

test('customers are added to a group all or none, and can be removed', async () => {
  await using shop = await openTestShop()
  const { id } = await addGroup(shop, 'VIP')
  const other = await addGroup(shop, 'Other')
  const customers = [await shop.given.customer(), await shop.given.customer()]
  const path = `/admin/customer-groups/${id}/customers`
  const batch = { customer_ids: refs(customers) }
  await expectError(
    shop.admin.post(`${path}/batch`, { customer_ids: [...batch.customer_ids, { id: 'nope' }, { id: 'no' }] }),
    404,
    'not_found',
    'The following customer ids do not exist: "nope, no"',
  )
  expect((await expectSuccess(shop.admin.get(path))).count).toBe(0)
  for (const to of [id, id, other.id]) {
    const { customer_group } = await expectSuccess(
      shop.admin.post(`/admin/customer-groups/${to}/customers/batch`, batch),
    )
    expect(customer_group).not.toHaveProperty('customers')
  }
  const listed = await expectSuccess(shop.admin.get(`${path}?limit=1&offset=1`))
  expect([listed.count, listed.customers.length]).toEqual([2, 1])
  // The list includes only this group of the customer.
  expect(ids(listed.customers[0].groups)).toEqual([id])
  expect((await expectSuccess(shop.admin.get(`${path}?groups[]=${other.id}&has_account=true`))).count).toBe(2)
  expect((await expectSuccess(shop.admin.get(`${path}?groups[]=cgrp_no`))).count).toBe(0)
  const [found] = (await expectSuccess(shop.admin.get(`${path}?q=${customers[0]!.email}&expand=`))).customers
  expect([found.id, 'groups' in found]).toEqual([customers[0]!.id, false])
  await expectSuccess(
    shop.admin.delete(`${path}/batch`, { customer_ids: [...refs(customers.slice(0, 1)), { id: 'nope' }] }),
  )
  expect(ids((await expectSuccess(shop.admin.get(path))).customers)).toEqual([customers[1]!.id])
})

test('simultaneous requests cannot create two groups of the same name', async () => {
  await using shop = await openTestShop()
  const made = await Promise.all([1, 2, 3].map(() => shop.admin.post('/admin/customer-groups', { name: 'VIP' })))
  expect(made.map(({ status }) => status).sort()).toEqual([200, 422, 422])
  const code = 'invalid_request_error'
  const again = shop.admin.post('/admin/customer-groups', { name: 'VIP' })
  await expectError(again, 422, 'duplicate_error', 'Key (name)=(VIP) already exists.', code)
  const { id } = await addGroup(shop, 'Other')
  const renamed = shop.admin.post(`/admin/customer-groups/${id}`, { name: 'VIP' })
  await expectError(renamed, 422, 'duplicate_error', 'Customer_group with name VIP already exists.', code)
})

test('deleting a group deletes its memberships', async () => {
  await using shop = await openTestShop()
  const { id } = await addGroup(shop, 'VIP')
  const customer = await shop.given.customer()
  await expectSuccess(
    shop.admin.post(`/admin/customer-groups/${id}/customers/batch`, { customer_ids: refs([customer]) }),
  )
  const path = `/admin/customer-groups/${id}`
  for (const _ of [1, 2])
    expect(await expectSuccess(shop.admin.delete(path))).toEqual({ id, object: 'customer_group', deleted: true })
  const message = `CustomerGroup with id ${id} was not found`
  for (const reply of [shop.admin.get(path), shop.admin.post(path, {})])
    await expectError(reply, 404, 'not_found', message)
  for (const method of ['post', 'delete'] as const)
    await expectError(shop.admin[method](`${path}/customers/batch`, { customer_ids: [] }), 404, 'not_found', message)
  expect(await expectSuccess(shop.admin.get(`${path}/customers`))).toMatchObject({ customers: [], count: 0 })
  const shown = (await expectSuccess(shop.admin.get(`/admin/customers/${customer.id}?expand=groups`))).customer
  expect(shown.groups).toEqual([])
})

test('a price list whose groups are all deleted applies to no customer', async () => {
  await using shop = await openTestShop()
  const [vip, staff, press] = [
    await addGroup(shop, 'VIP'),
    await addGroup(shop, 'Staff'),
    await addGroup(shop, 'Press'),
  ]
  const addList = async (groups: Identified[]): Promise<string> => {
    const body = { name: 'Sale', description: '', type: 'sale', status: 'active', prices: [] }
    const list = { ...body, customer_groups: refs(groups) }
    return (await expectSuccess(shop.admin.post('/admin/price-lists', list))).price_list.id
  }
  const lists = [
    await addList([vip]),
    await addList([vip, staff]),
    await addList([vip, staff, press]),
    await addList([]),
  ]
  const shown = async () => {
    const found = await Promise.all(lists.map((id) => expectSuccess(shop.admin.get(`/admin/price-lists/${id}`))))
    return found.map(({ price_list: { status, customer_groups } }) => `${status} for ${customer_groups.length}`)
  }
  await expectSuccess(shop.admin.delete(`/admin/customer-groups/${vip.id}`))
  expect(await shown()).toEqual(['draft for 0', 'active for 1', 'active for 2', 'active for 0'])
  const both = [staff, press].map(({ id }) => shop.admin.delete(`/admin/customer-groups/${id}`))
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
  expect(await shown()).toEqual(['draft for 0', 'draft for 0', 'draft for 0', 'active for 0'])
})

test('a price list that gets a group while the group is deleted does not become public', async () => {
  await using shop = await openTestShop()
  for (let i = 0; i < 5; i++) {
    const { id } = await addGroup(shop, 'VIP')
    const list = {
      name: 'Sale',
      description: '',
      type: 'sale',
      status: 'active',
      prices: [],
      customer_groups: [{ id }],
    }
    const [made, deletion] = await Promise.all([
      shop.admin.post('/admin/price-lists', list),
      shop.admin.delete(`/admin/customer-groups/${id}`),
    ])
    expect(deletion.status).toBe(200)
    expect([200, 404]).toContain(made.status)
  }
  const { price_lists } = await expectSuccess(shop.admin.get('/admin/price-lists?expand=customer_groups'))
  expect(price_lists.filter(({ status }) => status !== 'draft')).toEqual([])
})

test('a group rejects anonymous callers and invalid input', async () => {
  await using shop = await openTestShop()
  const { id } = await addGroup(shop, 'VIP')
  expect((await shop.post('/admin/customer-groups', { name: 'x' })).status).toBe(401)
  const path = `/admin/customer-groups/${id}`
  const refusals: [string, object, string][] = [
    ['/admin/customer-groups', {}, 'name must be a string'],
    ['/admin/customer-groups', { name: '' }, 'name should not be empty'],
    [path, { name: null }, "Can't insert null value in field name on insert in table customer_group"],
    [`${path}/customers/batch`, {}, 'customer_ids must be an array'],
    [`${path}/customers/batch`, { customer_ids: [{}] }, 'id must be a string'],
  ]
  for (const [to, body, message] of refusals) await expectError(shop.admin.post(to, body), 400, 'invalid_data', message)
  for (const query of ['id[foo]=x', 'order=nope', 'expand=password_hash'])
    expect((await shop.admin.get(`/admin/customer-groups?${query}`)).status).toBe(400)
})
