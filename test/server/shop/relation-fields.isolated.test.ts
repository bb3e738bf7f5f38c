import { Migration } from '@mikro-orm/migrations'
import { defineEntity, type EntityManager, p } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient, shopError } from '#client/index.ts'
import { deleteRow, insertRow, lockRow } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { id, timestamps } from '#entities/base.ts'
import { Cart } from '#entities/cart/cart/cart.ts'
import { ProductCollection } from '#entities/catalogue/collection/product-collection.ts'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import { field } from '#entities/platform/field/field.ts'
import { rowWithFields } from '#entities/platform/field/row-with-fields.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { addUserWithScopes } from '#test/support/add-member.ts'
import { readCsv, writeCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { errorMessagesOf, productRow } from '#test/support/import-shop.ts'
import { readFileText, runJob, storeFile } from '#test/support/jobs.ts'
import { sendWhileLocked } from '#test/support/send-while-locked.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { untyped } from '#test/support/untyped.ts'

const DepotSchema = defineEntity({
  name: 'Depot',
  tableName: 'depot',
  properties: { id: id('depot'), ...timestamps(), name: p.text() },
})
class Depot extends DepotSchema.class {}
DepotSchema.setClass(Depot)

class AddRelations extends Migration {
  override up(): void {
    this.addSql(`create table depot (id text primary key, created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null, name text not null)`)
    const columns = [
      ['product', 'season_id', 'product_collection on delete set null'],
      ['product', 'buyer_id', 'customer on delete set null'],
      ['product_variant', 'spare_id', 'product_variant on delete restrict'],
      ['cart', 'depot_id', 'depot on delete set null'],
      ['"order"', 'depot_id', 'depot on delete restrict'],
      ['"order"', 'salesman_id', 'customer on delete set null'],
    ]
    for (const [table, column, target] of columns) {
      this.addSql(`alter table ${table} add ${column} text references ${target}`)
      this.addSql(`create index on ${table} (${column})`)
    }
  }
}

const byAdmin = { writableBy: ['admin'] } as const
const fields = {
  product: {
    season_id: field.relation(ProductCollection, { ...byAdmin, onDelete: 'clear' }),
    buyer_id: field.relation(Customer, { ...byAdmin, visibleTo: 'admin', onDelete: 'clear' }),
  },
  variant: { spare_id: field.relation(ProductVariant, { ...byAdmin, onDelete: 'refuse' }) },
  cart: { depot_id: field.relation(Depot, { writableBy: ['store'], personal: false, onDelete: 'clear' }) },
  order: {
    depot_id: field.relation(Depot, { ...byAdmin, personal: false, onDelete: 'refuse' }),
    salesman_id: field.relation(Customer, { ...byAdmin, visibleTo: 'admin', personal: false, onDelete: 'clear' }),
  },
}
const related = definePlugin({ name: 'related', fields, entities: [Depot], migrations: [AddRelations] })
const definition = defineShop({ plugins: [related] })

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: [related] })
})
afterAll(() => shop[Symbol.asyncDispose]())

const client = () => createShopClient<typeof definition>({ url: shop.url, token: shop.token })

const newCollection = async (title: string) => (await client().admin.collections.create.mutate({ title })).collection.id

const newDepot = (name: string): Promise<string> =>
  inTransaction(shop.orm.em.fork(), async (em) => insertRow(em, Depot, { name }).id)

const seasonOf = async (product: string) => (await client().admin.products.get.query({ id: product })).product.season_id

test('a row names a row of the core, shows its ID, and is found by it', async () => {
  const { admin, store } = client()
  const { product_id } = await shop.given.variant()
  const season_id = await newCollection('Spring')
  const { product } = await admin.products.update.mutate({ id: product_id, season_id })
  expect(product.season_id).toBe(season_id)
  expect((await store.products.get.query({ id: product_id })).product.season_id).toBe(season_id)
  expect((await store.products.list.query({ season_id })).count).toBe(1)
  const found = await admin.products.list.query({ season_id: [season_id, 'other'] })
  expect(found.products.map((one) => one.id)).toEqual([product_id])
  expect((await admin.products.list.query({ id: product_id, season_id: { exists: false } })).count).toBe(0)
  expect((await admin.products.update.mutate({ id: product_id, season_id: null })).product.season_id).toBeNull()
  expect((await admin.products.list.query({ id: product_id, season_id: { exists: false } })).count).toBe(1)
  expect((await shop.admin.get(`/admin/products?season_id[gte]=${season_id}`)).status).toBe(400)
})

