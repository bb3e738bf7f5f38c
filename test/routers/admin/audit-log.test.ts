import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { UNAUDITED_TABLES } from '#entities/platform/audit/audited-tables.ts'
import { now } from '#entities/values/clock.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { User } from '#test/support/resources.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let user: User
beforeAll(async () => {
  shop = await openTestShop()
  user = (await expectSuccess(shop.admin.get('/admin/auth'))).user
})
afterAll(() => shop[Symbol.asyncDispose]())

const list = (query = '') => expectSuccess(shop.admin.get(`/admin/audit-log?${query}`))
const latest = async () => (await list('limit=1')).audit_log[0]
const count = async (): Promise<number> => (await list('limit=0')).count

async function group(name: string, over = {}) {
  return (await expectSuccess(shop.admin.post('/admin/customer-groups', { name, ...over }))).customer_group
}

test('the audit log records each change with its user, time and address', async () => {
  const created = await group('Made', { metadata: { a: 1 } })
  const path = `/admin/customer-groups/${created.id}`
  const actor = { user_id: user.id, authenticated_by: 'api_token', ip: '127.0.0.1', resource_type: 'customer-groups' }
  const facts = { ...actor, resource_ids: [created.id], change_count: 1 }
  const { created_at, updated_at } = created
  expect(await latest()).toMatchObject({
    ...facts,
    procedure: 'admin.customerGroups.create',
    idempotency_key: null,
    changes: [
      {
        table: 'customer_group',
        action: 'create',
        ids: [created.id],
        before: null,
        after: { id: created.id, name: 'Made', metadata: { a: 1 } },
      },
    ],
  })
  const { customer_group } = await expectSuccess(shop.admin.post(path, { name: 'Changed' }))
  const entry = await latest()
  const [{ before, after, ...change }] = entry.changes
  expect(entry).toMatchObject({ ...facts, procedure: 'admin.customerGroups.update' })
  expect(change).toEqual({ table: 'customer_group', action: 'update', ids: [created.id] })
  expect([before.name, after.name, Object.keys(after).sort()]).toEqual(['Made', 'Changed', ['name', 'updated_at']])
  expect(new Date(String(before.updated_at))).toEqual(new Date(updated_at))
  expect(new Date(String(after.updated_at))).toEqual(new Date(customer_group.updated_at))
  await expectSuccess(shop.admin.delete(path))
  const deletion = await latest()
  expect(deletion).toMatchObject({ ...facts, procedure: 'admin.customerGroups.delete' })
  expect(deletion.changes).toMatchObject([
    { action: 'delete', ids: [created.id], before: { name: 'Changed' }, after: null },
  ])
  expect(new Date(String(deletion.changes[0].before.created_at))).toEqual(new Date(created_at))
})

test('the audit log records how a user was authenticated', async () => {
  const login = { email: 'admin@example.com', password: 'correct horse' }
  const authenticationOf = async (post: Caller['post']) => {
    await expectSuccess(post('/admin/customer-groups', { name: randomUUID() }))
    return (await latest()).authenticated_by
  }
  const visitor = new CookieClient(shop.url)
  await expectSuccess(visitor.post('/admin/auth', login))
  expect(await authenticationOf((path, body) => visitor.post(path, body))).toBe('session')
  const { access_token } = await expectSuccess(shop.post('/admin/auth/token', login))
  expect(await authenticationOf(shop.as({ authorization: `Bearer ${access_token}` }).post)).toBe('jwt')
  expect(await authenticationOf(shop.admin.post)).toBe('api_token')
})

test('the audit log records link rows with the ids of both sides', async () => {
  const { id } = await group('Linked')
  const customer = await shop.given.customer()
  const batch = `/admin/customer-groups/${id}/customers/batch`
  await expectSuccess(shop.admin.post(batch, { customer_ids: [{ id: customer.id }] }))
  const entry = await latest()
  expect(entry.changes).toMatchObject([{ table: 'customer_group_customers', action: 'create' }])
  expect(entry.changes[0].ids.sort()).toEqual([customer.id, id].sort())
  expect(entry.resource_ids.sort()).toEqual([customer.id, id].sort())
  await expectSuccess(shop.admin.delete(`/admin/customer-groups/${id}`))
  const tables = (await latest()).changes.map(({ table, action }) => `${action} ${table}`)
  expect(tables.sort()).toEqual(['delete customer_group', 'delete customer_group_customers'])
})

test('the audit log records a mutation without changes but not a failed one', async () => {
  const { id } = await group('Same')
  await expectSuccess(shop.admin.post(`/admin/customer-groups/${id}`, { name: 'Same' }))
  expect(await latest()).toMatchObject({ resource_ids: [id], changes: [], change_count: 0 })
  const before = await count()
  expect((await shop.admin.post('/admin/customer-groups', { name: 'Same' })).status).toBe(422)
  expect((await shop.admin.post('/admin/customer-groups', { name: 5 })).status).toBe(400)
  expect((await shop.admin.post(`/admin/customer-groups/${id}x`, { name: 'Other' })).status).toBe(404)
  expect((await shop.post('/admin/customer-groups', { name: 'Stranger' })).status).toBe(401)
  await expectSuccess(shop.admin.get(`/admin/customer-groups/${id}`))
  expect(await count()).toBe(before)
})

