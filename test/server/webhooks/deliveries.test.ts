import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Customer } from '#entities/people/customer/customer.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { Event } from '#entities/platform/event/event.ts'
import { Webhook as WebhookRow } from '#entities/platform/webhook/webhook.ts'
import { runDueJobs } from '#server/jobs/runner.ts'
import { agedRows } from '#test/support/aged-rows.ts'
import { changeRows, deleteAll } from '#test/support/change-rows.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Webhook } from '#test/support/resources.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'
import { openWebhookReceiver } from '#test/support/webhook-receiver.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ config: { logLevel: 'silent' } })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => deleteAll(shop, WebhookRow, Event))

const subscribe = (url: string, events: string[]) => expectSuccess(shop.admin.post('/admin/webhooks', { url, events }))

const announceEvent = (name: 'order.placed' | 'order.canceled' | 'region.created', id: string) =>
  announce(shop.orm.em.fork(), name, { id })

const deliveriesOf = async (webhook: Webhook) =>
  (await expectSuccess(shop.admin.get(`/admin/webhooks/${webhook.id}/deliveries?order=event_id`))).deliveries

async function retry(): Promise<void> {
  await shop.makeJobsDue()
  await shop.runJobs()
}

test('an event is delivered to subscribed webhooks with a Standard Webhooks signature', async () => {
  await using receiver = await openWebhookReceiver()
  await using otherReceiver = await openWebhookReceiver()
  const { webhook, secret } = await subscribe(receiver.url, ['order.*'])
  await subscribe(otherReceiver.url, ['region.created', 'discount.*'])
  const order = await shop.given.order()
  await shop.runJobs()

  expect(receiver.received).toHaveLength(1)
  const { headers: received, text } = receiver.received[0]!
  const headers = Object.fromEntries(Object.entries(received).map(([name, value]) => [name, String(value)]))
  const event = await shop.orm.em.fork().findOneOrFail(Event, { name: 'order.placed' })
  expect(headers['webhook-id']).toBe(`evt_${event.id}`)
  expect(new Verifier(secret).verify(text, headers)).toEqual({
    type: 'order.placed',
    timestamp: event.created_at.toISOString(),
    data: { id: order.id, no_notification: null },
  })
  expect(() => new Verifier(`whsec_${btoa('another secret of 32 characters..')}`).verify(text, headers)).toThrow()
  expect(otherReceiver.received.map(({ body }) => body.type)).toEqual(['region.created'])
  expect(await deliveriesOf(webhook)).toMatchObject([
    { event_id: event.id, event_name: 'order.placed', status: 'delivered', attempts: 1, response_code: 204 },
  ])
})

test('a failed delivery is repeated with the same id, and other deliveries are not', async () => {
  await using failingReceiver = await openWebhookReceiver((response, before) =>
    response.writeHead(before < 2 ? 503 : 200).end(),
  )
  await using stableReceiver = await openWebhookReceiver()
  const { webhook } = await subscribe(failingReceiver.url, ['*'])
  await subscribe(stableReceiver.url, ['*'])
  await announceEvent('order.placed', 'order_1')
  await shop.runJobs()
  expect(await deliveriesOf(webhook)).toMatchObject([
    { status: 'pending', attempts: 1, response_code: 503, error: 'Response status 503', delivered_at: null },
  ])
  for (let times = 0; times < 3; times++) await retry()
  expect(await deliveriesOf(webhook)).toMatchObject([
    { status: 'delivered', attempts: 3, response_code: 200, error: null, delivered_at: expect.any(String) },
  ])
  expect(new Set(failingReceiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect([failingReceiver.received.length, stableReceiver.received.length]).toEqual([3, 1])
})

test('a delivery fails after twelve attempts and can be replayed', async () => {
  let code = 500
  await using receiver = await openWebhookReceiver((response) => response.writeHead(code).end())
  const { webhook } = await subscribe(receiver.url, ['order.placed'])
  await announceEvent('order.placed', 'order_1')
  await shop.runJobs()
  for (let times = 0; times < 15; times++) await retry()
  expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'failed', attempts: 12, response_code: 500 }])
  expect(receiver.received).toHaveLength(12)

  code = 200
  const [{ event_id }] = await deliveriesOf(webhook)
  expect(await expectSuccess(shop.admin.post(`/admin/webhooks/${webhook.id}/replay`, { from: event_id }))).toEqual({
    count: 1,
  })
  await shop.runJobs()
  expect(await deliveriesOf(webhook)).toMatchObject([
    { status: 'delivered', attempts: 1, response_code: 200, error: null },
  ])
})

