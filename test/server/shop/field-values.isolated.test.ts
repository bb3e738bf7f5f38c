import { isDeepStrictEqual } from 'node:util'
import { Migration } from '@mikro-orm/migrations'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createShopClient } from '#client/index.ts'
import { type Field, field } from '#entities/platform/field/field.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { untyped } from '#test/support/untyped.ts'

const TIME = new Date('2026-01-02T12:34:56.789Z')
const DIMENSIONS = z.strictObject({ measured_at: z.string(), width: z.number() })
const all = { writableBy: ['admin', 'store'], personal: false } as const

/** Each type with each nullability. The names mislead: `seen_at` is a text, and `due` is a time. */
const KINDS: readonly [name: string, field: Field, column: string, set: unknown, unset: unknown][] = [
  ['note', field.text(all), 'text', '2026-01-02', null],
  ['seen_at', field.text(all), 'text', '2026-01-02T12:34:56.789Z', null],
  ['kept_at', field.text({ ...all, default: 'none' }), "text not null default 'none'", 'yesterday', 'none'],
  ['size', field.integer(all), 'integer', 12, null],
  ['pages', field.integer({ ...all, default: 3 }), 'integer not null default 3', -4, 3],
  ['weight', field.number(all), 'double precision', 0.1, null],
  ['rate', field.number({ ...all, default: 1.5 }), 'double precision not null default 1.5', 1e21, 1.5],
  ['fragile', field.boolean(all), 'boolean', true, null],
  ['gift', field.boolean({ ...all, default: false }), 'boolean not null default false', true, false],
  ['mood', field.enum(['calm', 'wild'], all), 'text', 'wild', null],
  ['wrap', field.enum(['none', 'gift'], { ...all, default: 'none' }), "text not null default 'none'", 'gift', 'none'],
  ['born_at', field.date(all), 'date', '2024-02-29', null],
  ['tags', field.list(field.text(), all), 'text[]', ['a, "b"', 'c'], null],
  ['sizes', field.list(field.integer(), { ...all, default: [1] }), "integer[] not null default '{1}'", [3, -1], [1]],
  ['dimensions', field.json(DIMENSIONS, all), 'jsonb', { measured_at: '2026-01-02T12:34:56.789Z', width: 2 }, null],
  ['due', field.datetime(all), 'timestamptz(3)', TIME, null],
  ['shown_at', field.datetime(all), 'timestamptz(3)', TIME, null],
  [
    'starts',
    field.datetime({ ...all, default: new Date('2020-01-01') }),
    "timestamptz(3) not null default '2020-01-01T00:00:00Z'",
    TIME,
    new Date('2020-01-01'),
  ],
]
/** `field-tables.isolated.test.ts` has the other tables. */
const TABLES = {
  product: 'product',
  variant: 'product_variant',
  customer: 'customer',
  cart: 'cart',
  line_item: 'line_item',
  order: '"order"',
}
type Table = keyof typeof TABLES
const TABLE_NAMES = ['product', 'variant', 'customer', 'cart', 'line_item', 'order'] as const

/** A cart and its order share a name, so that the field is copied. */
const nameOf = (table: Table, name: string) => `${table === 'order' ? 'cart' : table}_${name}`

class AddFields extends Migration {
  override up(): void {
    for (const table of TABLE_NAMES)
      for (const [name, , column] of KINDS)
        this.addSql(`alter table ${TABLES[table]} add ${nameOf(table, name)} ${column}`)
  }
}

const fieldsOf = (table: Table) => Object.fromEntries(KINDS.map(([name, one]) => [nameOf(table, name), one]))
const valuesOf = (table: Table, values: 'set' | 'unset') =>
  Object.fromEntries(KINDS.map(([name, , , set, unset]) => [nameOf(table, name), values === 'set' ? set : unset]))
const fields = Object.fromEntries(TABLE_NAMES.map((table) => [table, fieldsOf(table)]))

const plain = definePlugin({ name: 'plain', fields, migrations: [AddFields] })
const used = { ...plain, rules: { 'cart.complete': () => {} }, prices: () => [] }

/** Returns the fields in an answer whose values differ, as \`path: value\`. */
function differences(value: unknown, expected: Record<string, unknown>, path = ''): string[] {
  if (typeof value !== 'object' || value === null || value instanceof Date) return []
  return Object.entries(value).flatMap(([key, part]) => {
    const at = `${path}.${key}`
    if (!(key in expected)) return differences(part, expected, at)
    const wanted = expected[key]
    const isEqual =
      wanted instanceof Date
        ? part instanceof Date && part.getTime() === wanted.getTime()
        : isDeepStrictEqual(part, wanted)
    return isEqual ? [] : [`${at}: ${typeof part} ${String(part)}`]
  })
}

