import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { createShopClient } from '#client/index.ts'
import { entities } from '#entities/index.ts'
import { Event } from '#entities/platform/event/event.ts'
import { resourcesOfGroups } from '#entities/platform/event/resource-of-event.ts'
import { relatedResource } from '#routers/reading/define-resource.ts'
import { PROTECTED_ENTITIES, UNPROTECTED_ENTITIES } from '#routers/reading/protected-resources.ts'
import { documentedSchemaOf } from '#routers/reading/resource.ts'
import { inputShapeOf } from '#server/base/input-shape.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { readParts } from '#server/shop/read-parts.ts'
import { targetsOf } from '#server/testing/hostile/targets.ts'
import { referencePlugins } from '#test/support/all-plugins.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { populateShop } from '#test/support/populate-shop.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'
import { subscribeToChanges } from '#test/support/subscribe-to-changes.ts'

/* The ids of orders, draft orders, carts and order edits open them without a login, so a key without their scopes must not see one. */

const definition = defineShop({ plugins: referencePlugins })

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: referencePlugins })
  await populateShop(shop)
  await fillPlugins()
  await shop.runJobs()
})
afterAll(() => shop[Symbol.asyncDispose]())

/** Adds rows of the plugins that name orders and carts. */
async function fillPlugins(): Promise<void> {
  const customer = await shop.given.customer()
  const { store } = createShopClient<typeof definition>({ url: shop.url, headers: customer.headers })
  const variant = await shop.given.variant()
  const order = await shop.given.order({ by: customer, email: customer.email, lines: [[variant, 1]] })
  await store.reviews.create.mutate({ product_id: variant.product_id, rating: 5, text: 'Soft' })
  await store.wishlist.add.mutate({ variant_id: variant.id })
  const { cart } = await store.carts.create.mutate({ region_id: order.region_id })
  const line = { variant_id: variant.id, quantity: 1, engraving: 'For Ada' }
  await expectSuccess(customer.post(`/store/carts/${cart.id}/line-items`, line))
  await expectSuccess(shop.admin.post(`/admin/customers/${customer.id}`, { approval_limit: 1 }))
  await store.b2bApproval.request.mutate({ cart_id: cart.id })
  await expectSuccess(shop.admin.post(`/admin/customers/${customer.id}`, { approval_limit: null }))
  await expectSuccess(customer.post(`/store/carts/${cart.id}/payment-sessions`))
  await expectSuccess(customer.post(`/store/carts/${cart.id}/complete`))
}

const OPENING_IDS = /(?<![a-z_])(?:order|dorder|cart|oe)_[0-9A-Z]{26}/g
const targets = targetsOf(readParts(referencePlugins, {}).routers.app)
const queries = targets.filter(({ name, type, rest }) => type === 'query' && name.startsWith('admin.') && rest)
const storePaths = targets.flatMap(({ name, type, rest }) =>
  type === 'query' && name.startsWith('store.') && rest?.path.match(/\{/g)?.length === 1 ? [rest.path] : [],
)
const resources = [...new Set(queries.map(({ name }) => name.split('.')[1] ?? ''))]

const ANY_ID = /(?<![a-z_])[a-z_]+_[0-9A-Z]{26}/g

/** The queries of the store that read one row, without a login, for up to three ids of each kind. */
function openedPaths(ids: ReadonlySet<string>): '/store/products'[] {
  const kinds = Map.groupBy(ids, (id) => id.replace(/_[^_]*$/, ''))
  const chosen = [...kinds.values()].flatMap((some) => some.slice(0, 3))
  return storePaths.flatMap((path) => chosen.map((id) => path.replace(/\{\w+\}/, id) as '/store/products'))
}

async function keyWith(...scopes: string[]): Promise<Caller> {
  const { secret } = await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'ERP', scopes }))
  return shop.as({ authorization: `Bearer ${secret}` })
}

/** The columns and the relations of the rows in the response. */
function shownNames(output: z.ZodType | undefined): { columns: string[]; relations: string[] } {
  const { shape = {} } = output ? (documentedSchemaOf(output) as z.ZodObject) : {}
  const models = Object.values(shape).flatMap((property) => relatedResource(property)?.model ?? [])
  return {
    columns: models.flatMap(({ columns }) => [...columns]),
    relations: models.flatMap(({ relations }) => [...relations.keys()]),
  }
}

/** The filters that accept a range, such as `?created_at[gte]=…`. */
function rangesOf(input: z.ZodType | undefined): string[] {
  const filters = Object.entries(input ? inputShapeOf([input]) : {})
  return filters.flatMap(([name, filter]) => (filter.safeParse({ gte: '2000-01-01' }).success ? [name] : []))
}

