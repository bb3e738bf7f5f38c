import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventOf } from '#entities/platform/event/events.ts'
import type { Message } from '#entities/platform/notification/notification-port.ts'
import { notify } from '#entities/platform/notification/send-notification.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

const sent: Message[] = []
const mails = {
  id: 'mails',
  events: ['order.placed', 'order-update-token.created', 'order.refund_created'] as const,
  send: async (message: Message) => void sent.push(message),
}

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ notifications: new Map([[mails.id, mails]]) })
})
afterAll(() => shop[Symbol.asyncDispose]())

async function register(): Promise<CookieClient> {
  const visitor = new CookieClient(shop.url)
  const email = `stranger.${crypto.randomUUID()}@example.com`
  await visitor.post('/store/customers', { email, password: 'correct horse' })
  return visitor
}

test('a stranger cannot send many transfers of orders to one address', async () => {
  const order = await shop.given.order({ email: 'victim@example.com' })
  const stranger = await register()
  const statuses = []
  for (let i = 0; i < 15; i++)
    statuses.push((await stranger.post('/store/orders/batch/customer/token', { order_ids: [order.id] })).status)
  expect(statuses).toEqual([...Array(10).fill(200), ...Array(5).fill(429)])
})

test('mails about passwords and transfers count together', async () => {
  const order = await shop.given.order({ email: 'both@example.com' })
  const stranger = await register()
  for (let i = 0; i < 10; i++) await shop.post('/store/customers/password-token', { email: 'BOTH@example.com' })
  const { status } = await stranger.post('/store/orders/batch/customer/token', { order_ids: [order.id] })
  expect(status).toBe(429)
})

test('one address gets at most fifty mails about orders in an hour, and the others are in the log', async () => {
  const { id } = await shop.given.order({ email: 'flooded@example.com' })
  const order = await shop.given.order({ email: 'other@example.com' })
  const logged: string[] = []
  const logger = { info: (_: object, text: string) => void logged.push(text) }
  const context = { em: shop.orm.em.fork(), files: shop.jobs.files, logger }
  const signal = new AbortController().signal
  const eventsOf = (order_id: string, from: number, count: number): EventOf<'order.placed'>[] =>
    Array.from({ length: count }, (_, i) => ({
      id: from + i,
      created_at: new Date(),
      name: 'order.placed',
      payload: { id: order_id },
    }))
  sent.length = 0
  for (const from of [1000, 2000])
    expect(await notify(context, mails, { events: eventsOf(id, from, 30), signal })).toEqual([])
  await notify(context, mails, { events: eventsOf(order.id, 3000, 1), signal })
  const countTo = (to: string) => sent.filter((message) => message.to === to).length
  expect([countTo('flooded@example.com'), countTo('other@example.com')]).toEqual([50, 1])
  expect(logged).toEqual(Array(10).fill('Message not sent: too many for its recipient'))
})
