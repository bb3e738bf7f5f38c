import { Migration } from '@mikro-orm/migrations'
import { defineEntity, p } from '@mikro-orm/postgresql'
import {
  Customer,
  definePlugin,
  html,
  id,
  NotFound,
  Product,
  ProductVariant,
  partOfCatalogue,
  route,
  shopIn,
  statement,
  timestamps,
} from 'cartwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setClock } from '#entities/values/clock.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Product as ProductRow, Region } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* The shop sends an earlier page again only while PostgreSQL has what the page shows. */

const BadgeSchema = defineEntity({
  name: 'PageBadge',
  tableName: 'page_badge',
  properties: { id: id('badge'), ...timestamps(), text: p.text() },
})
class PageBadge extends BadgeSchema.class {}
BadgeSchema.setClass(PageBadge)

const NoteSchema = defineEntity({
  name: 'PageNote',
  tableName: 'page_note',
  properties: { id: id('note'), ...timestamps(), text: p.text() },
})
class PageNote extends NoteSchema.class {}
NoteSchema.setClass(PageNote)

class CreateTables extends Migration {
  override up(): void {
    for (const table of ['page_badge', 'page_note'])
      this.addSql(`create table ${table} (
        id text primary key, created_at timestamptz(3) not null, updated_at timestamptz(3) not null, text text not null)`)
    this.addSql(partOfCatalogue('page_badge'))
  }
}

const renders = new Map<string, number>()
const render = (name: string) => renders.set(name, (renders.get(name) ?? 0) + 1)
const countNotes = statement<{ count: number }>(
  'with n as (select * from page_note) select count(*)::int as count from n',
)
const countTitles = statement<{ count: number }>(
  'with n as (select * from product) select count(*)::int as count from n',
)
const reuse = { dependsOn: 'catalogue', cache: 60 } as const

const pages = definePlugin({
  name: 'pages',
  entities: [PageBadge, PageNote],
  migrations: [CreateTables],
  routes: {
    product: route.get('/p/:handle', reuse, async ({ ctx, params: { handle }, request, cookies }) => {
      render('product')
      const { store } = shopIn(ctx).asCaller()
      const { products } = await store.products.list({ handle, region_id: region.id })
      const [product] = products
      if (!product) throw new NotFound('None')
      const [variant] = product.variants ?? []
      return html`<h1>${product.title}</h1>${variant?.inventory_quantity} ${variant?.calculated_price}
        ${cookies.get('country')} ${request.header('x-theme')} ${ctx.customer_id ? 'known' : 'guest'}`
    }),
    address: route.get('/address', reuse, ({ request }) => {
      render('address')
      return html`${request.url.search}`
    }),
    titles: route.get('/titles', reuse, async ({ ctx }) => {
      render('titles')
      const found = await ctx.em.find(Product, {}, { fields: ['title'] })
      return html`${found.length} ${(await countTitles(ctx.em))[0]?.count} ${(await ctx.em.find(PageBadge, {})).map(({ text }) => text)}`
    }),
    notes: route.get('/notes', reuse, async ({ ctx }) => {
      render('notes')
      return html`${(await countNotes(ctx.em))[0]?.count}`
    }),
    stock: route.get('/stock', reuse, async ({ ctx }) => {
      render('stock')
      return html`${(await ctx.em.find(ProductVariant, {})).map((one) => one.inventory_quantity)}`
    }),
    people: route.get('/people', reuse, async ({ ctx }) => {
      render('people')
      const admin = shopIn(ctx).as({ plugin: 'pages', scopes: ['read:customers.*'] }).admin
      return html`${(await admin.customers.list({})).count} ${await ctx.em.count(Customer)}`
    }),
    visit: route.get('/visit', reuse, ({ cookies }) => {
      render('visit')
      cookies.set('visited', 'yes')
      return html`<p>Hello</p>`
    }),
    missing: route.get('/missing', reuse, () => {
      render('missing')
      return html`<p>None</p>`.response({ status: 404 })
    }),
    old: route.get('/old', { cache: 60 }, () => {
      render('old')
      return html`<p>Old</p>`
    }),
  },
})