/** Reads the query in every selection, order and range, for rows whose ids an administrator has seen. */
async function* repliesTo(key: Caller, { rest, input, output }: (typeof queries)[number]) {
  const { columns, relations } = shownNames(output)
  const list = rest?.path.replace(/\/\{.*/, '') as '/admin/returns'
  const ids = rest?.path.includes('{')
    ? (await shop.admin.get(list)).text.match(/(?<="id":")[a-z_]+_[0-9A-Z]{26}/g)
    : ['']
  for (const id of [...new Set(ids ?? [])].slice(0, 3)) {
    const path = rest?.path.replace(/\{\w+\}/, id) as '/admin/returns'
    if (path.includes('{')) continue
    yield key.get(path)
    for (const name of relations) yield key.get(`${path}?expand=${name}`)
    for (const name of columns) yield key.get(`${path}?fields=${name}`)
    if (id) continue
    for (const name of columns) yield key.get(`${path}?order=${name}`)
    for (const name of rangesOf(input)) yield key.get(`${path}?${name}[gte]=2000-01-01T00:00:00.000Z`)
    for (const name of rangesOf(input)) yield key.get(`${path}?${name}[lt]=zzz`)
  }
}

test.each(
  resources.filter((name) => name !== 'orders'),
)('a key that reads only %s sees no id that opens an order', async (name) => {
  const key = await keyWith(`read:${name}.*`)
  const seen = new Set<string>()
  const ids = new Set<string>()
  for (const query of queries.filter((one) => one.name.split('.')[1] === name))
    for await (const { status, text } of repliesTo(key, query)) {
      expect(status, text).toBeLessThan(500)
      if (status !== 200) continue
      for (const id of text.match(OPENING_IDS) ?? []) seen.add(id)
      for (const id of text.match(ANY_ID) ?? []) ids.add(id)
    }
  const foreign = [...seen].filter((id) => !(name === 'draftOrders' && id.startsWith('dorder_')))
  expect(foreign).toEqual([])
  for (const path of openedPaths(ids)) {
    const { status, text } = await shop.get(path)
    if (status === 200) expect([path, text.match(OPENING_IDS) ?? text.match(/"email":"[^"]+/)]).toEqual([path, null])
  }
})

test('no range of ids finds rows that a key sees without their ids', async () => {
  const ranges = queries.flatMap(({ name, rest, input }) =>
    rangesOf(input).map((filter) => ({ path: rest?.path as '/admin/returns', filter, resource: name.split('.')[1] })),
  )
  expect(ranges.map(({ filter }) => filter)).toContain('created_at')
  for (const { path, filter, resource } of ranges.filter(({ filter }) =>
    /^(order|cart|draft_order|order_edit)_id$/.test(filter),
  )) {
    const { status } = await (await keyWith(`read:${resource}.*`)).get(`${path}?${filter}[gte]=order_0`)
    expect([path, filter, status]).toEqual([path, filter, 400])
  }
})

test('a key without orders sees the rows of order edits without their ids', async () => {
  const { order_edits } = await expectSuccess((await keyWith('read:orderEdits.*')).get('/admin/order-edits'))
  expect(order_edits.length).toBeGreaterThan(0)
  expect(new Set(order_edits.map(({ id, order_id }) => id ?? order_id))).toEqual(new Set([null]))
})

test('a key with a scope for orders sees their ids', async () => {
  const { text } = await (await keyWith('read:returns.*', 'read:orders.*')).get('/admin/returns')
  expect(text).toMatch(/"order_id":"order_/)
})

test('each entity of the core is protected from keys, or open', () => {
  const listed = [...PROTECTED_ENTITIES.keys(), ...UNPROTECTED_ENTITIES].map(({ name }) => name)
  expect(listed.toSorted()).toEqual(entities.map(({ name }) => name).toSorted())
})

test('a relation of a plugin to rows of the core needs the scope for them', async () => {
  const key = await keyWith('read:engraving.*', 'read:reviews.*')
  for (const [path, needed] of [
    ['/admin/engraving?expand=order', 'orders.list'],
    ['/admin/engraving?fields=*order', 'orders.list'],
    ['/admin/engraving?order=order.email', 'orders.list'],
    ['/admin/engraving?order=line_item.title', 'orders.list'],
    ['/admin/reviews?expand=customer', 'customers.list'],
  ] as const)
    await expectError(key.get(path), 403, 'forbidden', `No scope of the API key ERP allows ${needed}`)
  const { text } = await key.get('/admin/engraving')
  const shown = { text: 'For Ada', order_id: null, line_item: { title: expect.any(String) } }
  expect(JSON.parse(text)).toMatchObject({ engravings: [shown] })
})

test('a key finds no id with the cursor of another caller', async () => {
  const { admin } = createShopClient<typeof definition>({ url: shop.url, token: shop.token })
  const { secret } = await admin.apiKeys.create.mutate({ name: 'ERP', scopes: ['read:returns.*', 'read:notes.*'] })
  const key = createShopClient<typeof definition>({ url: shop.url, token: secret })
  const order = 'order_id'
  const { next_cursor: foreign } = await admin.returns.list.query({ limit: 1, order, cursor: null })
  expect(Buffer.from(`${foreign}`, 'base64url').toString()).toContain('order_')
  await expect(key.admin.returns.list.query({ limit: 1, order, cursor: `${foreign}` })).rejects.toThrow(
    'cursor is not valid',
  )
  const { next_cursor: own } = await key.admin.returns.list.query({ limit: 1, cursor: null })
  expect((await key.admin.returns.list.query({ limit: 1, cursor: `${own}` })).returns).toHaveLength(1)
})

test('a key searches no ids that open orders', async () => {
  const ids = [...new Set((await shop.admin.get('/admin/orders?expand=cart')).text.match(OPENING_IDS))]
  const searches = queries.filter(({ name, rest }) => /\.(list|search)$/.test(name) && rest && !rest.path.includes('{'))
  for (const { name, rest } of searches.filter((one) => !/admin\.(orders|draftOrders)\./.test(one.name)))
    for (const id of ids.slice(0, 5)) {
      const { status, body } = await shop.admin.get(`${rest?.path}?q=${id.slice(0, -6)}` as '/admin/customers')
      expect([name, status === 200 ? (body.count ?? 0) : 0]).toEqual([name, 0])
    }
})

test('a webhook of a key receives no id that opens an order', async () => {
  const events = await shop.orm.em.fork().find(Event, { is_private: false })
  const names = [...new Set(events.map(({ name }) => name))]
  expect(names.length).toBeGreaterThan(20)
  const { scopes } = await expectSuccess(shop.admin.get('/admin/roles/scopes'))
  // No key can see the events of a plugin without procedures.
  const readable = resourcesOfGroups(shop.orm.em).filter(([, one]) =>
    scopes.some(({ name }) => name.startsWith(`${one}.`)),
  )
  for (const [group, resource] of readable.filter(([, one]) => one !== 'orders')) {
    const key = await keyWith('webhooks.*', `read:${resource}.*`)
    for (const name of names.filter((one) => one.startsWith(`${group}.`))) {
      const { status } = await key.post('/admin/webhooks', { url: 'https://receiver.example.com/', events: [name] })
      const payloads = JSON.stringify(events.filter((event) => event.name === name).map(({ payload }) => payload))
      const ids = (payloads.match(OPENING_IDS) ?? []).filter(
        (id) => !(group === 'draft_order' && id.startsWith('dorder_')),
      )
      expect([name, status === 200 ? ids : []]).toEqual([name, []])
    }
  }
})

test('a key that watches one resource receives no id that opens an order', async () => {
  const { admin } = createShopClient<typeof definition>({ url: shop.url, token: shop.token })
  using watch = await subscribeToChanges(admin)
  const position = watch.position()
  await fillPlugins()
  const order = await shop.given.order()
  await admin.orderEdits.create.mutate({ order_id: order.id })
  await expectSuccess(shop.admin.post('/admin/notes', { resource_type: 'order', resource_id: order.id, value: 'Call' }))
  await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/capture`))
  await shop.runJobs()
  const product = await shop.given.product()
  await watch.find(({ ids }) => ids.includes(product.id))
  const seen = new Set<string>()
  for (const name of resources.filter((one) => one !== 'orders')) {
    const scopes = ['changes.watch', `read:${name}.*`]
    const { secret } = await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'Sync', scopes }))
    const key = createShopClient({ url: shop.url, token: secret })
    using ofKey = await subscribeToChanges(key.admin, position)
    for (const { cause } of ofKey.changes) seen.add(cause)
    const ids = (JSON.stringify(ofKey.changes).match(OPENING_IDS) ?? []).filter(
      (id) => !(name === 'draftOrders' && id.startsWith('dorder_')),
    )
    expect([name, ids]).toEqual([name, []])
  }
  expect([...seen]).toEqual(
    expect.arrayContaining(['admin.orderEdits.create', 'admin.notes.create', 'admin.products.create']),
  )
})
