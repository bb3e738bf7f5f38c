import { Migration } from '@mikro-orm/migrations'
import { defineEntity, p } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { id, timestamps } from '#entities/base.ts'
import { announce } from '#entities/platform/event/announce.ts'
import type { Message } from '#entities/platform/notification/notification-port.ts'
import { rest } from '#routers/context/meta.ts'
import { adminProcedure, router } from '#routers/procedures/trpc.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { expectError } from '#test/support/expect-error.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { untyped } from '#test/support/untyped.ts'
import { openWebhookReceiver } from '#test/support/webhook-receiver.ts'

declare module 'cartwright' {
  interface PluginEvents {
    'gift-tickets.drawn': { prize: string }
    'gift-tickets.lost': object
  }
}

const TicketSchema = defineEntity({
  name: 'Ticket',
  tableName: 'ticket',
  properties: { id: id('ticket'), ...timestamps(), prize: p.text(), pin: p.text().hidden() },
})
class Ticket extends TicketSchema.class {}
TicketSchema.setClass(Ticket)

class CreateTickets extends Migration {
  override up(): void {
    this.addSql(`create table ticket (id text primary key, created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null, prize text not null, pin text not null)`)
  }
}

const tickets = definePlugin({
  name: 'gift-tickets',
  entities: [Ticket],
  migrations: [CreateTickets],
  events: ['gift-tickets.drawn'],
  admin: router({
    draw: adminProcedure
      .meta(rest('POST', '/gift-tickets', 'Draw a ticket'))
      .input(z.strictObject({ prize: z.string(), customer_id: z.string().optional(), email: z.string().optional() }))
      .output(z.object({ id: z.string() }))
      .mutation(async ({ ctx, input: { prize, ...addressee } }) => {
        const ticket = ctx.em.create(Ticket, { prize, pin: '4711' })
        await announce(ctx.em, 'gift-tickets.drawn', { id: ticket.id, prize, ...addressee })
        return { id: ticket.id }
      }),
  }),
})

const handled: string[] = []
const listener = definePlugin({
  name: 'listener',
  on: {
    async 'gift-tickets.drawn'({ payload }) {
      handled.push(payload.prize)
    },
  },
  provides: {
    notification: [
      {
        id: 'mail',
        events: ['gift-tickets.drawn'],
        async send(message) {
          sent.push(message)
        },
      },
    ],
  },
})
const sent: Message[] = []

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: [tickets, listener] })
})
afterAll(() => shop[Symbol.asyncDispose]())

async function draw(facts: object): Promise<string> {
  const { body } = await shop.admin.post('/admin/gift-tickets' as string, facts)
  return untyped<{ id: string }>(body).id
}

async function keyWith(...scopes: string[]) {
  const { body } = await shop.admin.post('/admin/api-keys', { name: scopes.join(), scopes })
  return shop.as({ authorization: `Bearer ${body.secret}` })
}

test('another plugin and a webhook receive an event of a plugin', async () => {
  await using receiver = await openWebhookReceiver()
  const registered = await shop.admin.post('/admin/webhooks', { url: receiver.url, events: ['gift-tickets.*'] })
  expect(registered.status).toBe(200)
  const ticket = await draw({ prize: 'A boat' })
  await shop.runJobs()
  expect(handled).toEqual(['A boat'])
  expect(receiver.received.map(({ body }) => [body.type, body.data])).toEqual([
    ['gift-tickets.drawn', { id: ticket, prize: 'A boat' }],
  ])
  expect(sent).toEqual([])
})

test('a notification goes to the address or to the customer in the event', async () => {
  const customer = await shop.given.customer()
  const first = await draw({ prize: 'A cup', customer_id: customer.id })
  const second = await draw({ prize: 'A hat', email: 'winner@example.com' })
  await shop.runJobs()
  expect(sent).toMatchObject([
    { resource_type: 'gift-tickets', resource_id: first, to: customer.email, customer_id: customer.id },
    { resource_type: 'gift-tickets', resource_id: second, to: 'winner@example.com', customer_id: null },
  ])
  expect(sent[0]?.data).toMatchObject({ prize: 'A cup', first_name: null })
  const listed = (await shop.admin.get('/admin/notifications?resource_type=gift-tickets')).body
  expect(listed.notifications.map(({ to }) => to).toSorted()).toEqual([customer.email, 'winner@example.com'].toSorted())
})

test('an API key sees the events of a plugin only with a scope for the plugin', async () => {
  await draw({ prize: 'A pen' })
  const names = async (...scopes: string[]) => {
    const by = await keyWith('read:events.*', ...scopes)
    return (await by.get('/admin/events?name=gift-tickets.drawn')).body.count
  }
  expect(await names('read:orders.*')).toBe(0)
  expect(await names('giftTickets.*')).toBeGreaterThan(0)
  const by = await keyWith('webhooks.*', 'orders.*')
  const webhook = { url: 'https://example.com', events: ['gift-tickets.drawn'] }
  expect((await by.post('/admin/webhooks', webhook)).status).toBe(403)
})

test('a webhook cannot subscribe to an unknown event of a plugin', async () => {
  const unknown = { url: 'https://example.com', events: ['gift-tickets.lost'] }
  await expectError(
    shop.admin.post('/admin/webhooks', unknown),
    400,
    'invalid_data',
    'Unknown events: gift-tickets.lost',
  )
})

test('a plugin cannot announce an event that it does not list', async () => {
  const lost = announce(shop.orm.em.fork(), 'gift-tickets.lost', { id: 'ticket_1' })
  await expect(lost).rejects.toThrow('List it in `events` of definePlugin')
})

test('the audit log masks a hidden column of a plugin', async () => {
  const ticket = await draw({ prize: 'A mug' })
  const { audit_log } = (await shop.admin.get(`/admin/audit-log?resource_id=${ticket}`)).body
  expect(JSON.stringify(audit_log)).toContain('A mug')
  expect(JSON.stringify(audit_log)).not.toContain('4711')
})
