import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ReturnReason } from '#entities/orders/return/return-reason.ts'
import { ReadReplicas } from '#server/database/replicas.ts'
import { openClone } from '../support/cloned-orm.ts'
import { CookieClient } from '../support/cookie-client.ts'
import { executeSql } from '../support/postgres.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

/* The replica has other rows than the primary, which shows the source of each response. */

const ending = new AsyncDisposableStack()
let shop: TestShop
let replicas: ReadReplicas
let replicaUrl: string
beforeAll(async () => {
  const { orm: replica, url } = ending.use(await openClone())
  replicaUrl = url
  const em = replica.em.fork()
  em.create(ReturnReason, { id: 'rr_1', value: 'copy', label: 'Copy' })
  await em.flush()
  const open = (orm: TestShop['orm']) => {
    replicas = new ReadReplicas(orm, { urls: [url], maxLag: 60_000, logger: pino({ level: 'silent' }) })
    return replicas
  }
  shop = ending.use(await openTestShop({ replicas: open }))
  ending.defer(() => replicas.close())
  await replicas.updateLag()
})
afterAll(() => ending.disposeAsync())

const sourceFor = async (by: { get(path: string): Promise<{ body: { return_reasons: unknown[] } }> }) =>
  (await by.get('/store/return-reasons')).body.return_reasons.length === 1 ? 'replica' : 'primary'

test('a caller without writes reads from a replica, and others only after it contains their writes', async () => {
  const visitor = new CookieClient(shop.url)
  expect(await sourceFor(visitor)).toBe('replica')
  const region = await shop.given.region()
  const { body } = await visitor.post('/store/carts', { region_id: region.id })
  expect(await sourceFor(visitor)).toBe('primary')
  expect(await sourceFor(new CookieClient(shop.url))).toBe('replica')
  expect((await visitor.get(`/store/carts/${body.cart.id}`)).status).toBe(200)
  await replicas.updateLag()
  expect(await sourceFor(visitor)).toBe('replica')
})

test('a cart is always read from the primary', async () => {
  const cart = await shop.given.cart()
  expect((await shop.get(`/store/carts/${cart.id}`)).status).toBe(200)
  const { body } = await shop.get(`/store/products?cart_id=${cart.id}`)
  expect(body.count).toBeGreaterThan(0)
})

test('a caller with a token reads from the primary', async () => {
  await shop.given.product()
  expect((await shop.admin.get('/admin/products')).body.count).toBeGreaterThan(0)
  expect(await sourceFor(shop.admin)).toBe('primary')
})

test('a list in the administration may be read from a replica', async () => {
  const visitor = new CookieClient(shop.url)
  await visitor.post('/admin/auth', { email: 'admin@example.com', password: 'correct horse' })
  expect((await visitor.get('/admin/products')).body.count).toBeGreaterThan(0)
  await replicas.updateLag()
  expect((await visitor.get('/admin/products')).body.count).toBe(0)
})

test('a missing row on a replica is a 404, and a failed query is repeated on the primary', async () => {
  expect((await shop.get('/store/return-reasons/rr_1')).status).toBe(200)
  expect((await shop.get('/store/return-reasons/rr_2')).status).toBe(404)
  await executeSql(replicaUrl, 'alter table catalogue_change rename to lost')
  expect(await sourceFor(shop)).toBe('primary')
  await executeSql(replicaUrl, 'alter table lost rename to catalogue_change')
  expect(await sourceFor(shop)).toBe('primary')
  await replicas.updateLag()
  expect(await sourceFor(shop)).toBe('replica')
})