let shop: TestShop
let region: Region
let product: ProductRow
beforeAll(async () => {
  shop = await openTestShop({ plugins: [pages] })
  region = await shop.given.region()
  product = await shop.given.product({ title: 'Vase' })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => renders.clear())

const get = (path: string, headers: Record<string, string> = {}) => fetch(shop.url + path, { headers })
const textOf = async (path: string, headers?: Record<string, string>) =>
  (await (await get(path, headers)).text()).replaceAll(/\s+/g, ' ').trim()
const path = () => `/p/${product.handle}`

test('a page is rendered once until the catalogue changes', async () => {
  const first = await textOf(path())
  expect(await textOf(path())).toBe(first)
  expect(renders.get('product')).toBe(1)
  await expectSuccess(shop.admin.post(`/admin/products/${product.id}`, { title: 'Bowl' }))
  expect(await textOf(path())).toContain('<h1>Bowl</h1>')
  expect(renders.get('product')).toBe(2)
})

test('a page that is sent again names the headers that it reads', async () => {
  const first = await get(path())
  const again = await get(path())
  expect(renders.get('product') ?? 0).toBeLessThan(2)
  expect(again.headers.get('vary')?.toLowerCase()).toContain('x-theme')
  expect(again.headers.get('vary')).toBe(first.headers.get('vary'))
})

test('a sale of the shown variant renders the page again, and another sale does not', async () => {
  const [variant] = product.variants ?? []
  const other = await shop.given.variant()
  await textOf(path())
  await shop.given.stock(variant!, 41)
  await textOf(path())
  renders.clear()
  await changeRows(shop, ProductVariant, { id: other.id }, { inventory_quantity: 5, updated_at: new Date() })
  await textOf(path())
  expect(renders.get('product')).toBeUndefined()
  await changeRows(shop, ProductVariant, { id: variant!.id }, { inventory_quantity: 40, updated_at: new Date() })
  expect(await textOf(path())).toContain('</h1>40 ')
  expect(renders.get('product')).toBe(1)
})

test('pages differ by the cookies, the headers and the address that the route reads', async () => {
  await textOf(path())
  renders.clear()
  expect(await textOf(path(), { cookie: 'country=de' })).toContain(' de ')
  expect(await textOf(path(), { cookie: 'country=at' })).toContain(' at ')
  expect(await textOf(path(), { cookie: 'country=de; other=1' })).toContain(' de ')
  expect(await textOf(path(), { 'x-theme': 'dark' })).toContain(' dark ')
  expect(await textOf(path(), { 'user-agent': 'Other' })).not.toContain('dark')
  expect(renders.get('product')).toBe(3)
  expect([await textOf('/address?a=1'), await textOf('/address?a=2'), await textOf('/address?a=1')]).toEqual([
    '?a=1',
    '?a=2',
    '?a=1',
  ])
  expect(renders.get('address')).toBe(2)
})

test('a page of a logged-in customer is rendered for this customer, and is not shared', async () => {
  const { headers } = await shop.given.customer()
  expect(await textOf(path())).toContain('guest')
  const own = await get(path(), headers)
  expect(await own.text()).toContain('known')
  expect(own.headers.get('cache-control')).toBe('private, no-cache')
  expect(await textOf(path())).toContain('guest')
  const shared = await get(path())
  expect(shared.headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60')
  const etag = shared.headers.get('etag')!
  expect((await get(path(), { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status).toBe(304)
})

test('a table of a plugin is a part of the catalogue with a trigger', async () => {
  expect(await textOf('/titles')).toMatch(/^\d+ \d+$/)
  await textOf('/titles')
  expect(renders.get('titles')).toBe(1)
  await shop.orm.em.fork().transactional(async (em) => {
    em.create(PageBadge, { text: 'New' })
  })
  expect(await textOf('/titles')).toContain('New')
})

test.each(['notes', 'stock', 'people', 'visit', 'missing', 'old'])('%s is rendered each time', async (name) => {
  const first = await get(`/${name}`)
  await first.text()
  await textOf(`/${name}`)
  expect(renders.get(name)).toBe(2)
})

test('a page ends with the price list that it shows', async () => {
  await textOf(path())
  await textOf(path())
  renders.clear()
  const start = Date.now() + 60_000
  const list = {
    ...{ name: 'Sale', description: 'Sale', type: 'sale', status: 'active', starts_at: new Date(start).toISOString() },
    prices: [{ variant_id: product.variants?.[0]?.id, amount: 1, currency_code: region.currency_code }],
  }
  await expectSuccess(shop.admin.post('/admin/price-lists', list as object))
  expect(await textOf(path())).not.toContain(' 1 ')
  setClock(start + 1000)
  try {
    expect(await textOf(path())).toContain(' 1 ')
  } finally {
    setClock(Date.now())
  }
})
