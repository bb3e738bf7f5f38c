import { Migration } from '@mikro-orm/migrations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createShopClient, shopError } from '#client/index.ts'
import { insertRow, lockRow } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { field } from '#entities/platform/field/field.ts'
import { rowWithFields } from '#entities/platform/field/row-with-fields.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { readCsv, writeCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { errorMessagesOf, productRow, type Row } from '#test/support/import-shop.ts'
import { readFileText, runJob, storeFile } from '#test/support/jobs.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { untyped } from '#test/support/untyped.ts'

class AddFields extends Migration {
  override up(): void {
    this.addSql(`alter table product add stars integer, add weight_class text, add erp_number text, add sold_on date,
      add box jsonb, add colours text[], add pages integer[], add ratio double precision, add cost integer,
      add cost_currency text, add step integer not null default 5`)
    this.addSql('alter table cart add points integer')
    this.addSql('alter table "order" add points integer, add fee integer')
  }
}

const byAdmin = { writableBy: ['admin'] } as const
const fields = {
  product: {
    stars: field.integer({ min: 1, max: 5, ...byAdmin }),
    weight_class: field.enum(['light', 'heavy'], byAdmin),
    erp_number: field.text({ pattern: /[A-Z]{3}-\d+/, example: 'ABC-1', ...byAdmin }),
    sold_on: field.date(byAdmin),
    box: field.json(z.strictObject({ width: z.int() }), { maxSize: 20, ...byAdmin }),
    colours: field.list(field.enum(['red', 'blue']), { maxSize: 2, ...byAdmin }),
    pages: field.list(field.integer({ min: 0 }), byAdmin),
    ratio: field.number({ min: 0, max: 1, ...byAdmin }),
    cost: field.money({ min: 0, currency: 'cost_currency', ...byAdmin }),
    cost_currency: field.text({ ...byAdmin }),
    step: field.integer({
      ...byAdmin,
      default: 5,
      validate: (value) =>
        value % 5 === 0 ? undefined : { en: 'must be a multiple of 5', de: 'muss ein Vielfaches von 5 sein' },
    }),
  },
  cart: { points: field.integer({ min: 0, writableBy: ['store', 'admin'] }) },
  order: {
    points: field.integer({ min: 0, max: 10, writableBy: ['admin'] }),
    fee: field.money({ writableBy: ['admin'] }),
  },
} as const
const rules = definePlugin({ name: 'rules', fields, migrations: [AddFields] })
const definition = defineShop({ plugins: [rules] })

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: [rules], demo: true })
})
afterAll(() => shop[Symbol.asyncDispose]())

const clientOf = () => createShopClient<typeof definition>({ url: shop.url, token: shop.token })

const refused: readonly [name: string, value: unknown, message: string][] = [
  ['stars', 0, 'stars must not be less than 1'],
  ['stars', 6, 'stars must not be greater than 5'],
  ['stars', 1.5, 'stars must be an integer number'],
  ['stars', 1e300, 'stars must not be greater than 5'],
  ['weight_class', 'medium', 'weight_class must be one of the following values: light, heavy'],
  ['erp_number', 'abc-1', 'erp_number must have a format such as ABC-1'],
  ['erp_number', 'ABC-1\nABC-2', 'erp_number must have a format such as ABC-1'],
  ['sold_on', '2026-02-30', 'sold_on must be a day such as 2026-12-24'],
  ['sold_on', '0000-01-01', 'sold_on must be a day such as 2026-12-24'],
  ['sold_on', '2026-01-01T00:00:00Z', 'sold_on must be a day such as 2026-12-24'],
  ['box', { width: 1.5 }, 'width must be an integer number'],
  ['box', { width: 1, depth: 2 }, 'property depth should not exist'],
  ['box', { width: 12345678901234 }, 'box must be JSON of at most 20 bytes'],
  ['colours', ['red', 'green'], 'each value in colours must be one of the following values: red, blue'],
  ['colours', ['red', 'red', 'red'], 'colours must not be greater than 2'],
  ['colours', 'red', 'colours must be an array'],
  ['pages', [-1], 'each value in pages must not be less than 0'],
  ['ratio', 1.1, 'ratio must not be greater than 1'],
  ['cost', -1, 'cost must not be less than 0'],
  ['step', 7, 'step must be a multiple of 5'],
]

test.each(refused)('the value of %s is refused over REST: %j', async (name, value, message) => {
  const { id } = await shop.given.product()
  const reply = await shop.admin.post(`/admin/products/${id}`, { [name]: value })
  expect(reply).toMatchObject({ status: 400, body: { type: 'invalid_data' } })
  expect(reply.body.message).toContain(message)
})

