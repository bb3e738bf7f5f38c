import { Migration } from '@mikro-orm/migrations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { FIELD_TABLES, type FieldTable, field, TABLES_OF_CUSTOMERS } from '#entities/platform/field/field.ts'
import { proceduresOf } from '#routers/context/procedures-of.ts'
import { storeRouter } from '#routers/index.ts'
import { type Resource, relatedResource } from '#routers/reading/define-resource.ts'
import { documentedSchemaOf } from '#routers/reading/resource.ts'
import { FIELD_ENTITIES } from '#server/plugin/install-fields.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { populateShop } from '#test/support/populate-shop.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

const TABLES: Readonly<Record<FieldTable, string>> = {
  product: 'product',
  variant: 'product_variant',
  customer: 'customer',
  cart: 'cart',
  line_item: 'line_item',
  order: '"order"',
  address: 'address',
  region: 'region',
  shipping_option: 'shipping_option',
  product_collection: 'product_collection',
  product_category: 'product_category',
  discount: 'discount',
  gift_card: 'gift_card',
  return: '"return"',
  claim: 'claim_order',
  swap: 'swap',
  draft_order: 'draft_order',
}
const OWNED = TABLES_OF_CUSTOMERS
const isOwned = (table: FieldTable) => OWNED.some((one) => one === table)

/** Each row has the values, because they are defaults. */
class AddSecrets extends Migration {
  override up(): void {
    for (const table of FIELD_TABLES) {
      this.addSql(`alter table ${TABLES[table]} add secret_${table} text not null default 'SECRET'`)
      if (isOwned(table)) this.addSql(`alter table ${TABLES[table]} add own_${table} text not null default 'OWNED'`)
    }
  }
}

const secret = field.text({ default: 'SECRET', visibleTo: 'admin', writableBy: ['admin'], personal: false })
const own = field.text({ default: 'OWNED', visibleTo: 'customer', personal: false })
const secrets = definePlugin({
  name: 'secrets',
  fields: Object.fromEntries(
    FIELD_TABLES.map((table) => [
      table,
      { [`secret_${table}`]: secret, ...(isOwned(table) ? { [`own_${table}`]: own } : {}) },
    ]),
  ),
  migrations: [AddSecrets],
})

let shop: TestShop
let ada: Caller
let bob: Caller
const ids: Record<string, string> = {}

beforeAll(async () => {
  shop = await openTestShop({ plugins: [secrets] })
  await populateShop(shop)
  const buyer = await shop.given.customer()
  const region = await shop.given.region()
  const { code } = await shop.given.discount(region)
  const card = await shop.given.giftCard(region, 100)
  const sale = { by: buyer, email: buyer.email, region, discounts: [code], gift_cards: [card.code] }
  const order = await shop.given.order(sale)
  const cart = await shop.given.payableCart({ region, by: buyer })
  const product = await shop.given.product()
  ada = shop.as(buyer.headers)
  bob = shop.as((await shop.given.customer()).headers)
  Object.assign(ids, {
    carts: cart.id,
    orders: order.id,
    cart_id: order.cart_id,
    products: product.id,
    variants: product.variants[0].id,
    regions: region.id,
    'gift-cards': card.code,
  })
}, 120_000)
afterAll(() => shop[Symbol.asyncDispose]())

/** The dotted paths of relations, up to three steps. */
function relationsOf({ model }: Resource, depth = 3): string[] {
  if (depth === 0) return []
  return Array.from(model.relations).flatMap(([name, { resource }]) => [
    name,
    ...relationsOf(resource, depth - 1).map((path) => `${name}.${path}`),
  ])
}

/** The paths of all queries of the store, and each with each relation. */
function queries(): string[] {
  return proceduresOf(storeRouter).flatMap(([, { meta, output }]) => {
    const rest = meta?.openapi
    if (rest?.method !== 'GET' || !output) return []
    const folder = rest.path.split('/')[1] ?? ''
    const path = `/store${rest.path}`
      .replace('{cart_id}', ids.cart_id ?? '')
      .replace(/\{(id|code)\}/, ids[folder] ?? '{id}')
    if (path.includes('{')) return []
    const { shape = {} } = documentedSchemaOf(output) as z.ZodObject
    const resource = Object.values(shape).flatMap((property) => relatedResource(property) ?? [])[0]
    return [path, ...(resource ? relationsOf(resource).map((name) => `${path}?expand=${name}`) : [])]
  })
}

async function showing(caller: Caller, text: string, paths = queries()): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) if ((await caller.get(path)).text.includes(text)) found.push(path)
  return found
}

test('no query of the store shows a field of administrators, with any relation', async () => {
  const paths = queries()
  expect(paths.length).toBeGreaterThan(500)
  const answered = [`/store/carts/${ids.carts}`, `/store/orders/${ids.orders}`, `/store/products/${ids.products}`]
  for (const path of [...answered, '/store/customers/me', '/store/customers/me/orders'])
    expect((await ada.get(path)).status, path).toBe(200)
  expect(await showing(ada, 'SECRET', paths)).toEqual([])
  expect(await showing(shop, 'SECRET', paths)).toEqual([])
}, 300_000)

