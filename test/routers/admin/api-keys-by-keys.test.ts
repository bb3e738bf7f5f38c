import { MikroORM } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiKey } from '#entities/people/api-key/api-key.ts'
import { findKeyHolder } from '#entities/people/api-key/find-holder.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess, type Json } from '#test/support/factories.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'
import { countingOptions } from '../../../bench/count-statements.ts'

/* A key that may make keys: it hands on nothing that it does not have, and takes with it what it made. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const later = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()

async function made(scopes: string[], facts: object = {}, by = shop.admin): Promise<Json & { caller: Caller }> {
  const { api_key, secret } = await expectSuccess(by.post('/admin/api-keys', { name: 'Key', scopes, ...facts }))
  return { ...api_key, secret, caller: shop.as({ authorization: `Bearer ${secret}` }) }
}

const wider = (...scopes: string[]) =>
  [403, 'forbidden', `An API key cannot give what it does not have: ${scopes.join(', ')}`] as const
const longer = [403, 'forbidden', 'An API key cannot make one that outlives it'] as const
const alive = async (id: string) => (await shop.orm.em.fork().findOne(ApiKey, { id })) !== null

test('a key makes others of its own scopes or less', async () => {
  const maker = await made(['apiKeys.*', 'products.*', 'read:orders.*'])
  const child = await made(['products.list', 'read:orders.*', 'read:apiKeys.*'], {}, maker.caller)
  expect(child).toMatchObject({ made_by_key_id: maker.id, created_by: maker.created_by })
  expect((await child.caller.get('/admin/products')).status).toBe(200)
  const make = (scopes: string[]) => maker.caller.post('/admin/api-keys', { name: 'More', scopes })
  await expectError(make(['products.*', 'orders.*', '*', 'users.list']), ...wider('orders.*', '*', 'users.list'))
  await expectError(
    child.caller.post('/admin/api-keys', { name: 'x', scopes: ['products.list'] }),
    403,
    'forbidden',
    'No scope of the API key Key allows apiKeys.create',
  )
})

test('a key widens neither itself nor another, and takes over none that may do more', async () => {
  const maker = await made(['apiKeys.*', 'products.*'])
  const mighty = await made(['*'])
  const change = (id: string, body: object) => maker.caller.post(`/admin/api-keys/${id}`, body)
  await expectError(change(maker.id, { scopes: ['*'] }), ...wider('*'))
  await expectError(change(mighty.id, { name: 'Mine' }), ...wider('*'))
  await expectError(change(mighty.id, { scopes: ['products.*'] }), ...wider('*'))
  await expectError(maker.caller.post(`/admin/api-keys/${mighty.id}/secret`), ...wider('*'))
  expect((await expectSuccess(change(maker.id, { name: 'Same', scopes: ['apiKeys.*'] }))).api_key.scopes).toEqual([
    'apiKeys.*',
  ])
  await expectError(change('apk_none', { name: 'x' }), 404, 'not_found', 'API key with id: apk_none was not found')
  expect((await mighty.caller.get('/admin/orders')).status).toBe(200)
})

test('a key makes none that outlives it, and does not prolong itself', async () => {
  const maker = await made(['apiKeys.*'], { expires_at: later(2) })
  const make = (facts: object) =>
    maker.caller.post('/admin/api-keys', { name: 'x', scopes: ['apiKeys.list'], ...facts })
  for (const expires_at of [undefined, null, later(3)]) await expectError(make({ expires_at }), ...longer)
  expect((await make({ expires_at: later(1) })).status).toBe(200)
  for (const expires_at of [null, later(3)])
    await expectError(maker.caller.post(`/admin/api-keys/${maker.id}`, { expires_at }), ...longer)
})

test('what a key made, and what that made, ends with it', async () => {
  const maker = await made(['apiKeys.*'])
  const child = await made(['apiKeys.*'], {}, maker.caller)
  const grandchild = await made(['read:apiKeys.*'], {}, child.caller)
  const other = await made(['read:apiKeys.*'])
  expect((await shop.admin.delete(`/admin/api-keys/${maker.id}`)).status).toBe(200)
  for (const { caller } of [maker, child, grandchild])
    await expectError(caller.get('/admin/api-keys'), 401, 'unauthorized', 'Unauthorized')
  expect((await other.caller.get('/admin/api-keys')).status).toBe(200)
})

test('a key that is being revoked leaves none behind', async () => {
  for (let round = 0; round < 5; round++) {
    const maker = await made(['apiKeys.*'])
    const make = () => maker.caller.post('/admin/api-keys', { name: 'Late', scopes: ['apiKeys.*'] })
    const revoke = () => shop.admin.delete(`/admin/api-keys/${maker.id}`)
    const replies = await Promise.all([make(), make(), revoke(), make()])
    expect(replies.filter(({ status }) => status !== 200 && status !== 401)).toEqual([])
    for (const { body } of replies) if (body.api_key) expect(await alive(body.api_key.id)).toBe(false)
  }
})

test('who calls by a key is found in one statement, and in two where its use is noted', async () => {
  const { secret } = await made(['*'])
  const { options, count } = countingOptions(shop.databaseUrl)
  const orm = await MikroORM.init(options)
  const statements: number[] = []
  for (let times = 0; times < 3; times++) {
    const before = count.statements
    expect((await findKeyHolder(orm.em.fork(), secret))?.user.email).toBe('admin@example.com')
    statements.push(count.statements - before)
  }
  await orm.close()
  expect(statements).toEqual([2, 1, 1])
})