test('an error of the typed client names the field and its rule', async () => {
  const { id } = await shop.given.product()
  const refusalOf = async (changes: { step?: number; erp_number?: string }) =>
    shopError(
      await clientOf()
        .admin.products.update.mutate({ id, ...changes })
        .catch((error: unknown) => error),
    )?.fields
  expect(await refusalOf({ step: 7 })).toEqual([
    {
      path: 'step',
      message: 'step must be a multiple of 5',
      rule: { name: 'refused', texts: { en: 'must be a multiple of 5', de: 'muss ein Vielfaches von 5 sein' } },
    },
  ])
  expect(await refusalOf({ erp_number: 'x' })).toMatchObject([{ rule: { name: 'example', example: 'ABC-1' } }])
})

test('a value that is older than a rule is shown, and a change of another column keeps it', async () => {
  const { id } = await shop.given.product()
  const older: object = { weight_class: 'ancient', stars: 99, box: { height: 1 }, colours: ['green'] }
  await shop.orm.em.fork().nativeUpdate(Product, { id }, older)
  const shown = async () => (await expectSuccess(shop.admin.get(`/admin/products/${id}`))).product
  expect(await shown()).toMatchObject(older)
  expect((await shop.get(`/store/products/${id}`)).body.product).toMatchObject({ weight_class: 'ancient' })
  await expectSuccess(shop.admin.post(`/admin/products/${id}`, { title: 'Vase' }))
  expect(await shown()).toMatchObject({ ...older, title: 'Vase' })
})

test('values of each type are written, read, filtered and cleared', async () => {
  const { admin } = clientOf()
  const { id } = await shop.given.product()
  const values = {
    stars: 5,
    weight_class: 'heavy',
    erp_number: 'ABC-17',
    sold_on: '2024-02-29',
    box: { width: 3 },
    colours: ['red', 'blue'],
    pages: [3, 4],
    cost: 1250,
    cost_currency: 'eur',
    step: 10,
  } as const
  const { product } = await admin.products.update.mutate({
    id,
    ...values,
    colours: [...values.colours],
    pages: [...values.pages],
  })
  expect(product).toMatchObject(values)
  const find = async (filters: Parameters<typeof admin.products.list.query>[0]) =>
    (await admin.products.list.query({ ...filters, limit: 1000 })).products.some((one) => one.id === id)
  expect(await find({ weight_class: ['heavy', 'light'] })).toBe(true)
  expect(await find({ sold_on: { gte: '2024-02-29', lt: '2024-03-01' } })).toBe(true)
  expect(await find({ sold_on: '2024-02-28' })).toBe(false)
  expect(await find({ erp_number: { gte: 'ABC' } })).toBe(true)
  expect(await find({ colours: 'red' })).toBe(true)
  expect(await find({ colours: ['blue'] })).toBe(true)
  expect(await find({ pages: 4 })).toBe(true)
  expect(await find({ pages: [5, 6] })).toBe(false)
  expect(await find({ box: { exists: true } })).toBe(true)
  expect(await find({ stars: { exists: false } })).toBe(false)
  expect(await find({ stars: null })).toBe(false)
  const listed = await shop.admin.get('/admin/products?erp_number[exists]=true&colours=red&sold_on[lte]=2024-02-29')
  expect(listed.body).toMatchObject({ count: 1, products: [{ id }] })
  const cleared = await admin.products.update.mutate({ id, box: null, colours: null, pages: [] })
  expect(cleared.product).toMatchObject({ box: null, colours: null, pages: [] })
  expect(await find({ colours: { exists: true } })).toBe(false)
  for (const query of ['sold_on=2024-02-30', 'weight_class=medium', 'box=1', 'stars[exists]=maybe', 'order=box'])
    expect((await shop.admin.get(`/admin/products?${query}`)).status, query).toBe(400)
})

