import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { announce } from '#entities/platform/event/announce.ts'
import { Webhook } from '#entities/platform/webhook/webhook.ts'
import { deleteAll } from '#test/support/change-rows.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { isHealthy, runProgram } from '#test/support/program.ts'
import { deleteJobs } from '#test/support/queued-jobs.ts'
import { scratchDirectory } from '#test/support/scratch-directory.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { openWebhookReceiver, type WebhookReceiver } from '#test/support/webhook-receiver.ts'
import { freePort } from '../../../bench/free-port.ts'

/* Server and worker processes that are killed. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  await deleteAll(shop, Webhook)
  await deleteJobs(shop)
})

const run = (program: string, directory: string, env: Record<string, string> = {}) =>
  runProgram([process.execPath, program], { DATABASE_URL: shop.databaseUrl, DATA_DIR: directory, ...env })

const subscribe = ({ url }: WebhookReceiver) =>
  expectSuccess(shop.admin.post('/admin/webhooks', { url, events: ['region.*', 'sales_channel.*'] }))

test('events that a killed server has committed are delivered', async () => {
  await using receiver = await openWebhookReceiver()
  await subscribe(receiver)
  using data = scratchDirectory()
  const port = String(await freePort())
  await using server = run('server/start.js', data.path, { PORT: port, JOBS: 'none' })
  const url = `http://127.0.0.1:${port}`
  await server.waitFor(() => isHealthy(url))
  const visitor = new CookieClient(url)
  await visitor.post('/admin/auth', { email: 'admin@example.com', password: 'correct horse' })
  const { status, body } = await visitor.post('/admin/sales-channels', { name: 'Fair' })
  server.signal('SIGKILL')
  await server.result
  expect(status).toBe(200)
  expect(receiver.received).toEqual([])
  await shop.runJobs()
  expect(receiver.received.map(({ body }) => [body.type, body.data.id])).toEqual([
    ['sales_channel.created', body.sales_channel.id],
  ])
})

test('a delivery of a killed worker is repeated by another', async () => {
  // The receiver does not respond, and the worker is killed long before the timeout.
  await using receiver = await openWebhookReceiver((response, before) => before > 0 && response.writeHead(204).end())
  const { webhook } = await subscribe(receiver)
  using data = scratchDirectory()
  await using worker = run('server/worker.ts', data.path)
  await announce(shop.orm.em.fork(), 'region.created', { id: 'reg_1' })
  await worker.waitFor(() => receiver.received.length > 0)
  worker.signal('SIGKILL')
  await worker.result

  await using secondWorker = run('server/worker.ts', data.path, { JOB_RESCUE_SECONDS: '1' })
  const delivery = async () =>
    (await expectSuccess(shop.admin.get(`/admin/webhooks/${webhook.id}/deliveries`))).deliveries[0]
  await secondWorker.waitFor(async () => (await delivery()).status === 'delivered')
  expect(await delivery()).toMatchObject({ status: 'delivered', attempts: 2 })
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
})
