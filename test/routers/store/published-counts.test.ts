import { Client } from 'pg'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { Product as ProductEntity } from '#entities/catalogue/product/product.ts'
import { findViolations } from '#entities/invariants/find-violations.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { linkRows } from '#entities/platform/links/links.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Product } from '#test/support/resources.ts'
import { sendWhileLocked } from '#test/support/send-while-locked.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Triggers count the published products of each sales channel, because counting them takes long in a large shop. */

let shop: TestShop
let channel: string
let product: Product
beforeEach(async () => {
  await shop?.[Symbol.asyncDispose]()
  shop = await openTestShop()
  channel = (await expectSuccess(shop.admin.post('/admin/sales-channels', { name: 'Outlet' }))).sales_channel.id
  product = await shop.given.product()
  await shop.given.product({ sales_channels: [{ id: channel }] })
})
afterAll(() => shop[Symbol.asyncDispose]())

const countOf = async (parameters: string) =>
  (await expectSuccess(shop.get(`/store/products?limit=1&${parameters}`))).count

/** The counts of the main channel, of the other channel, and of both. PostgreSQL counts the products of both again. */
const counts = async () => [
  await countOf(''),
  await countOf(`sales_channel_id[]=${channel}`),
  await countOf(`sales_channel_id[]=${channel}&sales_channel_id[]=${await mainChannel()}`),
]

const mainChannel = async () => (await expectSuccess(shop.admin.get('/admin/store'))).store.default_sales_channel_id

const setStatus = (status: string) => expectSuccess(shop.admin.post(`/admin/products/${product.id}`, { status }))

const batch = () => `/admin/sales-channels/${channel}/products/batch`
const ids = () => ({ product_ids: [{ id: product.id }] })

async function violations() {
  const client = new Client({ connectionString: shop.databaseUrl })
  await client.connect()
  try {
    return await findViolations(async (sql) => (await client.query(sql)).rows)
  } finally {
    await client.end()
  }
}

test('the count of a channel follows products and their channels', async () => {
  expect(await counts()).toEqual([1, 1, 2])
  await shop.given.product({ status: 'draft' })
  expect(await counts()).toEqual([1, 1, 2])
  await expectSuccess(shop.admin.post(batch(), ids()))
  expect(await counts()).toEqual([1, 2, 2])
  await setStatus('draft')
  expect(await counts()).toEqual([0, 1, 1])
  await expectSuccess(shop.admin.delete(batch(), ids()))
  await setStatus('published')
  expect(await counts()).toEqual([1, 1, 2])
  await expectSuccess(shop.admin.delete(`/admin/products/${product.id}`))
  expect(await counts()).toEqual([0, 1, 1])
  await changeRows(shop, ProductEntity, { id: product.id }, { deleted_at: null })
  expect(await counts()).toEqual([1, 1, 2])
  expect(await violations()).toEqual([])
})

test('deleted rows are not counted', async () => {
  const em = shop.orm.em.fork()
  const bare = await shop.given.product({ options: [], variants: [] })
  expect(await counts()).toEqual([2, 1, 3])
  await em.nativeDelete(ProductEntity, { id: bare.id })
  expect(await counts()).toEqual([1, 1, 2])
  await em.nativeDelete(SalesChannel, { id: channel })
  expect(await counts()).toEqual([1, 0, 1])
  await em.execute('truncate product cascade')
  expect(await counts()).toEqual([0, 0, 0])
  expect(await violations()).toEqual([])
})

test.each([
  'published',
  'draft',
])('a product that becomes %s while it gets a channel is counted once', async (status) => {
  await setStatus(status === 'draft' ? 'published' : 'draft')
  const reply = await sendWhileLocked(
    shop,
    (em) =>
      em.nativeUpdate(
        ProductEntity,
        { id: product.id },
        status === 'draft' ? { status: 'draft' } : { status: 'published' },
      ),
    () => shop.admin.post(batch(), ids()),
  )
  expect(reply.status).toBe(200)
  expect(await counts()).toEqual(status === 'draft' ? [0, 1, 1] : [1, 2, 2])
})

test('a product that gets a channel while it becomes published is counted once', async () => {
  await setStatus('draft')
  const reply = await sendWhileLocked(
    shop,
    (em) => linkRows(em, 'channel_products', channel, [product.id]),
    () => shop.admin.post(`/admin/products/${product.id}`, { status: 'published' }),
  )
  expect(reply.status).toBe(200)
  expect(await counts()).toEqual([1, 2, 2])
})
