import { Readable } from 'node:stream'
import { Migration } from '@mikro-orm/migrations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShopClient, shopError } from '#client/index.ts'
import { lockRow } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { Cart } from '#entities/cart/cart/cart.ts'
import { field } from '#entities/platform/field/field.ts'
import { rowWithFields } from '#entities/platform/field/row-with-fields.ts'
import { parseFileKey } from '#entities/platform/file/file-key.ts'
import { Upload } from '#entities/platform/file/upload.ts'
import { addUpload } from '#entities/platform/file/uploads.ts'
import { runHousekeeping } from '#server/jobs/housekeeping.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { daysAgo } from '#test/support/aged-rows.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { writeCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { orderIn } from '#test/support/factories.ts'
import { errorMessagesOf, productRow } from '#test/support/import-shop.ts'
import { runJob, storeFile } from '#test/support/jobs.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

class AddFiles extends Migration {
  override up(): void {
    for (const [table, column] of [
      ['product', 'manual'],
      ['customer', 'licence'],
      ['cart', 'drawing'],
      ['"order"', 'drawing'],
    ]) {
      this.addSql(`alter table ${table} add ${column} text references upload`)
      this.addSql(`create index on ${table} (${column})`)
    }
  }
}

const byAdmin = { writableBy: ['admin'] } as const
const drawing = { visibleTo: 'customer', personal: true } as const
const fields = {
  product: { manual: field.file({ accept: ['application/pdf', 'image/png'], maxSize: 1000, ...byAdmin }) },
  customer: { licence: field.file({ ...drawing, ...byAdmin }) },
  cart: { drawing: field.file(drawing) },
  order: { drawing: field.file({ ...drawing, ...byAdmin }) },
}
const papers = definePlugin({ name: 'papers', fields, migrations: [AddFiles] })
const definition = defineShop({ plugins: [papers] })

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: [papers] })
})
afterAll(() => shop[Symbol.asyncDispose]())

const client = (headers: Record<string, string> = { authorization: `Bearer ${shop.token}` }) =>
  createShopClient<typeof definition>({ url: shop.url, headers })

const PDF = '%PDF-1.7 A manual'

async function upload(name: string, content: string, folder: 'public' | 'protected' = 'public'): Promise<string> {
  const form = new FormData()
  form.append('files', new Blob([Buffer.from(content, 'latin1')]), name)
  const { uploads } = client().admin
  const stored = await (folder === 'public' ? uploads.create : uploads.createProtected).mutate(form)
  return stored.uploads[0]?.key ?? ''
}

const manualOf = async (id: string) => (await client().admin.products.get.query({ id })).product.manual
const isStored = async (key: string) => (await shop.files.stat(parseFileKey(key))) !== undefined
const newProduct = async () => (await shop.given.variant()).product_id

test('a public file is set, shown at its address, found and cleared', async () => {
  const { admin, store } = client()
  const id = await newProduct()
  const manual = await upload('manual.pdf', PDF)
  expect((await admin.products.update.mutate({ id, manual })).product.manual).toBe(manual)
  expect((await store.products.get.query({ id })).product.manual).toBe(manual)
  const served = await fetch(`${shop.url}/uploads/${manual}`)
  expect([served.status, served.headers.get('content-type'), await served.text()]).toEqual([
    200,
    'application/pdf',
    PDF,
  ])
  expect((await admin.products.list.query({ manual: { exists: true } })).products.map((one) => one.id)).toEqual([id])
  expect((await admin.products.update.mutate({ id, manual: null })).product.manual).toBeNull()
  expect(await isStored(manual)).toBe(true)
})

