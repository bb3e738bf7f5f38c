import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ApiKey } from '#entities/people/api-key/api-key.ts'
import { User } from '#entities/people/user/user.ts'
import { addUser, issueApiToken } from '#server/database/administrator.ts'
import { addMember } from '#test/support/add-member.ts'
import { minutesAgo } from '#test/support/aged-rows.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { notInRole } from '#test/support/not-in-role.ts'
import type { BodyOf } from '#test/support/reply.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()
const callerWith = (secret: string) => shop.as({ authorization: `Bearer ${secret}` })
const expectUnauthorized = (caller: Caller, path = '/admin/orders') =>
  expectError(caller.get(path), 401, 'unauthorized', 'Unauthorized')
const outOfScope = (name: string, procedure: string) =>
  [403, 'forbidden', `No scope of the API key ${name} allows ${procedure}`] as const

type CreatedKey = BodyOf<'POST', '/admin/api-keys'>['api_key'] & { secret: string }

/** Creates a key, by default as the administrator of the shop. */
async function createKey(
  scopes: string[],
  facts: object = {},
  by = shop.admin,
): Promise<CreatedKey & { caller: Caller }> {
  const { api_key, secret } = await expectSuccess(by.post('/admin/api-keys', { name: 'ERP', scopes, ...facts }))
  return { ...api_key, secret, caller: callerWith(secret) }
}

async function administrator(email: string) {
  await addUser(shop.orm, { email, password: 'another horse', role: 'admin' })
  const user = await shop.orm.em.fork().findOneOrFail(User, { email })
  return { user, caller: shop.as({ authorization: `Bearer ${await issueApiToken(shop.orm, email)}` }) }
}

const change = (id: string, columns: object) => shop.orm.em.fork().nativeUpdate(ApiKey, { id }, columns)
const findKey = (id: string) => shop.orm.em.fork().findOneOrFail(ApiKey, { id }, { filters: { alive: false } })

test('an API key can be created, read, updated and revoked, and only its creation returns the secret', async () => {
  const expires_at = inAnHour()
  const reply = await shop.admin.post(
    '/admin/api-keys',
    { name: 'Stock sync', scopes: ['products.*', 'read:orders.*', 'products.*'], expires_at },
    { 'idempotency-key': 'once' },
  )
  const { api_key, secret } = await expectSuccess(Promise.resolve(reply))
  expect(secret).toMatch(/^cw_[\w-]{43}$/)
  expect(api_key).toEqual({
    id: expect.stringMatching(/^apk_/),
    created_at: expect.any(String),
    updated_at: expect.any(String),
    deleted_at: null,
    name: 'Stock sync',
    hint: `cw_…${secret.slice(-4)}`,
    scopes: ['products.*', 'read:orders.*'],
    expires_at,
    last_used_at: null,
    created_by: expect.stringMatching(/^usr_/),
    made_by_key_id: null,
  })
  const path = `/admin/api-keys/${api_key.id}`
  const renamed = await expectSuccess(
    shop.admin.post(path, { name: 'Sync', scopes: ['orders.list'], expires_at: null }),
  )
  expect(renamed.api_key).toMatchObject({ name: 'Sync', scopes: ['orders.list'], expires_at: null })
  const expanded = await shop.admin.get(`${path}?expand=created_by_user`)
  const answers = [expanded, await shop.admin.get('/admin/api-keys?q=sync&expires_at=null')]
  expect(expanded.body.api_key.created_by_user.email).toBe('admin@example.com')
  expect(answers[1]?.body).toMatchObject({ api_keys: [{ id: api_key.id }], count: 1, offset: 0, limit: 50 })
  for (const { text } of answers) {
    expect(text).not.toContain(secret)
    expect(text).not.toContain('secret')
  }
  // The database does not store it either.
  const everything = await shop.orm.em.fork().execute(`
    select (select json_agg(k)::text from api_key k) || (select json_agg(a)::text from audit_log a)
      || coalesce((select json_agg(i)::text from idempotency_key i), '') as text`)
  expect(everything[0]?.text).toContain(api_key.id)
  expect(everything[0]?.text).not.toContain(secret)

  for (let times = 0; times < 2; times++)
    expect(await expectSuccess(shop.admin.delete(path))).toEqual({ id: api_key.id, object: 'api_key', deleted: true })
  await expectError(shop.admin.get(path), 404, 'not_found', `API key with id: ${api_key.id} was not found`)
  const { api_keys } = await expectSuccess(shop.admin.get('/admin/api-keys?deleted_at[gt]=2000-01-01'))
  expect(api_keys).toMatchObject([{ id: api_key.id, deleted_at: expect.any(String) }])
})