async function answersOf(shop: TestShop, values: 'set' | 'unset') {
  const given = (table: Table) => (values === 'set' ? valuesOf(table, 'set') : {})
  const { store, admin } = createShopClient({ url: shop.url, token: shop.token })
  const answers: Record<string, unknown> = {}
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const variant = await shop.given.variant({ stock: 100 })
  const { product_id } = (await admin.variants.get.query({ id: variant.id })).variant
  await admin.products.update.mutate({ id: product_id, ...given('product') })
  answers.variant = await admin.products.updateVariant.mutate({
    id: product_id,
    variant_id: variant.id,
    ...given('variant'),
  })
  answers.product = await admin.products.update.mutate({ id: product_id, ...given('product') })
  const { id, items, customer_id } = await shop.given.payableCart({ region, option, lines: [[variant, 1]] })
  answers.customer = await admin.customers.update.mutate({ id: customer_id ?? '', ...given('customer') })
  for (const item of items) await store.carts.deleteLineItem.mutate({ id, line_id: item.id })
  answers.created = await store.carts.create.mutate({ region_id: region.id, ...given('cart') })
  answers.updated = await store.carts.update.mutate({ id, ...given('cart') })
  const line = { id, variant_id: variant.id, quantity: 1, ...given('line_item') }
  answers.added = await store.carts.addLineItem.mutate(line)
  const merged = await store.carts.addLineItem.mutate(line)
  expect(merged.cart.items).toHaveLength(1)
  answers.merged = merged
  const item = merged.cart.items[0]
  answers.changed = await store.carts.updateLineItem.mutate({ id, line_id: item?.id ?? '', quantity: 2 })
  await store.carts.addShippingMethod.mutate({ id, option_id: option.id })
  answers.sessions = await store.carts.createPaymentSessions.mutate({ id })
  answers.cart = await store.carts.get.query({ id })
  const completed = await store.carts.complete.mutate({ id })
  answers.completed = completed
  const order_id = untyped<{ data: { id: string } }>(completed).data.id
  answers.order = await admin.orders.get.query({ id: order_id })
  answers.orders = await admin.orders.list.query({ expand: 'items,items.variant,items.variant.product,customer,cart' })
  answers.storeOrder = await store.orders.get.query({ id: order_id })
  answers.orderOfCart = await store.orders.getByCart.query({ cart_id: id })
  answers.products = await admin.products.list.query({})
  answers.storeProducts = await store.products.list.query({})
  answers.storeProduct = await store.products.get.query({ id: product_id })
  answers.variants = await admin.variants.list.query({})
  answers.storeVariants = await store.variants.list.query({})
  answers.customers = await admin.customers.list.query({ expand: 'orders' })
  const rest: Record<string, unknown> = {}
  for (const path of [
    `/store/carts/${id}`,
    `/store/orders/${order_id}`,
    `/store/orders/cart/${id}`,
    `/store/products/${product_id}`,
    '/store/products',
    '/store/variants',
  ] as const)
    rest[path] = JSON.parse((await shop.get(path)).text)
  for (const path of [
    `/admin/orders/${order_id}`,
    `/admin/products/${product_id}`,
    `/admin/variants/${variant.id}`,
    `/admin/customers/${customer_id}`,
    '/admin/orders?expand=items,items.variant,customer',
  ] as const)
    rest[path] = JSON.parse((await shop.admin.get(path)).text)
  return { answers, rest }
}

test.each([
  ['set', plain],
  ['unset', plain],
  ['set', used],
  ['unset', used],
] as const)('a field that is %s has one value in each answer (%#)', async (values, plugin) => {
  await using shop = await openTestShop({ plugins: [plugin] })
  const { answers, rest } = await answersOf(shop, values)
  const expected = Object.assign({}, ...TABLE_NAMES.map((table) => valuesOf(table, values)))
  const seen = JSON.stringify(answers)
  for (const name of Object.keys(expected)) expect(seen, name).toContain(`"${name}"`)
  expect(differences(answers, expected)).toEqual([])
  expect(differences(rest, JSON.parse(JSON.stringify(expected)))).toEqual([])
})
