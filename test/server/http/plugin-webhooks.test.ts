import { createHmac } from 'node:crypto'
import { Migration } from '@mikro-orm/migrations'
import { defineEntity, p } from '@mikro-orm/postgresql'
import {
  definePlugin,
  defineSettings,
  defineWebhook,
  id,
  insertRow,
  statement,
  timestamps,
  Unauthorized,
  verifySignature,
} from 'cartwright'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { runDueJobs } from '#server/jobs/runner.ts'
import { openTestShop } from '#test/support/shop.ts'

const StockSchema = defineEntity({
  name: 'ErpStock',
  tableName: 'erp_stock',
  properties: { id: id('stock'), ...timestamps(), sku: p.text() },
})
class Stock extends StockSchema.class {}
StockSchema.setClass(Stock)

class CreateStock extends Migration {
  override up(): void {
    this.addSql(`create table erp_stock (id text primary key, created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null, sku text not null)`)
  }
}

const settings = defineSettings({ ERP_SECRET: z.string().default('') })
const Notices = z.array(z.object({ id: z.string(), data: z.object({ sku: z.string() }) }))
let failures = 0

const erp = definePlugin({
  name: 'erp',
  settings,
  entities: [Stock],
  migrations: [CreateStock],
  webhooks: {
    erp: defineWebhook({
      verify({ body, headers, settings: values }) {
        const { ERP_SECRET: secret } = settings.of({ settings: values })
        verifySignature(body, { secret, signature: headers.get('x-erp-signature') })
        return Notices.parse(JSON.parse(Buffer.from(body).toString()))
      },
      async handle({ data: { sku } }, { em }) {
        insertRow(em, Stock, { sku })
        await em.flush()
        if (failures-- > 0) throw new Error('The order is not known yet')
      },
    }),
    broken: defineWebhook({
      verify: () => {
        throw new Error('secret detail')
      },
      handle: () => {},
    }),
  },
})

const SECRET = 'secret'
const shop = await openTestShop({ plugins: [erp], env: { ERP_SECRET: SECRET } })
afterAll(() => shop[Symbol.asyncDispose]())

const sign = (body: string, secret = SECRET) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
const send = async (body: string, headers: Record<string, string> = { 'x-erp-signature': sign(body) }) =>
  (await fetch(`${shop.url}/hooks/erp`, { method: 'POST', body, headers })).status
const notice = (id: string, sku = 'A') => ({ id, data: { sku } })
const countJobs = statement<{ count: number }>(`
  select count(*)::int as count from graphile_worker.jobs where task_identifier = 'process_webhook'`)
const countNotices = statement<{ count: number }>('select count(*)::int as count from received_notice')
const jobs = async () => (await countJobs(shop.orm.em.fork()))[0]?.count
const notices = async () => (await countNotices(shop.orm.em.fork()))[0]?.count
const skus = async () => (await shop.orm.em.fork().find(Stock, {}, { orderBy: { id: 'asc' } })).map(({ sku }) => sku)

describe('requests', () => {
  test.each([
    ['a forged signature', 401, '[]', { 'x-erp-signature': sign('[]', 'other') }],
    ['a signature with the empty secret', 401, '[]', { 'x-erp-signature': sign('[]', '') }],
    ['no signature', 401, '[]', {}],
    ['an empty signature', 401, '[]', { 'x-erp-signature': 'sha256=' }],
    ['no JSON', 400, '[', undefined],
    ['an unknown body', 400, '[{"id":1}]', undefined],
    ['an empty id', 500, JSON.stringify([notice('')]), undefined],
    ['a large body', 413, `[${' '.repeat(200 * 1024)}]`, undefined],
  ])('a request with %s is refused and stores nothing', async (_, status, body, headers) => {
    expect(await send(body, headers)).toBe(status)
    expect([await jobs(), await notices()]).toEqual([0, 0])
  })

  test('a failure of the plugin is 500 without details', async () => {
    const answer = await fetch(`${shop.url}/hooks/broken`, { method: 'POST' })
    expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining('secret')])
  })

  test('other methods and unknown webhooks are 404', async () => {
    expect((await fetch(`${shop.url}/hooks/erp`)).status).toBe(404)
    expect((await fetch(`${shop.url}/hooks/crm`, { method: 'POST' })).status).toBe(404)
  })
})

test('a notice has one effect, although it arrives often and at the same time', async () => {
  const body = JSON.stringify([notice('n1'), notice('n2', 'B'), notice('n1')])
  expect(await Promise.all(Array.from({ length: 8 }, () => send(body)))).toEqual(Array(8).fill(200))
  expect(await jobs()).toBe(2)
  await shop.runJobs()
  expect(await send(body)).toBe(200)
  await shop.runJobs()
  expect((await skus()).toSorted()).toEqual(['A', 'B'])
})

test('a notice whose handler fails is retried, and the failure leaves nothing', async () => {
  const before = await skus()
  failures = 1
  expect(await send(JSON.stringify([notice('n3', 'C')]))).toBe(200)
  const failed = await runDueJobs(shop.jobs, shop.databaseUrl)
  expect(failed.map(({ name }) => name)).toEqual(['process_webhook'])
  expect(await skus()).toEqual(before)
  const { body } = await shop.admin.get('/admin/jobs')
  expect(body.jobs[0]).toMatchObject({ name: 'process_webhook', last_error: 'The order is not known yet' })
  await shop.makeJobsDue()
  await shop.runJobs()
  expect(await skus()).toEqual([...before, 'C'])
})

test('a job that runs again after its commit changes nothing', async () => {
  const { process_webhook: run } = (await import('#server/jobs/tasks.ts')).tasks
  const attempt = { attempt: 1, isLast: false, signal: new AbortController().signal }
  const before = await skus()
  await run(shop.jobs, { webhook: 'erp', id: 'n3', data: { sku: 'C' } }, attempt)
  expect(await skus()).toEqual(before)
})

test.each([
  ['hex', 'sha256'],
  ['base64', 'sha512'],
  ['base64', 'sha1'],
] as const)('a signature in %s of %s is accepted, and a changed text is refused', (encoding, algorithm) => {
  const signature = createHmac(algorithm, SECRET).update('text').digest(encoding)
  expect(() => verifySignature('text', { secret: SECRET, signature, algorithm, encoding })).not.toThrow()
  expect(() => verifySignature('Text', { secret: SECRET, signature, algorithm, encoding })).toThrow(Unauthorized)
})