test.each([
  ['an unknown ID', 'pcol_unknown'],
  ['the ID of another table', 'prod_unknown'],
  ['a quote', `'; drop table product; --`],
  ['a zero byte', 'a\0b'],
])('%s is refused, and the message names the field', async (_, season_id) => {
  const { product_id } = await shop.given.variant()
  const reply = await shop.admin.post(`/admin/products/${product_id}`, { season_id })
  expect(reply.status).toBe(400)
  if (!season_id.includes('\0'))
    expect(reply.body.message).toBe(`season_id is not valid: there is no product collection with the ID ${season_id}`)
  const refused = await client().admin.products.update.mutate({ id: product_id, season_id }).catch(shopError)
  if (!season_id.includes('\0')) expect(refused).toMatchObject({ fields: [{ path: 'season_id' }] })
  expect(await seasonOf(product_id)).toBeNull()
})

test.each([[''], ['x'.repeat(201)], [7], [{}], [[]], [true]])('%j is no ID', async (season_id) => {
  const { product_id } = await shop.given.variant()
  const reply = await shop.admin.post(`/admin/products/${product_id}`, { season_id })
  expect(reply.status).toBe(400)
  expect(reply.body.message).toContain('season_id')
})

test('a deleted row cannot be named, and its deletion clears the fields of the other rows', async () => {
  const { admin } = client()
  const { product_id } = await shop.given.variant()
  const season_id = await newCollection('Summer')
  await admin.products.update.mutate({ id: product_id, season_id })
  await admin.collections.delete.mutate({ id: season_id })
  expect(await seasonOf(product_id)).toBeNull()
  const again = await shop.admin.post(`/admin/products/${product_id}`, { season_id })
  expect([again.status, again.body.message]).toEqual([
    400,
    `season_id is not valid: there is no product collection with the ID ${season_id}`,
  ])
})

test('a row cannot be deleted while a field needs it', async () => {
  const spare = await shop.given.variant()
  const variant = await shop.given.variant()
  const { admin } = client()
  const set = (spare_id: string | null) =>
    admin.products.updateVariant.mutate({ id: variant.product_id, variant_id: variant.id, spare_id })
  await set(spare.id)
  const refused = await shop.admin.delete(`/admin/products/${spare.product_id}`)
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'Product_variant cannot be deleted because other records refer to it',
  ])
  expect((await admin.variants.get.query({ id: spare.id })).variant.id).toBe(spare.id)
  await set(null)
  await expectSuccess(shop.admin.delete(`/admin/products/${spare.product_id}`))
})

test('a deleted row needs no other row', async () => {
  const spare = await shop.given.variant()
  const variant = await shop.given.variant()
  const { admin } = client()
  await admin.products.updateVariant.mutate({ id: variant.product_id, variant_id: variant.id, spare_id: spare.id })
  await expectSuccess(shop.admin.delete(`/admin/products/${variant.product_id}`))
  await expectSuccess(shop.admin.delete(`/admin/products/${spare.product_id}`))
})

test('a deletion waits for a writer, and a writer for a deletion', async () => {
  const { admin } = client()
  const { product_id } = await shop.given.variant()
  for (let round = 0; round < 12; round++) {
    const season_id = await newCollection(`Race ${round}`)
    const [written, deleted] = await Promise.allSettled([
      admin.products.update.mutate({ id: product_id, season_id }),
      admin.collections.delete.mutate({ id: season_id }),
    ])
    expect(deleted.status).toBe('fulfilled')
    if (written.status === 'rejected') expect(shopError(written.reason)).toMatchObject({ httpStatus: 400 })
    expect(await seasonOf(product_id)).toBeNull()
  }
})

test('a deletion sees the relation of a transaction that has not ended', async () => {
  const { product_id } = await shop.given.variant()
  const season_id = await newCollection('Late')
  const write = async (em: EntityManager) => {
    const product = await lockRow(em, Product, { id: product_id })
    if (product) rowWithFields(product, fields.product).season_id = season_id
    await em.flush()
  }
  const reply = await sendWhileLocked(shop, write, () => shop.admin.delete(`/admin/collections/${season_id}`))
  expect(reply.status).toBe(200)
  expect(await seasonOf(product_id)).toBeNull()
})

test('a deletion that is refused sees the relation of a transaction that has not ended', async () => {
  const spare = await shop.given.variant()
  const variant = await shop.given.variant()
  const write = async (em: EntityManager) => {
    const row = await lockRow(em, ProductVariant, { id: variant.id })
    if (row) rowWithFields(row, fields.variant).spare_id = spare.id
    await em.flush()
  }
  const reply = await sendWhileLocked(shop, write, () => shop.admin.delete(`/admin/products/${spare.product_id}`))
  expect(reply.status).toBe(400)
  expect((await client().admin.variants.get.query({ id: variant.id })).variant.spare_id).toBe(spare.id)
})

