import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient, shopError } from '#client/index.ts'
import { Overloaded, TooManyRequests } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { addUser, issueApiToken } from '#server/database/administrator.ts'
import { PolledChanges } from '#server/live/polled-changes.ts'
import { CookieClient } from '#test/support/cookie-client.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { subscribeToChanges } from '#test/support/subscribe-to-changes.ts'

let shop: TestShop
let admin: ReturnType<typeof createShopClient>['admin']
beforeAll(async () => {
  shop = await openTestShop()
  admin = createShopClient({ url: shop.url, token: shop.token }).admin
  const { user } = await admin.auth.current.query()
  await admin.users.update.mutate({ id: user.id, first_name: 'Ada', last_name: 'Byron' })
})
afterAll(() => shop[Symbol.asyncDispose]())

test('a watcher sees an order of a customer, its stock, and the user that captures it', async () => {
  using watch = await subscribeToChanges(admin)
  const order = await shop.given.order()
  const placed = await watch.find(({ cause, ids }) => cause === 'order.placed' && ids.includes(order.id))
  expect(placed.by).toBeNull()
  expect(placed.rows).toContainEqual({ entity: 'order', id: order.id, kind: 'created' })
  expect(placed.rows).toContainEqual({ entity: 'product_variant', id: order.items[0].variant_id, kind: 'updated' })
  await admin.orders.capture.mutate({ id: order.id })
  const captured = await watch.find(({ cause }) => cause === 'admin.orders.capture')
  expect(captured.by?.name).toBe('Ada Byron')
  expect(captured.ids).toContain(order.id)
  expect(captured.rows).toContainEqual({ entity: 'payment', id: order.payments[0].id, kind: 'updated' })
  expect(watch.changes.filter(({ cause }) => cause === 'order.payment_captured')).toEqual([])
})

test('a watcher sees changes of products, customers, settings, fulfillments and returns', async () => {
  using watch = await subscribeToChanges(admin)
  const { id: product_id } = await shop.given.product()
  const region = await shop.given.region()
  const { customer_group } = await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'Friends' }))
  const { order, returnId } = await shop.given.returnedOrder('requested')
  const created = (entity: string, id: string) =>
    watch.find(({ rows }) => rows.some((row) => row.entity === entity && row.id === id && row.kind === 'created'))
  expect((await created('product', product_id)).by?.name).toBe('Ada Byron')
  expect((await created('region', region.id)).by?.name).toBe('Ada Byron')
  expect((await created('return', returnId)).ids).toContain(order.id)
  await created('customer_group', customer_group.id)
  const fulfilled = await watch.find(
    ({ cause, ids }) => cause === 'admin.orders.createFulfillment' && ids.includes(order.id),
  )
  expect(fulfilled.rows.map(({ entity }) => entity)).toContain('fulfillment')
})

test('the progress of a batch job is visible to the user that created it', async () => {
  await addUser(shop.orm, { email: 'member@example.com', password: 'another horse', role: 'member' })
  const token = await issueApiToken(shop.orm, 'member@example.com')
  const member = createShopClient({ url: shop.url, token }).admin
  using watch = await subscribeToChanges(admin)
  using others = await subscribeToChanges(member)
  const { batch_job } = await admin.batchJobs.create.mutate({ type: 'product-export', context: {} })
  await shop.runJobs()
  const ofJob = ({ rows }: { rows: { id: string }[] }) => rows.some(({ id }) => id === batch_job.id)
  await watch.find((change) => change.cause === 'batch_job' && ofJob(change))
  const region = await shop.given.region()
  await others.find(({ ids }) => ids.includes(region.id))
  expect(others.changes.filter((change) => change.cause === 'batch_job' && ofJob(change))).toEqual([])
})

test('a watcher continues after the id of an earlier event', async () => {
  const watch = await subscribeToChanges(admin)
  const seen = await shop.given.region()
  await watch.find(({ ids }) => ids.includes(seen.id))
  const position = watch.position()
  watch[Symbol.dispose]()
  const unseen = await shop.given.region()
  using later = await subscribeToChanges(admin, position)
  expect(later.changes.some(({ ids }) => ids.includes(unseen.id))).toBe(true)
  await expect(subscribeToChanges(admin, 'yesterday')).rejects.toThrow('lastEventId must be the id of an earlier event')
})

test('a change that commits after later changes is not missed', async () => {
  using watch = await subscribeToChanges(admin)
  const slow = shop.orm.em.fork()
  await slow.begin()
  await announce(slow, 'region.updated', { id: 'reg_slow' })
  await slow.flush()
  const region = await shop.given.region()
  await watch.find(({ ids }) => ids.includes(region.id))
  const next = await shop.given.region()
  await watch.find(({ ids }) => ids.includes(next.id))
  await slow.commit()
  expect((await watch.find(({ ids }) => ids.includes('reg_slow'))).cause).toBe('region.updated')
})