describe('a product refuses', () => {
  const REQUIREMENT =
    'manual must be the key of a public upload of the type application/pdf or image/png with at most 1000 bytes'
  const uploads: [string, () => Promise<string>][] = [
    ['a text', () => upload('notes.txt', 'Some notes')],
    ['a page that is named like a picture', () => upload('page.png', '<!doctype html><script>1</script>')],
    ['a page that is named like a document', () => upload('page.pdf', '<!doctype html>')],
    ['a large file', () => upload('large.pdf', PDF.padEnd(1001))],
    ['a private file', () => upload('manual.pdf', PDF, 'protected')],
    ['a file that is not uploaded', async () => 'public/manual-01K0000000000000000000000.pdf'],
    ['an address', async () => 'https://example.com/manual.pdf'],
    ['the address of another server in the network', async () => 'http://169.254.169.254/latest/meta-data'],
    ['a script', async () => 'javascript:alert(1)'],
    ['a path', async () => 'public/../../etc/passwd'],
    ['an export', async () => 'exports/customers-01K.csv'],
  ]
  test.each(uploads)('%s', async (_, keyOf) => {
    const id = await newProduct()
    const manual = await keyOf()
    for (const isDryRun of ['false', 'true']) {
      const reply = await shop.admin.post(`/admin/products/${id}`, { manual }, { 'x-dry-run': isDryRun })
      expect([reply.status, reply.body.message]).toEqual([400, REQUIREMENT])
    }
    const refused = await client().admin.products.update.mutate({ id, manual }).catch(shopError)
    expect(refused).toMatchObject({ fields: [{ path: 'manual' }] })
    expect(await manualOf(id)).toBeNull()
  })
})

test('the shop keeps a file while a field names it', async () => {
  const id = await newProduct()
  const manual = await upload('manual.pdf', PDF)
  await expectSuccess(shop.admin.post(`/admin/products/${id}`, { manual }))
  const refused = await shop.admin.delete('/admin/uploads', { file_key: manual })
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { type: 'not_allowed', message: 'Upload cannot be deleted because other records refer to it' },
  ])
  expect(await isStored(manual)).toBe(true)
  await expectSuccess(shop.admin.post(`/admin/products/${id}`, { manual: null }))
  await expectSuccess(shop.admin.delete('/admin/uploads', { file_key: manual }))
  expect(await isStored(manual)).toBe(false)
})

test('of a deletion and a writer of one file, one is refused', async () => {
  const id = await newProduct()
  for (let round = 0; round < 12; round++) {
    const manual = await upload('manual.pdf', PDF)
    const [written, deleted] = await Promise.all([
      shop.admin.post(`/admin/products/${id}`, { manual }),
      shop.admin.delete('/admin/uploads', { file_key: manual }),
    ])
    expect([written.status, deleted.status].toSorted()).toEqual([200, 400])
    expect(await isStored(manual)).toBe(written.status === 200)
    await expectSuccess(shop.admin.post(`/admin/products/${id}`, { manual: null }))
  }
})

test('a customer reads a private file by a link, and no other customer does', async () => {
  const [owner, other] = [await shop.given.customer(), await shop.given.customer()]
  const licence = await upload('licence.png', '\x89PNG\r\n\x1a\n', 'protected')
  await client().admin.customers.update.mutate({ id: owner.id, licence })
  const own = client(owner.headers).store.customers
  expect((await own.get.query()).customer.licence).toBe(licence)
  const { download_url } = await own.downloadUrl.query({ file_key: licence })
  const served = await fetch(download_url)
  expect([served.status, served.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/^attachment/),
  ])
  const path =
    `/store/customers/me/download-url?file_key=${encodeURIComponent(licence)}` as '/store/customers/me/download-url'
  expect((await shop.as(other.headers).get(path)).status).toBe(404)
  expect((await shop.get(path)).status).toBe(401)
  expect((await fetch(`${shop.url}/uploads/${licence}`)).status).toBe(403)
  const missing = await own.downloadUrl.query({ file_key: 'protected/../x' }).catch(shopError)
  expect(missing).toMatchObject({ httpStatus: 404 })
})

