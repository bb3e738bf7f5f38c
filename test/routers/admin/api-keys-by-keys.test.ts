import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiKey } from '#entities/people/api-key/api-key.ts'
import { findKeyAndUser } from '#entities/people/api-key/find-key-and-user.ts'
import { openDatabase } from '#server/shop/open-database.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { BodyOf } from '#test/support/reply.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'
import { createStatementCounter } from '../../../bench/count-statements.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

type CreatedKey = BodyOf<'POST', '/admin/api-keys'>['api_key'] & { secret: string }

async function createKey(
  scopes: string[],
  facts: object = {},
  by = shop.admin,
): Promise<CreatedKey & { caller: Caller }> {
  const { api_key, secret } = await expectSuccess(by.post('/admin/api-keys', { name: 'Key', scopes, ...facts }))
  return { ...api_key, secret, caller: shop.as({ authorization: `Bearer ${secret}` }) }
}

const scopeError = (...scopes: string[]) =>
  [403, 'forbidden', `An API key cannot grant scopes that it does not have: ${scopes.join(', ')}`] as const
const expiryError = [403, 'forbidden', 'A key created with an API key cannot expire later than that key'] as const
const isActive = async (id: string) => (await shop.orm.em.fork().findOne(ApiKey, { id })) !== null

test('an API key creates keys with its own scopes or fewer', async () => {
  const maker = await createKey(['apiKeys.*', 'products.*', 'read:orders.*'])
  const child = await createKey(['products.list', 'read:orders.*', 'read:apiKeys.*'], {}, maker.caller)
  expect(child).toMatchObject({ made_by_key_id: maker.id, created_by: maker.created_by })
  expect((await child.caller.get('/admin/products')).status).toBe(200)
  const create = (scopes: string[]) => maker.caller.post('/admin/api-keys', { name: 'More', scopes })
  await expectError(create(['products.*', 'orders.*', '*', 'users.list']), ...scopeError('orders.*', '*', 'users.list'))
  await expectError(
    child.caller.post('/admin/api-keys', { name: 'x', scopes: ['products.list'] }),
    403,
    'forbidden',
    'No scope of the API key Key allows apiKeys.create',
  )
})

test('an API key cannot widen its own scopes or the scopes of another key', async () => {
  const maker = await createKey(['apiKeys.*', 'products.*'])
  const unlimited = await createKey(['*'])
  const change = (id: string, body: object) => maker.caller.post(`/admin/api-keys/${id}`, body)
  await expectError(change(maker.id, { scopes: ['*'] }), ...scopeError('*'))
  await expectError(change(unlimited.id, { name: 'Mine' }), ...scopeError('*'))
  await expectError(change(unlimited.id, { scopes: ['products.*'] }), ...scopeError('*'))
  await expectError(maker.caller.post(`/admin/api-keys/${unlimited.id}/secret`), ...scopeError('*'))
  expect((await expectSuccess(change(maker.id, { name: 'Same', scopes: ['apiKeys.*'] }))).api_key.scopes).toEqual([
    'apiKeys.*',
  ])
  await expectError(change('apk_none', { name: 'x' }), 404, 'not_found', 'API key with id: apk_none was not found')
  expect((await unlimited.caller.get('/admin/orders')).status).toBe(200)
})

test('an API key cannot create a key that expires later', async () => {
  const maker = await createKey(['apiKeys.*'], { expires_at: hoursFromNow(2) })
  const create = (facts: object) =>
    maker.caller.post('/admin/api-keys', { name: 'x', scopes: ['apiKeys.list'], ...facts })
  for (const expires_at of [undefined, null, hoursFromNow(3)]) await expectError(create({ expires_at }), ...expiryError)
  expect((await create({ expires_at: hoursFromNow(1) })).status).toBe(200)
  for (const expires_at of [null, hoursFromNow(3)])
    await expectError(maker.caller.post(`/admin/api-keys/${maker.id}`, { expires_at }), ...expiryError)
})

test('revoking an API key revokes the keys it created', async () => {
  const maker = await createKey(['apiKeys.*'])
  const child = await createKey(['apiKeys.*'], {}, maker.caller)
  const grandchild = await createKey(['read:apiKeys.*'], {}, child.caller)
  const unrelated = await createKey(['read:apiKeys.*'])
  expect((await shop.admin.delete(`/admin/api-keys/${maker.id}`)).status).toBe(200)
  for (const { caller } of [maker, child, grandchild])
    await expectError(caller.get('/admin/api-keys'), 401, 'unauthorized', 'Unauthorized')
  expect((await unrelated.caller.get('/admin/api-keys')).status).toBe(200)
})

test('an API key creates no keys while it is being revoked', async () => {
  for (let round = 0; round < 5; round++) {
    const maker = await createKey(['apiKeys.*'])
    const create = () => maker.caller.post('/admin/api-keys', { name: 'Late', scopes: ['apiKeys.*'] })
    const revoke = () => shop.admin.delete(`/admin/api-keys/${maker.id}`)
    const [revoked, ...replies] = await Promise.all([revoke(), create(), create(), create()])
    expect([200, 401]).toContain(revoked.status)
    expect(replies.filter(({ status }) => status !== 200 && status !== 401)).toEqual([])
    for (const { body } of replies) if (body.api_key) expect(await isActive(body.api_key.id)).toBe(false)
  }
})

test('finding the holder of an API key takes one statement, or two if its use is recorded', async () => {
  const { secret } = await createKey(['*'])
  const { measure, count } = createStatementCounter()
  const orm = await openDatabase(shop.databaseUrl, { measure })
  const statements: number[] = []
  for (let times = 0; times < 3; times++) {
    const before = count.statements
    expect((await findKeyAndUser(orm.em.fork(), secret))?.user.email).toBe('admin@example.com')
    statements.push(count.statements - before)
  }
  await orm.close()
  expect(statements).toEqual([2, 1, 1])
})
