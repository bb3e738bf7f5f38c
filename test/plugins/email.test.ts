import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { Event } from '#entities/platform/event/event.ts'
import type { EventName, EventOf } from '#entities/platform/event/events.ts'
import { openLog } from '#server/operate/log.ts'
import { readParts } from '#server/shop/read-parts.ts'
import { subscribersOf } from '#server/subscribers/subscriptions.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { linkIn, SENDER, useMailShop } from '#test/support/mail-shop.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { openTestShop, shopConfig } from '#test/support/shop.ts'
import { uploadLogo } from '#test/support/upload-logo.ts'
import { email } from '../../plugins/email/index.ts'

function logTo(lines: string[]) {
  const write = (chunk: unknown, _: unknown, done: () => void) => {
    lines.push(String(chunk))
    done()
  }
  return openLog('trace', new Writable({ write }))
}

const log: string[] = []
const { shop, server, receivedMails } = await useMailShop({ logger: logTo(log) })

const notificationsOf = async (resource_id: string) =>
  (await expectSuccess(shop.admin.get(`/admin/notifications?resource_id=${resource_id}`))).notifications

describe('an order', () => {
  test('the buyer receives text and HTML with the totals in the currency of the order', async () => {
    const order = await shop.given.order({ email: 'buyer@shop.test' })
    const [mail, ...others] = await receivedMails()
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Your order #${order.display_id}`)
    expect(mail?.from?.text).toBe('"Test shop" <shop@shop.test>')
    expect(mail?.to).toMatchObject({ text: 'buyer@shop.test' })
    const money = new Intl.NumberFormat('en', { style: 'currency', currency: order.currency_code })
    const total = `Total: ${money.format(order.total / 100)}`
    expect(mail?.text).toContain(total)
    expect(mail?.text).toContain(order.items[0]?.title)
    expect(mail?.html).toContain(order.items[0]?.title)
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    expect(await notificationsOf(order.id)).toMatchObject([
      { event_name: 'order.placed', to: 'buyer@shop.test', provider_id: 'email' },
    ])
  })

  test('the mail is sent again until the server accepts it, with one message id', async () => {
    server.refuse(1, () => 'Try again later')
    const { id } = await shop.given.order()
    expect(await receivedMails()).toEqual([])
    expect(await notificationsOf(id)).toEqual([])
    await shop.makeJobsDue()
    expect(await receivedMails()).toHaveLength(1)
    expect(await notificationsOf(id)).toHaveLength(1)
  })

  test('a second delivery of the event sends no second mail', async () => {
    const { id } = await shop.given.order()
    expect(await receivedMails()).toHaveLength(1)
    const events = await shop.orm.em.fork().find(Event, { name: 'order.placed', payload: { id } as object })
    expect(events).toHaveLength(1)
    const subscriber = subscribersOf(shop.jobs)['notification email']
    await subscriber?.receive(shop.jobs, events as EventOf<EventName>[], new AbortController().signal)
    expect(server.received).toEqual([])
    expect(await notificationsOf(id)).toHaveLength(1)
  })

  test('an administrator sends the mail again to another address', async () => {
    const order = await shop.given.order()
    await receivedMails()
    const [sent] = await notificationsOf(order.id)
    await expectSuccess(shop.admin.post(`/admin/notifications/${sent?.id}/resend`, { to: 'other@shop.test' }))
    const mails = await receivedMails()
    expect(mails).toMatchObject([{ to: { text: 'other@shop.test' }, subject: `Your order #${order.display_id}` }])
  })
})

describe('links with a token', () => {
  test('a customer sets a new password with the link of the mail', async () => {
    const account = { email: 'ada@shop.test', password: 'first', first_name: 'Ada' }
    await expectSuccess(shop.post('/store/customers', account))
    expect(await receivedMails()).toMatchObject([{ to: { text: 'ada@shop.test' }, text: /Hello Ada,/ }])
    await shop.post('/store/customers/password-token', { email: 'ada@shop.test' })
    const [mail] = await receivedMails()
    const link = linkIn(mail?.text)
    expect(link.origin + link.pathname).toBe('https://shop.test/reset-password')
    const { token, email: address } = Object.fromEntries(link.searchParams)
    await expectSuccess(shop.post('/store/customers/password-reset', { token, email: address, password: 'second' }))
    await expectSuccess(shop.post('/store/auth', { email: 'ada@shop.test', password: 'second' }))
  })

  test('a user sets a new password with the link of the mail', async () => {
    await shop.post('/admin/users/password-token', { email: 'admin@example.com' })
    const [mail] = await receivedMails()
    const link = linkIn(mail?.text)
    expect(link.origin + link.pathname).toBe('https://admin.shop.test/reset-password')
    const token = link.searchParams.get('token')
    await expectSuccess(shop.post('/admin/users/reset-password', { token, password: 'another horse' }))
    await expectSuccess(shop.post('/admin/auth', { email: 'admin@example.com', password: 'another horse' }))
  })

  test('an invited person accepts with the link of the mail', async () => {
    await expectSuccess(shop.admin.post('/admin/invites', { user: 'new@shop.test', role: 'member' }))
    const [mail] = await receivedMails()
    expect(mail).toMatchObject({ to: { text: 'new@shop.test' } })
    const token = linkIn(mail?.text).searchParams.get('token')
    await expectSuccess(shop.post('/admin/invites/accept', { token, user: { password: 'a horse' } }))
    await expectSuccess(shop.post('/admin/auth', { email: 'new@shop.test', password: 'a horse' }))
  })

  test('no token is in the log, the audit log, the notifications, the events or the queue', async () => {
    server.refuse(1, (text) => `We do not like ${text.replaceAll(/\s+/g, ' ')}`)
    await expectSuccess(shop.admin.post('/admin/invites', { user: 'quoted@shop.test', role: 'member' }))
    expect(await receivedMails()).toEqual([])
    await shop.makeJobsDue()
    const [mail] = await receivedMails()
    const token = linkIn(mail?.text).searchParams.get('token')!
    expect(token.length).toBeGreaterThan(50)
    const connection = shop.orm.em.fork()
    const tables = ['audit_log', 'notification', 'event', 'graphile_worker._private_jobs', 'webhook_delivery']
    for (const table of tables) {
      const rows = await connection.execute(`select t::text as row from ${table} t`)
      expect(JSON.stringify(rows), table).not.toContain(token)
    }
    expect(log.join('')).toContain('The mail server did not accept the message')
    expect(log.join('')).not.toContain(token)
    expect(log.join('')).not.toContain('We do not like')
  })
})