test('a dry run refuses the same values and changes nothing', async () => {
  const { product_id } = await shop.given.variant()
  const season_id = await newCollection('Preview')
  const headers = { 'x-dry-run': 'true' }
  const post = (value: string) => shop.admin.post(`/admin/products/${product_id}`, { season_id: value }, headers)
  expect([(await post(season_id)).status, (await post('pcol_unknown')).status]).toEqual([200, 400])
  expect(await seasonOf(product_id)).toBeNull()
})

test('a caller names only rows that it may read', async () => {
  const { product_id } = await shop.given.variant()
  const customer = await shop.given.customer()
  const { caller } = await addUserWithScopes(shop, 'products.*')
  for (const buyer_id of [customer.id, 'cus_unknown']) {
    const refused = await caller.post(`/admin/products/${product_id}`, { buyer_id })
    expect([refused.status, refused.body.message]).toEqual([
      403,
      'You cannot set buyer_id, because you may not read customers',
    ])
  }
  await expectSuccess(caller.post(`/admin/products/${product_id}`, { buyer_id: null }))
  const { caller: reader } = await addUserWithScopes(shop, 'products.*', 'read:customers.*')
  await expectSuccess(reader.post(`/admin/products/${product_id}`, { buyer_id: customer.id }))
  expect((await shop.get(`/store/products/${product_id}`)).text).not.toContain('buyer_id')
})

test('an order takes the relation of its cart, and keeps the row', async () => {
  const depot_id = await newDepot('North')
  const { admin, store } = client()
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const cart = await shop.given.payableCart({ region, option })
  await store.carts.update.mutate({ id: cart.id, depot_id })
  const completed = untyped<{ data: { id: string; depot_id: string } }>(
    await store.carts.complete.mutate({ id: cart.id }),
  )
  expect(completed.data.depot_id).toBe(depot_id)
  const removed = inTransaction(shop.orm.em.fork(), async (em) => {
    const depot = await lockRow(em, Depot, { id: depot_id })
    if (depot) deleteRow(em, depot)
  })
  await expect(removed).rejects.toThrow()
  await admin.orders.update.mutate({ id: completed.data.id, depot_id: null })
})

test('the code of a plugin adds a row and names it in one flush, and gets an error for another ID', async () => {
  const { id: region_id } = await shop.given.region()
  const { id: cart_id } = (await client().store.carts.create.mutate({ region_id })).cart
  const name = (depot: (em: EntityManager) => string) =>
    inTransaction(shop.orm.em.fork(), async (em) => {
      const cart = await lockRow(em, Cart, { id: cart_id })
      if (cart) rowWithFields(cart, fields.cart).depot_id = depot(em)
    })
  await name((em) => insertRow(em, Depot, { name: 'South' }).id)
  const { cart } = await client().store.carts.get.query({ id: cart_id })
  expect(cart.depot_id).toMatch(/^depot_/)
  await expect(name(() => 'depot_unknown')).rejects.toThrow(/depot_id is not valid/)
})

test('a CSV file has the IDs, and an import names each line with an unknown one', async () => {
  const season_id = await newCollection('Autumn')
  const rows = [
    productRow({ 'Product Handle': 'seasonal', 'Product Season Id': season_id }),
    productRow({ 'Product Handle': 'timeless', 'Product Season Id': 'pcol_unknown' }),
  ]
  const importRows = async (lines: typeof rows) =>
    runJob(shop, 'product-import', { fileKey: await storeFile(shop, writeCsv(lines)) })
  const refused = await importRows(rows)
  expect(errorMessagesOf(refused).join()).toContain('Product Season Id names a row that does not exist: pcol_unknown')
  expect((await importRows(rows.slice(0, 1))).status).toBe('completed')
  const { result } = await runJob(shop, 'product-export', {})
  const exported = readCsv(await readFileText(shop, result.file_key)).rows
  expect(exported.find((row) => row['Product Handle'] === 'seasonal')).toMatchObject({ 'Product Season Id': season_id })
})

test('an erasure reaches the orders of the customer that name another customer, and clears relations to the customer', async () => {
  const { admin } = client()
  const salesman = await shop.given.customer()
  const customer = await shop.given.customer()
  const order = await shop.given.order({ by: customer, email: customer.email })
  await admin.orders.update.mutate({ id: order.id, email: 'work@example.com', salesman_id: salesman.id })
  await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/cancel`))
  await expectSuccess(shop.admin.post(`/admin/customers/${customer.id}/erase`))
  const erased = (await admin.orders.get.query({ id: order.id })).order
  expect(erased).toMatchObject({ email: 'erased@erased.invalid', salesman_id: salesman.id })
  await expectSuccess(shop.admin.post(`/admin/customers/${salesman.id}/erase`))
  expect((await admin.orders.get.query({ id: order.id })).order).toMatchObject({ salesman_id: null })
})
