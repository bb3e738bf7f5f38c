import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventNamesOf } from '#test/support/events.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Identified } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const KEYS = '/admin/publishable-api-keys'
const createKey = async (title = 'Web') => (await expectSuccess(shop.admin.post(KEYS, { title }))).publishable_api_key
const channel = async (name: string, description?: string) =>
  (await expectSuccess(shop.admin.post('/admin/sales-channels', { name, description }))).sales_channel
const channelIds = (...channels: Identified[]) => ({ sales_channel_ids: channels.map(({ id }) => ({ id })) })
const batch = ({ id }: Identified) => `${KEYS}/${id}/sales-channels/batch`
const channelsOf = async ({ id }: Identified, query = ''): Promise<string[]> =>
  (await expectSuccess(shop.admin.get(`${KEYS}/${id}/sales-channels${query}`))).sales_channels.map(({ name }) => name)
const unknown = (id: string) => [404, 'not_found', `Publishable key with id: ${id} was not found`] as const

test('a publishable key can be created, read, renamed and deleted', async () => {
  const key = await createKey()
  expect(key).toEqual({
    id: expect.stringMatching(/^pk_/),
    created_at: expect.any(String),
    updated_at: expect.any(String),
    title: 'Web',
    created_by: expect.stringMatching(/^usr_/),
    revoked_by: null,
    revoked_at: null,
  })
  const path = `${KEYS}/${key.id}`
  expect((await expectSuccess(shop.admin.get(path))).publishable_api_key).toEqual(key)
  expect((await expectSuccess(shop.admin.post(path, { title: 'App' }))).publishable_api_key.title).toBe('App')
  expect((await expectSuccess(shop.admin.post(path, {}))).publishable_api_key.title).toBe('App')
  await expectSuccess(shop.admin.post(batch(key), channelIds(await channel('Any'))))
  expect(await expectSuccess(shop.admin.delete(path))).toEqual({
    id: key.id,
    object: 'publishable_api_key',
    deleted: true,
  })
  for (const request of [shop.admin.get(path), shop.admin.post(path, {}), shop.admin.delete(path)])
    await expectError(request, ...unknown(key.id))
})

test('publishable keys can be filtered by title and revocation', async () => {
  const [one, two] = [await createKey('Listed one'), await createKey('Listed 100%')]
  const list = (query: string) => expectSuccess(shop.admin.get(`${KEYS}?${query}`))
  expect(await list('q=listed&limit=1')).toMatchObject({
    publishable_api_keys: [{ id: two.id }],
    count: 2,
    offset: 0,
    limit: 1,
  })
  expect((await list('q=100%25')).publishable_api_keys).toEqual([two])
  expect((await list('q=listed&order=created_at&fields=title')).publishable_api_keys).toEqual([
    { id: one.id, title: 'Listed one' },
    { id: two.id, title: 'Listed 100%' },
  ])
  await expectSuccess(shop.admin.post(`${KEYS}/${one.id}/revoke`))
  expect((await list('q=listed&revoked_at[gt]=2020-01-01')).publishable_api_keys).toMatchObject([{ id: one.id }])
  expect((await list('q=listed&revoked_at=null')).publishable_api_keys).toMatchObject([{ id: two.id }])
})

test('simultaneous requests revoke a publishable key once', async () => {
  const { id } = await createKey()
  const replies = await Promise.all([1, 2, 3].map(() => shop.admin.post(`${KEYS}/${id}/revoke`)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  const again = shop.admin.post(`${KEYS}/${id}/revoke`)
  await expectError(again, 400, 'not_allowed', 'PublishableApiKey has already been revoked.')
  const { publishable_api_key } = await expectSuccess(shop.admin.get(`${KEYS}/${id}`))
  expect(publishable_api_key).toMatchObject({
    revoked_at: expect.any(String),
    revoked_by: publishable_api_key.created_by,
  })
  expect(await eventNamesOf(shop, { id })).toEqual(['publishable_api_key.created', 'publishable_api_key.revoked'])
  await expectError(shop.admin.post(`${KEYS}/pk_no/revoke`), ...unknown('pk_no'))
})

test('a publishable key accepts existing sales channels once each', async () => {
  const key = await createKey()
  const [web, fair] = [await channel('Web', 'at home'), await channel('Fair', 'in town')]
  for (let times = 0; times < 2; times++)
    expect((await expectSuccess(shop.admin.post(batch(key), channelIds(web, web, fair)))).publishable_api_key.id).toBe(
      key.id,
    )
  expect((await channelsOf(key)).sort()).toEqual(['Fair', 'Web'])
  expect(await channelsOf(key, '?q=TOWN')).toEqual(['Fair'])
  expect(await channelsOf(key, '?limit=1&offset=1')).toHaveLength(1)
  const reply = await shop.admin.post(batch(key), channelIds({ id: 'sc_no' }, web))
  expect([reply.status, reply.body.errors]).toEqual([400, ['Sales Channels sc_no do not exist']])
  await expectSuccess(shop.admin.delete(batch(key), channelIds(web, { id: 'sc_no' })))
  expect(await channelsOf(key)).toEqual(['Fair'])
  await expectSuccess(shop.admin.delete(`/admin/sales-channels/${fair.id}`))
  expect(await channelsOf(key)).toEqual([])
  await expectError(shop.admin.post(batch({ id: 'pk_no' }), channelIds(web)), ...unknown('pk_no'))
  await expectError(shop.admin.delete(batch({ id: 'pk_no' }), channelIds(web)), ...unknown('pk_no'))
})

test('only authenticated users can read and change publishable keys', async () => {
  const { id } = await createKey()
  for (const reply of [
    shop.get(KEYS),
    shop.get(`${KEYS}/${id}`),
    shop.post(KEYS, { title: 'x' }),
    shop.post(`${KEYS}/${id}/revoke`),
  ])
    expect((await reply).status).toBe(401)
  await expectError(shop.admin.post(KEYS, {}), 400, 'invalid_data', 'title must be a string')
  await expectError(shop.admin.post(`${KEYS}/${id}`, { x: 1 }), 400, 'invalid_data', 'property x should not exist')
})