describe('settings', () => {
  test('a shop in production without a mail server has no provider', () => {
    expect(readParts([email], { NODE_ENV: 'production' }).notifications.size).toBe(0)
  })

  test.each([
    [{ SMTP_URL: 'smtp://mail.test' }, 'SMTP_URL is set, so set MAIL_FROM too'],
    [{ SMTP_URL: 'smtp://mail.test', NODE_ENV: 'production', ...SENDER }, 'set STORE_URL and ADMIN_URL too'],
    [{ SMTP_URL: 'https://mail.test' }, 'SMTP_URL must look like smtps://'],
    [{ MAIL_LOCALE: 'german language' }, 'MAIL_LOCALE must be a locale'],
    [{ MAIL_TEMPLATES: '/nowhere' }, 'The folder of MAIL_TEMPLATES does not exist: /nowhere'],
  ])('%j is refused', (env, message) => {
    expect(() => readParts([email], env)).toThrow(message)
  })
})

describe('development', () => {
  test('a mail becomes a file, and the log names the link', async () => {
    using data = scratchDirectory()
    const lines: string[] = []
    const options = { plugins: [email], env: { DATA_DIR: data.path }, logger: logTo(lines) }
    await using local = await openTestShop(options)
    await expectSuccess(local.admin.post('/admin/invites', { user: 'new@shop.test', role: 'member' }))
    await local.runJobs()
    const files = readdirSync(join(data.path, 'mail'))
    expect(files).toEqual([expect.stringMatching(/\.eml$/)])
    expect(readFileSync(join(data.path, 'mail', files[0]!), 'utf8')).toContain('To: new@shop.test')
    const line = lines.find((one) => one.includes('Mail written')) ?? ''
    const token = new URL(JSON.parse(line).links[0]).searchParams.get('token')
    await expectSuccess(local.post('/admin/invites/accept', { token, user: { password: 'a horse' } }))
  })

  test('the preview shows each template, and a template of the shop replaces that of the plugin', async () => {
    using folder = scratchDirectory()
    mkdirSync(folder.path, { recursive: true })
    writeFileSync(join(folder.path, 'refund.de.txt.eta'), 'Subject: Erstattung\n\n<%= it.money(it.amount) %>')
    const config = { ...shopConfig, production: false }
    const env = { MAIL_TEMPLATES: folder.path, DATA_DIR: folder.path }
    await using local = await openTestShop({ plugins: [email], env, config })
    const read = async (path: string) => {
      const response = await fetch(`${local.url}/dev/emails${path}`)
      return { status: response.status, html: await response.text() }
    }
    const { html } = await read('')
    const names = Array.from(html.matchAll(/href="\/dev\/emails\/([\w-]+)"/g), ([, name]) => name)
    expect(names).toHaveLength(17)
    for (const name of names) {
      const shown = await read(`/${name}?locale=de-DE`)
      expect(shown, name).toMatchObject({ status: 200, html: expect.stringContaining('Text part') })
      expect(shown.html, name).not.toMatch(/undefined|NaN|\[object/)
      expect(shown.html, name).not.toMatch(/\b(you|your|we|the|is|of)\b/i)
    }
    expect((await read('/refund?locale=de-DE&currency=eur')).html).toContain('<pre>10,00\u00a0€</pre>')
    expect((await read('/refund?locale=en&currency=jpy')).html).toContain('¥1,000')
    expect((await read('/missing')).status).toBe(404)
    expect((await fetch(`${shop.url}/dev/emails`)).status).toBe(404)
  })
})

test('a mail contains the logo of the seller, and one after its removal has the name', async () => {
  await uploadLogo(shop)
  await shop.given.order({ email: 'logo@shop.test' })
  const [mail] = await receivedMails()
  expect(mail?.attachments).toMatchObject([{ contentType: 'image/png', related: true }])
  expect(mail?.html).toMatch(/<img src="[^"]+" width="192" height="64" alt="[^"]+"/)
  await expectSuccess(shop.admin.delete('/admin/store/logo'))
  await shop.given.order({ email: 'logo@shop.test' })
  const [plain] = await receivedMails()
  expect(plain?.attachments).toEqual([])
  expect(plain?.html).not.toContain('<img')
})
