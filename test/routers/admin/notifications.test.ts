import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { announce } from '#entities/platform/event/announce.ts'
import type { Message, NotificationProvider } from '#entities/platform/notification/notification-port.ts'
import { createJobContext } from '#server/jobs/create-job-context.ts'
import { runDueJobs } from '#server/jobs/runner.ts'
import { openLog } from '#server/operate/log.ts'
import { readConfig } from '#server/settings/config.ts'
import { coreParts } from '#server/shop/core-parts.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, SESSION_SECRET, type TestShop } from '#test/support/shop.ts'
import { swapActions } from '#test/support/swap-actions.ts'

let shop: TestShop
let sent: Message[] = []
let failures = 0
const mail: NotificationProvider = {
  id: 'mail',
  events: ['order.placed', 'order.canceled', 'claim.created', 'swap.created', 'invite.created', 'customer.created'],
  async send(message) {
    if (failures-- > 0) throw new Error('The mail server is down')
    sent.push(message)
  },
}

beforeAll(async () => {
  shop = await openTestShop({ notifications: new Map([['mail', mail]]), config: { logLevel: 'silent' } })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  await shop.runJobs()
  sent = []
  failures = 0
})

const list = async (query = '') => (await expectSuccess(shop.admin.get(`/admin/notifications${query}`))).notifications

describe('recipients of notifications', () => {
  test('the buyer of an order is notified once the provider accepts the message', async () => {
    failures = 1
    const order = await shop.given.order({ email: 'buyer@example.com' })
    await shop.runJobs()
    expect(sent).toEqual([])
    expect(await list(`?resource_id=${order.id}`)).toEqual([])
    await shop.makeJobsDue()
    await shop.runJobs()
    const expected = {
      event_name: 'order.placed',
      to: 'buyer@example.com',
      resource_type: 'order',
      resource_id: order.id,
      customer_id: order.customer_id,
      data: { id: order.id, no_notification: null, order_id: order.id, display_id: order.display_id },
    }
    expect(sent).toEqual([{ ...expected, id: expect.stringMatching(/^event_\d+$/) }])
    const [shown] = await list(`?resource_id=${order.id}&expand=provider`)
    expect(shown?.provider).toEqual({ id: 'mail', is_installed: true })
    expect(await list(`?resource_id=${order.id}`)).toEqual([
      {
        id: expect.stringMatching(/^noti_/),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        ...expected,
        provider_id: 'mail',
        parent_id: null,
        resends: [],
      },
    ])
  })

  test('the buyer of an order is notified about a swap', async () => {
    const region = await shop.given.region()
    const option = await shop.given.shippingOption(region)
    const swaps = swapActions(
      () => shop,
      () => ({ region, option }),
    )
    const { swap, order } = await swaps.createSwap()
    await shop.runJobs()
    const expected = { event_name: 'swap.created', resource_type: 'swap', resource_id: swap.id, to: order.email }
    expect(sent).toContainEqual(expect.objectContaining(expected))
  })

  test('a refused message does not stop the messages to other recipients', async () => {
    failures = 1
    const first = await shop.given.order({ email: 'first@example.com' })
    const second = await shop.given.order({ email: 'second@example.com' })
    const { customer } = (await shop.post('/store/customers', { email: 'third@example.com', password: 'x' })).body
    await shop.runJobs()
    const ids = [second.id, customer.id, first.id]
    expect(sent.map(({ resource_id }) => resource_id)).toEqual(ids)
    expect(sent.map(({ to }) => to)).toEqual(['second@example.com', 'third@example.com', 'first@example.com'])
    const storedIds = (await list()).map(({ resource_id }) => resource_id).filter((id) => ids.includes(id))
    expect(storedIds.sort()).toEqual(ids.sort())
  })

  test('a new customer is notified', async () => {
    const { customer } = (await shop.post('/store/customers', { email: 'new@example.com', password: 'x' })).body
    await shop.runJobs()
    expect(sent).toMatchObject([{ to: 'new@example.com', resource_id: customer.id, customer_id: customer.id }])
  })

  test('an event without a recipient or with no_notification sends nothing', async () => {
    const { id } = await shop.given.order()
    await shop.runJobs()
    sent = []
    await announce(shop.orm.em.fork(), 'order.canceled', { id, no_notification: true })
    await announce(shop.orm.em.fork(), 'order.canceled', { id: 'order_none' })
    await shop.runJobs()
    expect(sent).toEqual([])
  })

  test('an invited user is notified with a token that is not stored', async () => {
    const payload = { id: 'invite_1', user_email: 'ada@example.com', token: 'secret' }
    await announce(shop.orm.em.fork(), 'invite.created', payload)
    await shop.runJobs()
    expect(sent).toMatchObject([{ to: 'ada@example.com', data: payload }])
    const [notification] = await list('?event_name=invite.created')
    expect(notification.data).toEqual({ id: 'invite_1', user_email: 'ada@example.com' })
    const expected = 'A notification with a token cannot be sent again. Request a new token.'
    await expectError(shop.admin.post(`/admin/notifications/${notification.id}/resend`), 400, 'not_allowed', expected)
  })
})