test.each([
  [
    {},
    'name should not be empty, name must be a string, each value in scopes must be a string, scopes should not be empty, scopes must be an array',
  ],
  [
    { name: 'x', scopes: ['products.*', 'product.*', 'read:orders.cancel'] },
    'Unknown scopes: product.*, read:orders.cancel',
  ],
  [{ name: 'x', scopes: ['*'], expires_at: '2001-01-01' }, 'expires_at must be in the future'],
])('%j is rejected as the input of an API key', async (body, message) => {
  await expectError(shop.admin.post('/admin/api-keys', body), 400, 'invalid_data', message)
})

test('only administrators create, read and revoke API keys', async () => {
  const { id } = await createKey(['*'])
  const member = await addMember(shop)
  const requests = (caller: Caller) => [
    caller.post('/admin/api-keys', { name: 'x', scopes: ['*'] }),
    caller.get('/admin/api-keys'),
    caller.get(`/admin/api-keys/${id}`),
    caller.post(`/admin/api-keys/${id}`, { name: 'y' }),
    caller.post(`/admin/api-keys/${id}/secret`),
    caller.delete(`/admin/api-keys/${id}`),
  ]
  const procedures = ['create', 'list', 'get', 'update', 'renewSecret', 'delete']
  for (const [i, reply] of requests(member).entries())
    await expectError(reply, ...notInRole('member', `apiKeys.${procedures[i]}`))
  for (const reply of requests(shop)) await expectError(reply, 401, 'unauthorized', 'Unauthorized')
  expect((await findKey(id)).deleted_at).toBeNull()
})

test('another administrator can revoke an API key but not update or renew it', async () => {
  const { id, caller } = await createKey(['orders.list'])
  const other = (await administrator('other@example.com')).caller
  const otherOwnerError = [
    403,
    'forbidden',
    'Only the user who created an API key can change it. Other administrators can revoke it.',
  ] as const
  await expectError(other.post(`/admin/api-keys/${id}`, { scopes: ['*'] }), ...otherOwnerError)
  await expectError(other.post(`/admin/api-keys/${id}/secret`), ...otherOwnerError)
  expect((await caller.get('/admin/orders')).status).toBe(200)
  expect((await other.delete(`/admin/api-keys/${id}`)).status).toBe(200)
  await expectUnauthorized(caller)
})