test('a redirect or a refused connection is a failed delivery', async () => {
  await using target = await openWebhookReceiver()
  await using elsewhere = await openWebhookReceiver((response) =>
    response.writeHead(302, { location: target.url }).end(),
  )
  const closedReceiver = await openWebhookReceiver()
  await closedReceiver[Symbol.asyncDispose]()
  const webhooks = []
  for (const { url } of [elsewhere, closedReceiver]) webhooks.push((await subscribe(url, ['*'])).webhook)
  await announceEvent('order.placed', 'order_1')
  await shop.runJobs()
  const failures = await Promise.all(webhooks.map(async (webhook) => (await deliveriesOf(webhook))[0]))
  expect(failures).toMatchObject([
    { status: 'pending', response_code: 302, error: 'Response status 302' },
    { status: 'pending', response_code: null, error: expect.stringContaining('ECONNREFUSED') },
  ])
  expect(target.received).toEqual([])
})

const LIMITED = ['webhooks.*', 'read:orders.*', 'read:regions.*']

/** A webhook of an API key, whose owner then changes the key or the webhook. */
async function deliveryAfter(change: (made: { key: Caller; keyId: string; webhook: Webhook }) => Promise<unknown>) {
  await using receiver = await openWebhookReceiver()
  const { api_key, secret } = await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'ERP', scopes: LIMITED }))
  const key = shop.as({ authorization: `Bearer ${secret}` })
  const events = ['order.placed', 'region.*']
  const { webhook } = await expectSuccess(key.post('/admin/webhooks', { url: receiver.url, events }))
  await change({ key, keyId: api_key.id, webhook })
  await announceEvent('order.placed', 'order_1')
  await announceEvent('region.created', 'reg_1')
  await shop.runJobs()
  return { types: receiver.received.map(({ body }) => body.type), deliveries: await deliveriesOf(webhook) }
}

const saveAsAdministrator = ({ id }: Webhook) =>
  expectSuccess(shop.admin.post(`/admin/webhooks/${id}`, { is_active: true }))
const revoke = (keyId: string) => expectSuccess(shop.admin.delete(`/admin/api-keys/${keyId}`))

test('a webhook of an API key receives what the scopes of the key allow', async () => {
  const { types } = await deliveryAfter(async () => {})
  expect(types.toSorted()).toEqual(['order.placed', 'region.created'])
})

test('a webhook of an API key receives no events of a scope that the key has lost', async () => {
  const scopes = ['webhooks.*', 'read:regions.*']
  const { types, deliveries } = await deliveryAfter(({ keyId }) =>
    expectSuccess(shop.admin.post(`/admin/api-keys/${keyId}`, { scopes })),
  )
  expect(types).toEqual(['region.created'])
  const error = expect.stringContaining('The API key ERP, which saved this webhook, may not read orders.')
  expect(deliveries).toMatchObject([{ status: 'failed', attempts: 1, error }, { status: 'delivered' }])
})

test('a webhook of a revoked API key receives nothing until an administrator saves it', async () => {
  const { types, deliveries } = await deliveryAfter(({ keyId }) => revoke(keyId))
  expect(types).toEqual([])
  const error = expect.stringContaining('is not valid any longer. Save the webhook as an administrator')
  expect(deliveries).toMatchObject([{ error }, { error }])
  const saved = await deliveryAfter(async ({ keyId, webhook }) => {
    await revoke(keyId)
    await saveAsAdministrator(webhook)
  })
  expect(saved.types.toSorted()).toEqual(['order.placed', 'region.created'])
})