test('an API key sees the changes of the resources in its scopes, without names of users', async () => {
  const scopes = ['changes.watch', 'products.*']
  const { secret } = await admin.apiKeys.create.mutate({ name: 'Sync', scopes })
  using watch = await subscribeToChanges(createShopClient({ url: shop.url, token: secret }).admin)
  const region = await shop.given.region()
  const product = await shop.given.product()
  const seen = await watch.find(({ ids }) => ids.includes(product.id))
  expect(seen.by?.name).toBeNull()
  expect(watch.changes.some(({ ids }) => ids.includes(region.id))).toBe(false)
})

test('an API key without orders and customers sees no id of them, also in changes of other resources', async () => {
  const scopes = ['changes.watch', 'read:notifications.*', 'read:orderEdits.*', 'read:returns.*', 'products.*']
  const { secret } = await admin.apiKeys.create.mutate({ name: 'Sync', scopes })
  using watch = await subscribeToChanges(createShopClient({ url: shop.url, token: secret }).admin)
  const order = await shop.given.order()
  await admin.orderEdits.create.mutate({ order_id: order.id })
  await shop.runJobs()
  const product = await shop.given.product()
  await watch.find(({ ids }) => ids.includes(product.id))
  expect(JSON.stringify(watch.changes)).not.toMatch(/"(?:order|cart|oe|cus)_/)
})

test('a key without the scope and a stranger cannot watch', async () => {
  const { secret } = await admin.apiKeys.create.mutate({ name: 'Products', scopes: ['products.*'] })
  const { admin: limited } = createShopClient({ url: shop.url, token: secret })
  await expect(subscribeToChanges(limited)).rejects.toThrow('allows changes.watch')
  await expect(subscribeToChanges(createShopClient({ url: shop.url }).admin)).rejects.toThrow('Unauthorized')
})

test('the subscription ends when the session ends', async () => {
  const cookies = new CookieClient(shop.url)
  await expectSuccess(cookies.post('/admin/auth', { email: 'admin@example.com', password: 'correct horse' }))
  const headers = { cookie: Array.from(cookies.cookies, ([name, value]) => `${name}=${value}`).join('; ') }
  using watch = await subscribeToChanges(createShopClient({ url: shop.url, headers }).admin)
  await cookies.delete('/admin/auth')
  await shop.given.region()
  expect(shopError(await watch.error())?.httpStatus).toBe(401)
  expect(watch.changes.filter(({ cause }) => cause === 'admin.regions.create')).toEqual([])
})

test('a dry run changes nothing for a watcher', async () => {
  using watch = await subscribeToChanges(admin)
  const region = await shop.given.region()
  await shop.admin.post(`/admin/regions/${region.id}`, { name: 'Preview' }, { 'x-dry-run': 'true' })
  await shop.admin.post(`/admin/regions/${region.id}`, { name: 'Other' })
  const next = await shop.given.region()
  await watch.find(({ ids }) => ids.includes(next.id))
  const ofRegion = watch.changes.filter(({ rows }) => rows.some(({ id }) => id === region.id))
  expect(ofRegion.filter(({ cause }) => cause === 'admin.regions.update')).toHaveLength(1)
})

const watchingBy = (caller: string, signal = new AbortController().signal) => ({ caller, position: undefined, signal })

test('a caller cannot take the watchers of other callers', async () => {
  const changes = new PolledChanges(shop.orm, { maxOfCaller: 2 })
  const ofKey = [changes.watch(watchingBy('apikey_1')), changes.watch(watchingBy('apikey_1'))]
  for (const watcher of ofKey) await watcher.next()
  await expect(changes.watch(watchingBy('apikey_1')).next()).rejects.toThrow(TooManyRequests)
  const ofUser = changes.watch(watchingBy('usr_1'))
  expect((await ofUser.next()).done).toBe(false)
  for (const watcher of [...ofKey, ofUser]) await watcher.return(undefined)
  const again = changes.watch(watchingBy('apikey_1'))
  expect((await again.next()).done).toBe(false)
  await again.return(undefined)
})

test('a process has a limited number of watchers', async () => {
  const changes = new PolledChanges(shop.orm, { maxWatchers: 1 })
  const first = changes.watch(watchingBy('usr_1'))
  await first.next()
  await expect(changes.watch(watchingBy('usr_2')).next()).rejects.toThrow(Overloaded)
  await first.return(undefined)
  const second = changes.watch(watchingBy('usr_2'))
  expect((await second.next()).value).toMatchObject({ missed: false, changes: [] })
  await second.return(undefined)
})

test('a watcher that leaves before its first batch ends without an error', async () => {
  const leaving = new AbortController()
  const batches = new PolledChanges(shop.orm).watch(watchingBy('usr_1', leaving.signal))
  const first = batches.next()
  leaving.abort()
  expect(await first).toMatchObject({ done: false })
  expect(await batches.next()).toEqual({ done: true, value: undefined })
})
