import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announce } from '#entities/platform/event/announce.ts'
import { addUser, issueApiToken } from '#server/database/administrator.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ config: { webhooks: { targets: 'public', timeout: 100 } } })
})
afterAll(() => shop[Symbol.asyncDispose]())

const url = 'https://receiver.example.com/hook'

test('a webhook can be created, updated and deleted, and only its creation returns the secret', async () => {
  const made = await expectSuccess(shop.admin.post('/admin/webhooks', { url, events: ['order.*', 'order.*'] }))
  expect(made).toEqual({
    webhook: {
      id: expect.stringMatching(/^wh_/),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      url,
      events: ['order.*'],
      is_active: true,
    },
    secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
  })
  const path = `/admin/webhooks/${made.webhook.id}`
  expect((await shop.admin.get(path)).text).not.toContain('whsec_')
  const { webhook } = await expectSuccess(shop.admin.post(path, { events: ['*'], is_active: false }))
  expect(webhook).toMatchObject({ url, events: ['*'], is_active: false })
  const renewed = await expectSuccess(shop.admin.post(`/admin/webhooks/${made.webhook.id}/secret`))
  expect(renewed.secret).not.toBe(made.secret)
  const list = await shop.admin.get('/admin/webhooks')
  expect(list.body).toMatchObject({ webhooks: [{ id: webhook.id }], count: 1, offset: 0, limit: 50 })
  expect(list.text).not.toContain('whsec_')
  for (let times = 0; times < 2; times++)
    expect(await expectSuccess(shop.admin.delete(path))).toEqual({ id: webhook.id, object: 'webhook', deleted: true })
  await expectError(shop.admin.get(path), 404, 'not_found', `Webhook with id: ${webhook.id} was not found`)
})

test('only administrators can read webhooks and events', async () => {
  const { email } = await addUser(shop.orm, { email: 'member@example.com', password: 'x', role: 'member' })
  const member = shop.as({ authorization: `Bearer ${await issueApiToken(shop.orm, email)}` })
  for (const path of ['/admin/webhooks', '/admin/webhooks/wh_1/deliveries', '/admin/events']) {
    expect((await shop.get(path)).status).toBe(401)
    expect((await member.get(path)).status).toBe(403)
  }
  expect((await member.post('/admin/webhooks', { url, events: ['*'] })).status).toBe(403)
})

describe('rejected webhook requests', () => {
  test.each([
    [{ url: 'receiver', events: ['*'] }, 'url must be a URL address'],
    [{ url: 'ftp://example.com', events: ['*'] }, 'url must be a URL address'],
    [{ url: 'https://me:word@example.com', events: ['*'] }, 'url must not contain a user name or a password'],
    [{ url: 'http://localhost:9000/hook', events: ['*'] }, 'url must not be a private address'],
    [{ url: 'http://2130706433', events: ['*'] }, 'url must not be a private address'],
    [{ url: 'http://[::ffff:10.0.0.1]', events: ['*'] }, 'url must not be a private address'],
    [{ url, events: ['order.place', 'x.*'] }, 'Unknown events: order.place, x.*'],
    [{ url, events: ['invite.created'] }, 'Unknown events: invite.created'],
    [{ url }, 'each value in events must be a string, events should not be empty, events must be an array'],
  ])('the webhook %j is rejected', async (body, message) => {
    await expectError(shop.admin.post('/admin/webhooks', body), 400, 'invalid_data', message)
  })

  test('requests for an unknown webhook are rejected', async () => {
    const missing = ['not_found', 'Webhook with id: wh_none was not found'] as const
    await expectError(shop.admin.post('/admin/webhooks/wh_none', { is_active: true }), 404, ...missing)
    await expectError(shop.admin.post('/admin/webhooks/wh_none/secret'), 404, ...missing)
    await expectError(shop.admin.post('/admin/webhooks/wh_none/replay', { from: 1 }), 404, ...missing)
    await expectError(shop.admin.get('/admin/webhooks/wh_none/deliveries'), 404, ...missing)
  })

  test('an inactive webhook cannot be replayed', async () => {
    const { webhook } = await expectSuccess(
      shop.admin.post('/admin/webhooks', { url, events: ['*'], is_active: false }),
    )
    const message = 'Events cannot be replayed to a disabled webhook. Enable the webhook first.'
    await expectError(shop.admin.post(`/admin/webhooks/${webhook.id}/replay`, { from: 1 }), 400, 'not_allowed', message)
  })
})

test('events are listed newest first', async () => {
  const em = shop.orm.em.fork()
  await announce(em, 'order.placed', { id: 'order_1', no_notification: true })
  await announce(em, 'order.canceled', { id: 'order_1' })
  await announce(em, 'region.created', { id: 'reg_1' })
  const { events, count } = await expectSuccess(shop.admin.get('/admin/events?limit=2'))
  expect(count).toBeGreaterThanOrEqual(3)
  expect(events).toMatchObject([
    { name: 'region.created', payload: { id: 'reg_1' } },
    { name: 'order.canceled', payload: { id: 'order_1' } },
  ])
  const older = await expectSuccess(shop.admin.get(`/admin/events?id[lt]=${events[1].id}&name[]=order.placed`))
  expect(older.events).toMatchObject([{ name: 'order.placed', payload: { id: 'order_1', no_notification: true } }])
  expect((await shop.admin.get('/admin/events?name=x&id[gt]=y')).status).toBe(400)
})
