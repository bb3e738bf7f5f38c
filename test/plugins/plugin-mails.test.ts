import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { announce, defineMail, definePlugin, inTransaction, Order } from 'cartwright'
import { expect, test } from 'vitest'
import { addCustomer } from '#server/testing/add-customer.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { useMailShop } from '#test/support/mail-shop.ts'
import { deleteJobs } from '#test/support/queued-jobs.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { openTestShop, shopConfig } from '#test/support/shop.ts'
import { email } from '../../plugins/email/index.ts'

declare module 'cartwright' {
  interface PluginEvents {
    'repair.finished': { title: string; amount: number; customer_id?: string; email?: string }
    'repair.lost': { title: string }
  }
}

const repair = definePlugin({
  name: 'repair',
  events: ['repair.finished', 'repair.lost'],
  mails: [
    defineMail({
      event: 'repair.finished',
      async data({ title, amount }, { em }) {
        if (title === 'broken') throw new Error('The repair does not exist')
        return title === 'secret' ? undefined : { title, amount, orders: await em.count(Order, {}) }
      },
      demo: { title: 'Lamp', amount: 1250, orders: 2 },
      texts: {
        en: ({ data, shop, money }) => ({
          subject: `${data.title} is repaired`,
          text: `Hello,\n\n${data.title} costs ${money(data.amount, 'eur')}.\nSee:\n${shop.url}/repairs\n\n${shop.name}`,
        }),
        de: ({ data, money }) => ({
          subject: `${data.title} ist repariert`,
          text: `Guten Tag,\n\n${data.title} kostet ${money(data.amount, 'eur')}.`,
        }),
      },
    }),
    defineMail({
      event: 'repair.lost',
      to: ({ title }) => title,
      data: () => ({}),
      demo: {},
      texts: { en: () => ({ subject: 'Lost', text: 'Lost' }) },
    }),
  ],
})

const { shop, receivedMails } = await useMailShop({ plugins: [email, repair] })

const say = <Name extends 'repair.finished' | 'repair.lost'>(
  name: Name,
  payload: Parameters<typeof announce<Name>>[2],
): Promise<void> => inTransaction(shop.orm.em.fork(), (em) => announce(em, name, payload))

const finished = (title: string, address = 'ada@example.com') =>
  say('repair.finished', { id: 'rep_1', title, amount: 1250, email: address })

test('the mail of an event has the text of the plugin, the layout of the shop, and escaped values', async () => {
  await finished('<b>Lamp</b>\nBcc: eve@example.com')
  const [mail] = await receivedMails()
  expect(mail?.to).toMatchObject({ text: 'ada@example.com' })
  expect(mail?.subject).toBe('<b>Lamp</b> Bcc: eve@example.com is repaired')
  expect(mail?.headers.has('bcc')).toBe(false)
  expect(mail?.text).toContain('costs €12.50.')
  expect(mail?.html).toContain('&lt;b&gt;Lamp&lt;/b&gt;')
  expect(mail?.html).toContain('<a href="https://shop.test/repairs">')
})

test('a customer gets the mail at the address of the account, and a mail without data is not sent', async () => {
  const { id: customer_id, email: address } = await addCustomer(shop.orm)
  await say('repair.finished', { id: 'rep_2', title: 'Chair', amount: 1, customer_id })
  await finished('secret')
  const mails = await receivedMails()
  expect(mails.map(({ to }) => [to].flat()[0]?.text)).toEqual([address])
})

test.each([
  'ada@example.com, eve@example.com',
  'ada@example.com\r\nBcc: eve@example.com',
  'Ada <ada@example.com>',
  'ada',
])('the recipient %j gets nothing', async (title) => {
  await say('repair.lost', { id: 'rep_3', title })
  expect(await receivedMails()).toEqual([])
})

test('a mail whose data fails delays no other mail', async () => {
  await finished('broken')
  await finished('Table')
  const mails = await receivedMails()
  expect(mails.map(({ subject }) => subject)).toEqual(['Table is repaired'])
  await deleteJobs(shop)
})

test('a sent mail is listed and can be sent again', async () => {
  await finished('Bike')
  await receivedMails()
  const { body } = await shop.admin.get('/admin/notifications?expand=resends')
  const [sent] = body.notifications
  expect(sent).toMatchObject({ event_name: 'repair.finished', to: 'ada@example.com', data: { title: 'Bike' } })
  await expectSuccess(shop.admin.post(`/admin/notifications/${sent?.id}/resend`, { to: 'bob@example.com' }))
  expect((await receivedMails()).map(({ subject }) => subject)).toEqual(['Bike is repaired'])
})

test('one recipient gets at most 50 mails of an event in an hour', async () => {
  for (let i = 0; i < 55; i++) await finished('Watch', 'many@example.com')
  expect((await receivedMails()).length).toBe(50)
})

test('a template of the shop replaces the text, and the preview shows both languages', async () => {
  using folder = scratchDirectory()
  mkdirSync(folder.path, { recursive: true })
  const config = { ...shopConfig, production: false }
  const env = { MAIL_TEMPLATES: folder.path, DATA_DIR: folder.path }
  await using local = await openTestShop({ plugins: [email, repair], env, config })
  const preview = async (query: string) => (await fetch(`${local.url}/dev/emails/repair.finished${query}`)).text()
  expect(await (await fetch(`${local.url}/dev/emails`)).text()).toContain('href="/dev/emails/repair.finished"')
  expect(await preview('')).toContain('<h1>Lamp is repaired</h1>')
  expect(await preview('?locale=de-AT')).toContain('<h1>Lamp ist repariert</h1>')
  writeFileSync(join(folder.path, 'repair.finished.txt.eta'), 'Subject: Done\n\n<%= it.data.title %>')
  expect(await preview('')).toContain('<h1>Lamp is repaired</h1>')
  writeFileSync(join(folder.path, 'repair.finished.html.eta'), '<p><%= it.data.title %></p>')
  expect(await preview('')).toContain('<h1>Done</h1>')
})