test('a request repeated with the same idempotency key is recorded once', async () => {
  const before = await count()
  const headers = { 'idempotency-key': 'once', 'x-request-id': 'request-1' }
  const send = () => shop.admin.post('/admin/customer-groups', { name: 'Once' }, headers)
  const replies = await Promise.all([send(), send()])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(replies.map((reply) => reply.headers.get('x-request-id'))).toEqual(['request-1', 'request-1'])
  expect(await count()).toBe(before + 1)
  expect(await latest()).toMatchObject({ idempotency_key: 'once', request_id: 'request-1' })
})

test('the audit log redacts secrets', async () => {
  const body = { email: 'ann@example.com', first_name: 'Ann', last_name: 'Bee', password: 'correct horse battery' }
  const { customer } = (await shop.admin.post('/admin/customers', body)).body
  expect((await latest()).changes).toMatchObject([
    { table: 'customer', after: { email: 'ann@example.com', password_hash: '[redacted]' } },
  ])
  await expectSuccess(shop.admin.post(`/admin/customers/${customer.id}`, { password: 'another horse battery' }))
  const [change] = (await latest()).changes
  expect(change).toMatchObject({ before: { password_hash: '[redacted]' }, after: { password_hash: '[redacted]' } })
  const { id } = await shop.given.customer()
  await expectSuccess(shop.admin.post(`/admin/customers/${id}`, { password: 'the first horse' }))
  const { changes } = await latest()
  expect(changes.find(({ table }) => table === 'customer')?.before.password_hash).toBeNull()
})

test('the audit log truncates long values and long lists of rows', async () => {
  const { id } = await group('Many', { metadata: { long: 'x'.repeat(5000) } })
  expect((await latest()).changes[0].after.metadata).toHaveLength(2001)
  const customer_ids = await shop.given.guests(150)
  await expectSuccess(shop.admin.post(`/admin/customer-groups/${id}/customers/batch`, { customer_ids }))
  const entry = await latest()
  expect([entry.change_count, entry.changes.length, entry.resource_ids.length]).toEqual([150, 100, 101])
})

test('entries can be filtered by user, procedure, resource and time', async () => {
  const start = now().toISOString()
  const { id } = await group('Found')
  const other = await group('Not found')
  await expectSuccess(shop.admin.post(`/admin/customer-groups/${id}`, { name: 'Renamed' }))
  const procedures = async (query: string) =>
    (await list(`created_at[gte]=${start}&${query}`)).audit_log.map(({ procedure }) => procedure.slice(21))
  expect(await procedures(`resource_id=${id}`)).toEqual(['update', 'create'])
  expect(await procedures(`resource_id=${id}&order=created_at`)).toEqual(['create', 'update'])
  expect(await procedures(`resource_id[]=${id}&resource_id[]=${other.id}`)).toEqual(['update', 'create', 'create'])
  expect(await procedures(`resource_id=${id}&procedure=admin.customerGroups.update`)).toEqual(['update'])
  expect(await procedures(`resource_type=customer-groups&user_id=${user.id}`)).toHaveLength(3)
  expect(await procedures('resource_type=discounts')).toEqual([])
  expect(await procedures('user_id=usr_nobody')).toEqual([])
  expect(await procedures(`resource_id=${id}&created_at[lt]=${start}`)).toEqual([])
  const page = await list(`resource_id=${id}&limit=1&offset=1&fields=procedure&expand=user`)
  const email = 'admin@example.com'
  expect(page).toMatchObject({ count: 2, offset: 1, limit: 1 })
  expect(page.audit_log).toEqual([{ id: expect.any(String), procedure: expect.any(String), user: expect.any(Object) }])
  expect(page.audit_log[0].user).toMatchObject({ id: user.id, email })
  expect(page.audit_log[0].user).not.toHaveProperty('api_token')
})

test('an entry can be read by its id and cannot be changed or deleted', async () => {
  const entry = await latest()
  const path = `/admin/audit-log/${entry.id}`
  expect(await expectSuccess(shop.admin.get(path))).toEqual({ audit_log_entry: entry })
  expect((await expectSuccess(shop.admin.get(`${path}?expand=user&fields=`))).audit_log_entry).toMatchObject({
    id: entry.id,
    user: { id: user.id },
  })
  await expectError(
    shop.admin.get('/admin/audit-log/nope'),
    404,
    'not_found',
    'Audit log entry with id: nope was not found',
  )
  expect((await shop.admin.post(path, { user_id: 'x' })).status).toBe(404)
  expect((await shop.admin.delete(path)).status).toBe(404)
  await expectError(shop.admin.get('/admin/audit-log?q=x'), 400, 'invalid_data', 'property q should not exist')
})

test('every table is audited except the listed ones', async () => {
  const unaudited = await shop.orm.em.fork().execute<{ relname: string }[]>(`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = 'audit' and tgenabled = 'O')`)
  expect(unaudited.map(({ relname }) => relname).sort()).toEqual([...UNAUDITED_TABLES].sort())
})
