import { expect, test } from 'vitest'
import { NotAllowed } from '#entities/errors.ts'
import { BatchJob } from '#entities/platform/batch-job/batch-job.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { daysAgo } from '#test/support/aged-rows.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { writeCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { errorMessagesOf, productRow, uniqueName, useImportShop } from '#test/support/import-shop.ts'
import { readJob, runJob, startJob, storeFile } from '#test/support/jobs.ts'
import { openTestShop } from '#test/support/shop.ts'

const { shop, region, importRows, productByHandle } = await useImportShop()

const undo = (job: { id: string }) => runJob(shop, 'import-undo', { batch_job_id: job.id })
const messagesOf = ({ result }: { result: { notices?: { message: string }[] } }) =>
  (result.notices ?? []).map(({ message }) => message)

test('an import is undone: its products are deleted, and a second undo deletes nothing', async () => {
  const rows = [productRow({ 'Price EUR': '5' }), productRow()]
  const job = await importRows(rows)
  const check = await startJob(shop.admin, 'import-undo', { batch_job_id: job.id }, true)
  await shop.runJobs()
  expect((await readJob(shop.admin, check)).result).toMatchObject({
    operations: { PRODUCT_DELETE: 2, PRODUCT_RESTORE: 0 },
  })
  expect(await productByHandle(rows[0]?.['Product Handle'])).toMatchObject({ title: 'Imported' })

  expect(await undo(job)).toMatchObject({ status: 'completed', result: { operations: { PRODUCT_DELETE: 2 } } })
  for (const row of rows) expect(await productByHandle(row['Product Handle'])).toBeUndefined()
  expect(await undo(job)).toMatchObject({ status: 'completed', result: { operations: { PRODUCT_DELETE: 0 } } })
  expect((await importRows(rows)).result.operations).toMatchObject({ PRODUCT_CREATE: 2 })
})

test('changed and sold products are kept and listed, and other products get their values back', async () => {
  const names = ['renamed', 'priced', 'stocked', 'tagged', 'sold', 'free'].map(uniqueName)
  const [renamed, priced, stocked, tagged, sold, free] = names as [string, string, string, string, string, string]
  const older = await shop.given.product()
  const job = await importRows([
    ...names.map((handle) =>
      productRow({
        'Product Handle': handle,
        'Product Status': 'published',
        'Price EUR': '5',
        'Variant Inventory Quantity': 3,
      }),
    ),
    { 'Product Handle': older.handle, 'Product Title': 'Changed by the import' },
  ])
  const change = async (handle: string, body: object) =>
    expectSuccess(shop.admin.post(`/admin/products/${(await productByHandle(handle)).id}`, body))
  await change(renamed, { title: 'Another' })
  await change(tagged, { tags: [{ value: 'new' }] })
  const changeVariant = async (handle: string, body: object) => {
    const { id, variants } = await productByHandle(handle)
    return expectSuccess(shop.admin.post(`/admin/products/${id}/variants/${variants[0].id}`, body))
  }
  await changeVariant(stocked, { inventory_quantity: 2 })
  await changeVariant(priced, { prices: [{ currency_code: 'eur', amount: 600 }] })
  const { variants } = await productByHandle(sold)
  const { cart } = await expectSuccess(shop.post('/store/carts', { region_id: region.id }))
  await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items`, { variant_id: variants[0].id, quantity: 1 }))

  const undone = await undo(job)
  expect(undone.result.operations).toEqual({ PRODUCT_DELETE: 1, PRODUCT_RESTORE: 1 })
  expect(await productByHandle(free)).toBeUndefined()
  expect((await productByHandle(older.handle)).title).toBe(older.title)
  expect(messagesOf(undone).sort()).toEqual([
    expect.stringMatching(/^1 product stays, because a cart or an order has them: sold/),
    expect.stringMatching(/^4 products stay, because they were changed after the import: /),
  ])
})

test('a product that a plugin keeps stays with its variants, and the others are deleted', async () => {
  const rules = {
    'product.delete': ({ product }: { product: { handle?: string | null } }) => {
      if (product.handle === 'guarded') throw new NotAllowed('It is in a catalogue')
    },
  }
  await using guarded = await openTestShop({ demo: true, plugins: [definePlugin({ name: 'guard', rules })] })
  const handles = ['first', 'guarded', 'last']
  const fileKey = await storeFile(guarded, writeCsv(handles.map((handle) => productRow({ 'Product Handle': handle }))))
  const job = await runJob(guarded, 'product-import', { fileKey })
  const undone = await runJob(guarded, 'import-undo', { batch_job_id: job.id })
  expect(undone.result.operations).toEqual({ PRODUCT_DELETE: 2, PRODUCT_RESTORE: 0 })
  expect(messagesOf(undone)).toEqual([expect.stringMatching(/: guarded/)])
  const found = async (handle: string) =>
    (await expectSuccess(guarded.admin.get(`/admin/products?handle=${handle}`))).products.map(
      ({ variants }: { variants: unknown[] }) => variants.length,
    )
  expect(await Promise.all(handles.map(found))).toEqual([[], [1], []])
  const events = "select payload ->> 'id' as id from event where name = 'product.deleted'"
  expect(await guarded.orm.em.fork().execute(events)).toHaveLength(2)
})

test('only a completed import of products can be undone', async () => {
  const failed = await importRows([productRow({ 'Price EUR': 'free' })])
  const reply = await shop.admin.post('/admin/batch-jobs', {
    type: 'import-undo',
    context: { batch_job_id: failed.id },
  })
  expect([reply.status, reply.body.message]).toEqual([400, 'Only a completed import of products can be undone'])
  expect(errorMessagesOf(failed)).toHaveLength(1)
})

test('an import cannot be undone after a day', async () => {
  const job = await importRows([productRow()])
  await changeRows(shop, BatchJob, { id: job.id }, { completed_at: daysAgo(2) })
  const reply = await shop.admin.post('/admin/batch-jobs', { type: 'import-undo', context: { batch_job_id: job.id } })
  expect(reply.body.message).toBe('An import can be undone within a day. Delete its products one by one.')
})