test('an order shows its private file only to its customer', async () => {
  const customer = await shop.given.customer()
  const order = await shop.given.order({ by: customer, email: customer.email })
  const key = await upload('drawing.pdf', PDF, 'protected')
  await client().admin.orders.update.mutate({ id: order.id, drawing: key })
  expect((await shop.get(`/store/orders/${order.id}`)).text).not.toContain(key)
  expect((await shop.as(customer.headers).get(`/store/orders/${order.id}`)).text).toContain(key)
  expect((await client(customer.headers).store.customers.downloadUrl.query({ file_key: key })).download_url).toContain(
    key,
  )
})

const runTidyUp = () =>
  runHousekeeping(
    { orm: shop.orm, files: shop.files, providers: shop.jobs.providers },
    {},
    { signal: new AbortController().signal },
  )

test('a replaced private file is deleted after a day, unless another field names it', async () => {
  const { admin } = client()
  const [one, two] = [await shop.given.customer(), await shop.given.customer()]
  const licence = await upload('old.pdf', PDF, 'protected')
  const shared = await upload('shared.pdf', PDF, 'protected')
  await admin.customers.update.mutate({ id: one.id, licence })
  await admin.customers.update.mutate({ id: one.id, licence: shared })
  await admin.customers.update.mutate({ id: two.id, licence: shared })
  await admin.customers.update.mutate({ id: one.id, licence: null })
  await runTidyUp()
  expect([await isStored(licence), await isStored(shared)]).toEqual([true, true])
  const released_at = daysAgo(2)
  await changeRows(shop, Upload, { released_at: { $ne: null } }, { released_at })
  await runTidyUp()
  expect([await isStored(licence), await isStored(shared)]).toEqual([false, true])
  const gone = await shop.admin.post(`/admin/customers/${one.id}`, { licence })
  expect(gone.status).toBe(400)
})

test('an erasure deletes the private files of the customer', async () => {
  const customer = await shop.given.customer()
  const licence = await upload('licence.pdf', PDF, 'protected')
  await client().admin.customers.update.mutate({ id: customer.id, licence })
  await expectSuccess(shop.admin.post(`/admin/customers/${customer.id}/erase`))
  await shop.runJobs()
  expect(await isStored(licence)).toBe(false)
  expect(await shop.orm.em.fork().count(Upload, { key: licence })).toBe(0)
})

test('the code of a plugin stores a file and sets it, and an order takes the file of its cart', async () => {
  const em = shop.orm.em.fork()
  const file = { name: 'drawing.pdf', content: Readable.from([PDF]) }
  const key = await addUpload(em, shop.files, { folder: 'protected', file })
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const cart = await shop.given.payableCart({ region, option })
  await inTransaction(em, async (tx) => {
    const row = await lockRow(tx, Cart, { id: cart.id })
    if (row) rowWithFields(row, fields.cart).drawing = key
  })
  const order = orderIn(await expectSuccess(shop.post(`/store/carts/${cart.id}/complete`)))
  expect((await client().admin.orders.get.query({ id: order.id })).order.drawing).toBe(key)
})

test('an import names the line with a file that does not exist', async () => {
  const row = productRow({ 'Product Handle': 'papers', 'Product Manual': 'public/missing-01K.pdf' })
  const job = await runJob(shop, 'product-import', { fileKey: await storeFile(shop, writeCsv([row])) })
  expect(errorMessagesOf(job).join()).toContain(
    'Product Manual names a row that does not exist: public/missing-01K.pdf',
  )
})

test('a field that the store may set keeps the shop from starting', async () => {
  const open = definePlugin({
    name: 'open',
    // @ts-expect-error The store has no uploads.
    fields: { cart: { scan: field.file({ writableBy: ['store'], personal: true }) } },
  })
  await expect(openTestShop({ plugins: [open] })).rejects.toThrow(
    'The plugin open has the field scan of cart, which the store may set, and the store has no uploads. Receive the file in a route of the plugin.',
  )
})