describe('a caller with an API key', () => {
  test('the scopes of an API key apply to REST and tRPC and to both headers', async () => {
    const { secret, caller } = await createKey(['products.create', 'read:orders.*'])
    for (const client of [caller, shop.as({ 'x-medusa-access-token': secret })]) {
      expect((await client.get('/admin/orders')).status).toBe(200)
      expect((await client.get('/trpc/admin.orders.list')).status).toBe(200)
      await expectError(client.get('/admin/products'), ...outOfScope('ERP', 'products.list'))
      await expectError(client.post('/admin/orders/order_1/cancel'), ...outOfScope('ERP', 'orders.cancel'))
    }
    const { status, body } = await caller.post('/trpc/admin.store.update', { json: { name: 'Taken' } })
    expect([status, body.error.json.message]).toEqual([403, 'No scope of the API key ERP allows store.update'])
    expect((await caller.post('/admin/products', { title: 'By a key' })).status).toBe(200)
    // Endpoints that need no authentication accept a key.
    expect((await caller.get('/admin/currencies')).status).toBe(200)
    expect((await caller.get('/store/regions')).status).toBe(200)
  })

  test('a read-only API key cannot change anything', async () => {
    const { caller } = await createKey(['read:*'])
    for (const path of ['/admin/products', '/admin/customers', '/admin/store'])
      expect((await caller.get(path)).status).toBe(200)
    await expectError(caller.post('/admin/store', { name: 'Taken' }), ...outOfScope('ERP', 'store.update'))
  })

  test('the scopes of an API key apply to each call of a batch', async () => {
    const { caller } = await createKey(['products.list', 'customerGroups.list'])
    const reads = await caller.get(
      `/trpc/admin.products.list,admin.orders.list?batch=1&input=${encodeURIComponent('{}')}`,
    )
    const [firstReply, refused] = reads.body
    expect(firstReply).toHaveProperty('result.data.json.products')
    expect(refused?.error.json.data).toMatchObject({ httpStatus: 403, type: 'forbidden' })
    const group = { json: { name: 'By a batch' } }
    const writes = await caller.post('/trpc/admin.customerGroups.create,admin.customerGroups.create?batch=1', {
      0: group,
      1: group,
    })
    expect(writes.body.map(({ error }) => error.json.data.httpStatus)).toEqual([403, 403])
    expect((await caller.get('/admin/customer-groups')).body.count).toBe(0)
  })

  test('the star scope excludes API keys and users, and no scope reads the API token of the user', async () => {
    const { caller } = await createKey(['*'])
    await expectError(caller.get('/admin/api-keys'), ...outOfScope('ERP', 'apiKeys.list'))
    await expectError(caller.post('/admin/users', {}), ...outOfScope('ERP', 'users.create'))
    await expectError(caller.post('/admin/invites', {}), ...outOfScope('ERP', 'invites.create'))
    await expectError(caller.get('/admin/auth'), ...outOfScope('ERP', 'auth.current'))
    const { user, caller: other } = await administrator('plain@example.com')
    const { caller: own } = await createKey(['auth.current', 'users.*'], {}, other)
    await shop.orm.em.fork().nativeUpdate(User, { id: user.id }, { api_token: 'as it is' })
    for (const path of ['/admin/auth', `/admin/users/${user.id}`]) {
      expect((await expectSuccess(own.get(path))).user).toMatchObject({ id: user.id, api_token: null })
    }
    expect((await callerWith('as it is').get('/admin/auth')).body.user.api_token).toBe('as it is')
  })

  test('an API key is invalid after expiry, revocation, renewal or deletion of its user', async () => {
    const [expired, revoked, renewed] = [await createKey(['*']), await createKey(['*']), await createKey(['*'])]
    const { user, caller } = await administrator('leaving@example.com')
    const orphan = await createKey(['*'], {}, caller)
    const keys = [expired, revoked, renewed, orphan]
    for (const key of keys) expect((await key.caller.get('/admin/orders')).status).toBe(200)

    await change(expired.id, { expires_at: minutesAgo(1) })
    await shop.admin.delete(`/admin/api-keys/${revoked.id}`)
    const { secret } = await expectSuccess(shop.admin.post(`/admin/api-keys/${renewed.id}/secret`))
    await expectSuccess(shop.admin.delete(`/admin/users/${user.id}`))
    for (const key of keys) await expectUnauthorized(key.caller)
    expect((await callerWith(secret).get('/admin/orders')).status).toBe(200)
    const wrong = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`
    for (const bad of [wrong, 'cw_', `cw_${'x'.repeat(43)}`, `cw_${'x'.repeat(5000)}`])
      await expectUnauthorized(callerWith(bad))
  })

  test('an API key never allows more than the current role of its user', async () => {
    const { user, caller } = await administrator('demoted@example.com')
    const key = await createKey(['*', 'users.*', 'webhooks.*'], {}, caller)
    expect((await key.caller.get('/admin/webhooks')).status).toBe(200)
    await expectSuccess(shop.admin.post(`/admin/users/${user.id}`, { role: 'member' }))
    expect((await key.caller.get('/admin/products')).status).toBe(200)
    await expectError(key.caller.get('/admin/webhooks'), ...notInRole('member', 'webhooks.list'))
    const account = { email: 'a@example.com', password: 'x' }
    await expectError(key.caller.post('/admin/users', account), ...notInRole('member', 'users.create'))
  })

  test('the audit log names the API key', async () => {
    const { id, created_by, caller } = await createKey(['customerGroups.create'])
    const { customer_group } = await expectSuccess(caller.post('/admin/customer-groups', { name: 'By a key' }))
    const { audit_log } = await expectSuccess(shop.admin.get(`/admin/audit-log?api_key_id=${id}&expand=api_key`))
    expect(audit_log).toMatchObject([
      { api_key_id: id, authenticated_by: 'api_key', user_id: created_by, resource_ids: [customer_group.id] },
    ])
    expect(audit_log[0].api_key.name).toBe('ERP')
    await shop.admin.delete(`/admin/api-keys/${id}`)
    const entries = await expectSuccess(shop.admin.get(`/admin/audit-log?api_key_id=${id}&expand=api_key`))
    expect(entries.audit_log[0].api_key.name).toBe('ERP')
  })

  test('an API key needs neither a cookie nor an allowed origin', async () => {
    const { secret } = await createKey(['store.update'])
    const visitor = new CookieClient(shop.url)
    await visitor.post('/admin/auth', { email: 'admin@example.com', password: 'correct horse' })
    const headers = { authorization: `Bearer ${secret}`, origin: 'https://strange.example' }
    expect((await visitor.post('/admin/store', { name: 'By a key' }, headers)).status).toBe(200)
    // The key decides, not the cookie, although the cookie allows more.
    expect((await visitor.get('/admin/orders', headers)).status).toBe(403)
  })
})

test('the last use of an API key is written at most once a minute', async () => {
  const { id, updated_at, caller } = await createKey(['orders.list'])
  const useAndReadTime = async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => caller.get('/admin/orders')))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    return (await findKey(id)).last_used_at!.getTime()
  }
  const first = await useAndReadTime()
  expect(await useAndReadTime()).toBe(first)
  await change(id, { last_used_at: new Date(first - 61_000) })
  expect(await useAndReadTime()).toBeGreaterThanOrEqual(first)
  expect((await findKey(id)).updated_at.toISOString()).toBe(updated_at)
})
