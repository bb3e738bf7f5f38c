import { afterAll, beforeAll, expect, test } from 'vitest'
import { BatchJob } from '#entities/platform/batch-job/batch-job.ts'
import { newFileKey } from '#entities/platform/file/file-key.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { runJob, startJob } from '#test/support/jobs.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

/* An API key can access the file of a batch job only if it may call the procedures of that job. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

async function keyWith(...scopes: string[]): Promise<Caller> {
  const { secret } = await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'ERP', scopes }))
  return shop.as({ authorization: `Bearer ${secret}` })
}

async function fileIn(folder: string, text = 'secret'): Promise<string> {
  const content = async function* () {
    yield text
  }
  return (await shop.files.write(newFileKey(folder, 'file.csv'), content())).key
}

async function orderExport(): Promise<string> {
  await shop.given.order({ email: 'buyer@example.com' })
  return (await runJob(shop, 'order-export', {})).result.file_key
}

const link = (by: Caller, file_key: string) => by.post('/admin/uploads/download-url', { file_key })
const remove = (by: Caller, file_key: string) => by.delete('/admin/uploads', { file_key })
const textOf = async (by: Caller, file_key: string) => {
  const { pathname, search } = new URL((await expectSuccess(link(by, file_key))).download_url)
  return (await shop.get(pathname + search)).text
}
const missing = (name: string) => [403, 'forbidden', `No scope of the API key ERP allows ${name}`] as const

test('a key without orders.list can neither read nor delete the file of an order export', async () => {
  const file_key = await orderExport()
  const key = await keyWith('uploads.*', 'read:batchJobs.*')
  expect((await expectSuccess(key.get('/admin/batch-jobs'))).batch_jobs[0].result.file_key).toBe(file_key)
  await expectError(link(key, file_key), ...missing('orders.list'))
  await expectError(remove(key, file_key), ...missing('orders.list'))
  const overTrpc = await key.post('/trpc/admin.uploads.downloadUrl', { json: { file_key } })
  expect([overTrpc.status, overTrpc.body.error.json.data.type]).toEqual([403, 'forbidden'])
  expect(await textOf(await keyWith('uploads.*', 'read:orders.*'), file_key)).toContain('buyer@example.com')
  expect(await textOf(shop.admin, file_key)).toContain('buyer@example.com')
})

test('a key can read the file of an import only if it may run the import', async () => {
  const fileKey = await fileIn('protected')
  await startJob(shop.admin, 'product-import', { fileKey }, true)
  await expectError(link(await keyWith('uploads.*', 'read:*'), fileKey), ...missing('products.create'))
  expect(await textOf(await keyWith('uploads.*', 'products.*'), fileKey)).toBe('secret')
})

test('a key cannot import a file that it may not read', async () => {
  const fileKey = await orderExport()
  const scopes = ['batchJobs.*', 'products.*', 'uploads.*']
  const order = async (...more: string[]) =>
    (await keyWith(...scopes, ...more)).post('/admin/batch-jobs', {
      type: 'product-import',
      context: { fileKey },
      dry_run: true,
    })
  await expectError(order(), ...missing('orders.list'))
  expect((await order('orders.list')).status).toBe(201)
  await expectError(link(await keyWith(...scopes), fileKey), ...missing('orders.list'))
})

test('a key cannot access other files written by the shop', async () => {
  const [unfinished, elsewhere] = [await fileIn('exports/orders'), await fileIn('reports')]
  const key = await keyWith('*')
  for (const file_key of [unfinished, elsewhere, 'exports/orders/none.csv'])
    for (const ask of [link, remove])
      await expectError(ask(key, file_key), ...missing(`access to the file ${file_key}`))
  expect(await textOf(shop.admin, elsewhere)).toBe('secret')
})

test('a key can read and delete uploads that no batch job uses', async () => {
  const key = await keyWith('uploads.*')
  for (const folder of ['public', 'protected']) {
    const file_key = await fileIn(folder)
    expect(await textOf(key, file_key)).toBe('secret')
    expect((await remove(key, file_key)).status).toBe(200)
  }
})

test('a key cannot access the file of an unknown batch job type', async () => {
  const file_key = await orderExport()
  await changeRows(shop, BatchJob, { result: { file_key } }, { type: 'gone' })
  await expectError(link(await keyWith('*'), file_key), ...missing(`access to the file ${file_key}`))
})