test('only the customer of a row sees a field of customers', async () => {
  const short = queries().filter((path) => !path.includes('.'))
  expect(await showing(shop, 'OWNED', short)).toEqual([])
  expect(await showing(bob, 'OWNED', [`/store/carts/${ids.carts}`, `/store/orders/${ids.orders}`])).toEqual([])
  const seen = await showing(ada, 'OWNED', short)
  expect(seen).toEqual(
    expect.arrayContaining([
      `/store/carts/${ids.carts}`,
      `/store/orders/${ids.orders}`,
      '/store/customers/me',
      '/store/customers/me/orders',
    ]),
  )
  const { order } = (await ada.get(`/store/orders/${ids.orders}`)).body
  expect(order).toMatchObject({ own_order: 'OWNED', items: [{ own_line_item: 'OWNED' }] })
}, 120_000)

test('changes of the store answer without the fields', async () => {
  const region = await shop.given.region()
  const variant = await shop.given.variant({ stock: 9 })
  const account = { first_name: 'Eve', last_name: 'Byron', email: 'eve@example.com', password: 'correct horse' }
  const newCart = { region_id: region.id, items: [{ variant_id: variant.id, quantity: 1 }] }
  const texts = [
    await shop.post('/store/carts', newCart, { 'idempotency-key': 'new-cart' }),
    await shop.post('/store/carts', newCart, { 'idempotency-key': 'new-cart' }),
    await shop.post(`/store/carts/${ids.carts}/line-items`, { variant_id: variant.id, quantity: 1 }),
    await shop.post('/store/customers', account),
    await shop.post('/store/auth', { email: account.email, password: account.password }),
    await ada.post('/store/customers/me', { first_name: 'Ada' }),
    await shop.post('/store/products/search', { q: 'a' }),
  ]
  expect(texts.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 200])
  expect(texts.filter(({ text }) => text.includes('SECRET'))).toEqual([])
})

test.each([
  ['/store/products?fields=secret_product', 'Requested fields [secret_product] are not valid'],
  ['/store/products?fields=id,variants.secret_variant&expand=variants', 'variants.secret_variant'],
  ['/store/products?order=secret_product', 'secret_product'],
  ['/store/variants?order=-product.secret_product', 'product.secret_product'],
  ['/store/products?secret_product=SECRET', 'property secret_product should not exist'],
  ['/store/variants?secret_variant[gte]=A', 'property secret_variant should not exist'],
])('a guest cannot name a hidden field: %s', async (path, message) => {
  const reply = await shop.get(path)
  expect(reply.status, reply.text).toBe(400)
  if (!path.includes('order=-')) expect(reply.body.message).toContain(message)
})

test('a customer cannot filter, sort or select by a field of administrators', async () => {
  for (const query of [
    'secret_order=SECRET',
    'order=secret_order',
    'fields=secret_order',
    'fields=items.secret_line_item',
  ])
    expect((await ada.get(`/store/customers/me/orders?${query}`)).status, query).toBe(400)
  for (const query of ['own_order=OWNED', 'fields=own_order', 'fields=%2Bown_order'])
    expect((await ada.get(`/store/customers/me/orders?${query}`)).body, query).toMatchObject({
      orders: [{ own_order: 'OWNED' }],
    })
  expect((await shop.get(`/store/orders/${ids.orders}?fields=own_order`)).status).toBe(400)
  expect((await bob.get(`/store/orders/${ids.orders}?fields=own_order`)).text).not.toContain('OWNED')
})

test('administrators see, filter and change the fields', async () => {
  const products = await expectSuccess(shop.admin.get('/admin/products?secret_product=SECRET&order=secret_product'))
  expect(products.count).toBeGreaterThan(0)
  const changed = await shop.admin.post(`/admin/orders/${ids.orders}`, { secret_order: 'Changed' })
  expect(changed.body.order).toMatchObject({ secret_order: 'Changed', own_order: 'OWNED' })
  const { secret } = await expectSuccess(shop.admin.post('/admin/api-keys', { name: 'ERP', scopes: ['products.*'] }))
  const key = shop.as({ authorization: `Bearer ${secret}` })
  expect((await key.get('/admin/products')).text).toContain('SECRET')
  expect((await key.get('/admin/orders')).status).toBe(403)
})

test('the description of the store does not contain the fields of administrators', async () => {
  const document = JSON.parse((await shop.get('/openapi.json')).text)
  const schemas: Record<string, object> = document.components.schemas
  const reached = new Set<string>()
  const visit = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g))
      if (!reached.has(name)) {
        reached.add(name)
        visit(schemas[name] ?? {})
      }
  }
  const paths = Object.entries(document.paths)
  visit(paths.filter(([path]) => path.startsWith('/store/')))
  const store = JSON.stringify([
    paths.filter(([path]) => path.startsWith('/store/')),
    [...reached].map((name) => schemas[name]),
  ])
  expect(store).not.toContain('secret_')
  expect(store).toContain('own_order')
  expect(JSON.stringify(document.paths)).toContain('PublicCart')
  const copies = Object.keys(schemas).filter((name) => name.startsWith('Public'))
  expect(copies.filter((name) => !reached.has(name))).toEqual([])
  expect(JSON.stringify(document)).toContain('secret_order')
})

test('each entity with fields is searched', () => {
  expect(Object.keys(FIELD_ENTITIES)).toEqual(Object.keys(TABLES))
})