test('a notification can be resent to the same address or to another', async () => {
  const order = await shop.given.order({ email: 'old@example.com' })
  await shop.runJobs()
  const [{ id }] = await list(`?resource_id=${order.id}`)
  await expectSuccess(shop.admin.post(`/admin/notifications/${id}/resend`))
  const { notification } = await expectSuccess(
    shop.admin.post(`/admin/notifications/${id}/resend`, { to: 'other@example.com' }),
  )
  expect(notification).toMatchObject({
    id,
    to: 'old@example.com',
    resends: [
      { to: 'old@example.com', parent_id: id },
      { to: 'other@example.com', parent_id: id },
    ],
  })
  await shop.runJobs()
  expect(sent.map(({ to }) => to).sort()).toEqual(['old@example.com', 'old@example.com', 'other@example.com'])
  expect(sent[2]?.data).toEqual(sent[0]?.data)
  expect(await list(`?resource_id=${order.id}`)).toHaveLength(1)
  expect(await list(`?resource_id=${order.id}&include_resends=true`)).toHaveLength(3)
  expect(await list('?to[]=other@example.com&include_resends=true&expand=parent_notification')).toMatchObject([
    { parent_notification: { id } },
  ])
})

test('a shop without a provider logs the messages that it does not send', async () => {
  const lines: string[] = []
  const logger = openLog('info', { write: (line) => lines.push(line) })
  await using shopWithoutProvider = await openTestShop({ logger })
  const jobs = createJobContext(readConfig({ SESSION_SECRET }), {
    ...shopWithoutProvider.jobs,
    parts: coreParts,
    logger,
  })
  const order = await shopWithoutProvider.given.order({ email: 'buyer@example.com' })
  await runDueJobs(jobs, shopWithoutProvider.databaseUrl)
  const notified = lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'Notification not sent: no notification provider is installed')
  expect(notified).toMatchObject([{ event_name: 'order.placed', resource_id: order.id }])
  expect(lines.join('')).not.toContain('buyer@example.com')
  const { notifications, count } = await expectSuccess(
    shopWithoutProvider.admin.get('/admin/notifications?include_resends=true'),
  )
  expect([notifications, count]).toEqual([[], 0])
})

test('a notification without its provider is neither resent nor listed', async () => {
  await using other = await openTestShop({ notifications: new Map([['mail', mail]]) })
  const order = await other.given.order({ email: 'buyer@example.com' })
  await other.runJobs()
  const [{ id }] = (await expectSuccess(other.admin.get('/admin/notifications'))).notifications
  const { notification } = await expectSuccess(other.admin.post(`/admin/notifications/${id}/resend`))
  expect(notification.resends).toHaveLength(1)
  await runDueJobs({ ...other.jobs, notifications: new Map() }, other.databaseUrl)
  const { notifications } = await expectSuccess(other.admin.get('/admin/notifications?include_resends=true'))
  expect(notifications).toMatchObject([{ id, resource_id: order.id, resends: [] }])
})

test('notifications need an authenticated user and must exist to be resent', async () => {
  expect((await shop.get('/admin/notifications')).status).toBe(401)
  expect((await shop.post('/admin/notifications/noti_1/resend')).status).toBe(401)
  const missing = shop.admin.post('/admin/notifications/noti_none/resend')
  await expectError(missing, 404, 'not_found', 'Notification with id: noti_none was not found.')
  const bad = shop.admin.post('/admin/notifications/noti_none/resend', { to: 'nobody' })
  await expectError(bad, 400, 'invalid_data', 'to must be an email')
})