test('the code of a plugin cannot write a value that the field refuses', async () => {
  const { id } = await shop.given.product()
  const write = (change: (product: { stars: number | null; step: number }) => void) =>
    inTransaction(shop.orm.em.fork(), async (em) => {
      const product = await lockRow(em, Product, { id })
      if (!product) throw new Error('There is no product')
      change(rowWithFields(product, { stars: fields.product.stars, step: fields.product.step }))
    })
  await expect(write((product) => (product.stars = 9))).rejects.toThrow('stars must not be greater than 5')
  await expect(write((product) => (product.step = 1))).rejects.toThrow('step must be a multiple of 5')
  await write((product) => (product.stars = null))
  await write((product) => (product.stars = 4))
  const em = shop.orm.em.fork()
  const entity = await em.findOneOrFail(Product, { id })
  Object.assign(entity, { stars: -1 })
  await expect(em.flush()).rejects.toThrow('stars must not be less than 1')
  const row = { title: 'New', profile_id: entity.profile_id, stars: 12 }
  expect(() => insertRow(em, Product, row)).toThrow('stars must not be greater than 5')
  expect((await shop.admin.get(`/admin/products/${id}`)).body.product).toMatchObject({ stars: 4, step: 5 })
})

test('a value that the order refuses ends the completion of its cart', async () => {
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const cart = await shop.given.payableCart({ region, option })
  const at = `/store/carts/${cart.id}` as const
  expect((await shop.post(at, { points: -5 })).status).toBe(400)
  expect((await shop.post(at, { points: 11 })).status).toBe(200)
  expect(await shop.post(`${at}/complete`)).toMatchObject({
    status: 400,
    body: { message: 'points must not be greater than 10' },
  })
  expect((await shop.post(at, { points: 10 })).status).toBe(200)
  expect(untyped<{ data: { points: number } }>((await shop.post(`${at}/complete`)).body).data.points).toBe(10)
})

const row = productRow({
  'Product Handle': 'ruled',
  'Product Stars': 4,
  'Product Weight Class': 'light',
  'Product Erp Number': 'XYZ-1',
  'Product Sold On': '2026-12-24',
  'Product Box': '{"width":7}',
  'Product Colours': 'red,blue',
  'Product Pages': '1,2',
  'Product Cost': 990,
  'Product Cost Currency': 'eur',
  'Product Step': 15,
})

const importRow = async (given: Row) =>
  runJob(shop, 'product-import', { fileKey: await storeFile(shop, writeCsv([given])) })

test('an import and an export have each type', async () => {
  expect((await importRow(row)).status).toBe('completed')
  const { result } = await runJob(shop, 'product-export', {})
  const exported = readCsv(await readFileText(shop, result.file_key)).rows.find(
    (one) => one['Product Handle'] === 'ruled',
  )
  const names = Object.keys(row).filter((title) => /Stars|Class|Erp|Sold|Box|Colours|Pages|Cost|Step/.test(title))
  for (const title of names) expect(exported?.[title], title).toBe(String(row[title]))
  const { products } = (await shop.admin.get('/admin/products?handle=ruled')).body
  expect(products[0]).toMatchObject({ box: { width: 7 }, colours: ['red', 'blue'], pages: [1, 2], step: 15 })
})

test.each([
  ['Product Stars', 9, 'must not be greater than 5'],
  ['Product Stars', 0, 'must not be less than 1'],
  ['Product Weight Class', 'medium', 'must be one of the following values: light, heavy'],
  ['Product Erp Number', 'none', 'must have a format such as ABC-1'],
  ['Product Sold On', '2026-02-30', 'must be a day such as 2026-12-24'],
  ['Product Box', '{"width":"wide"}', 'is not valid'],
  ['Product Box', '{', 'must be JSON'],
  ['Product Colours', 'red,green', 'must be one of the following values: red, blue'],
  ['Product Colours', 'red,red,red', 'must have at most 2 values'],
  ['Product Pages', '1,two', 'must be a number'],
  ['Product Step', 7, 'must be a multiple of 5'],
])('an import refuses %s with the value %s', async (title, value, message) => {
  const job = await importRow({ ...row, 'Product Handle': 'refused', [title]: value })
  expect(job.status).toBe('failed')
  expect(errorMessagesOf(job)).toEqual([expect.stringContaining(`${title} ${message} (line 2)`)])
})

test('the console gets the rules of the fields', async () => {
  const { plugins } = await clientOf().admin.plugins.list.query()
  const described = Object.fromEntries(plugins[0]?.fields.map((one) => [`${one.table}.${one.name}`, one]) ?? [])
  expect(described['product.stars']).toMatchObject({ type: 'integer', min: 1, max: 5, values: null })
  expect(described['product.colours']).toMatchObject({ type: 'list', element: 'enum', values: ['red', 'blue'] })
  expect(described['product.cost']).toMatchObject({
    type: 'money',
    currency_column: 'cost_currency',
    label: { en: 'Cost' },
  })
  expect(described['product.erp_number']).toMatchObject({ example: 'ABC-1' })
})