test('a webhook of a user that a key changes belongs to the key', async () => {
  const { types } = await deliveryAfter(async ({ key, keyId, webhook }) => {
    await saveAsAdministrator(webhook)
    await expectSuccess(key.post(`/admin/webhooks/${webhook.id}`, { is_active: true }))
    await revoke(keyId)
  })
  expect(types).toEqual([])
})

test('a slow response is a failed delivery', async () => {
  await using slow = await openWebhookReceiver(() => {})
  const { webhook } = await subscribe(slow.url, ['*'])
  await announceEvent('order.placed', 'order_1')
  await runDueJobs({ ...shop.jobs, webhooks: { targets: 'any', timeout: 200 } }, shop.databaseUrl)
  expect(await deliveriesOf(webhook)).toMatchObject([
    { status: 'pending', attempts: 1, response_code: null, error: 'No response in time' },
  ])
})

describe('changes of webhooks', () => {
  test('disabling a webhook stops its deliveries', async () => {
    await using receiver = await openWebhookReceiver((response) => response.writeHead(500).end())
    const { webhook } = await subscribe(receiver.url, ['*'])
    await announceEvent('order.placed', 'order_1')
    await shop.runJobs()
    await expectSuccess(shop.admin.post(`/admin/webhooks/${webhook.id}`, { is_active: false }))
    await announceEvent('order.placed', 'order_2')
    await retry()
    expect(await deliveriesOf(webhook)).toMatchObject([{ status: 'failed', error: 'The webhook is disabled' }])
    expect(receiver.received).toHaveLength(1)
  })

  test('deleting a webhook stops its deliveries', async () => {
    await using receiver = await openWebhookReceiver((response) => response.writeHead(500).end())
    const { webhook } = await subscribe(receiver.url, ['*'])
    await announceEvent('order.placed', 'order_1')
    await shop.runJobs()
    await expectSuccess(shop.admin.delete(`/admin/webhooks/${webhook.id}`))
    await retry()
    expect(receiver.received).toHaveLength(1)
  })

  test('private events are never delivered', async () => {
    await using receiver = await openWebhookReceiver()
    const { webhook } = await subscribe(receiver.url, ['*'])
    const { id, email } = await shop.given.customer()
    await changeRows(shop, Customer, { id }, { password_hash: 'x' })
    await shop.post('/store/customers/password-token', { email })
    await announce(shop.orm.em.fork(), 'invite.created', { id: 'invite_1', user_email: 'a@b.c', token: 'secret' })
    await shop.runJobs()
    await expectSuccess(shop.admin.post(`/admin/webhooks/${webhook.id}/replay`, { from: 0 }))
    await shop.runJobs()
    expect(receiver.received).toEqual([])
    const { events } = await expectSuccess(shop.admin.get('/admin/events'))
    expect(events).toEqual([])
  })
})

test('a replay delivers all past events from an id to its webhook only', async () => {
  await using receiver = await openWebhookReceiver()
  await using otherReceiver = await openWebhookReceiver()
  const em = shop.orm.em.fork()
  const events = Array.from({ length: 1202 }, (_, i) => ({
    name: i % 2 === 0 ? ('region.created' as const) : ('order.placed' as const),
    payload: { id: `thing_${i + 1}` },
  }))
  await agedRows(shop.orm).events(...events)
  const { webhook } = await subscribe(receiver.url, ['order.*'])
  await subscribe(otherReceiver.url, ['*'])
  const [{ id: from }] = (await em.find(Event, { payload: { id: 'thing_101' } })) as [Event]
  expect(await expectSuccess(shop.admin.post(`/admin/webhooks/${webhook.id}/replay`, { from }))).toEqual({ count: 551 })
  await shop.runJobs()
  const replayed = receiver.received.map(({ body }) => body.data.id)
  expect(replayed).toHaveLength(551)
  expect(new Set(replayed)).toEqual(new Set(Array.from({ length: 551 }, (_, i) => `thing_${102 + 2 * i}`)))
  expect(otherReceiver.received).toEqual([])
})
