import { Migration } from '@mikro-orm/migrations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Order } from '#entities/orders/order/order.ts'
import { entityWithFields } from '#entities/platform/field/entity-with-fields.ts'
import { field } from '#entities/platform/field/field.ts'
import { rowWithFields } from '#entities/platform/field/row-with-fields.ts'
import { definePlugin, type Prices } from '#server/plugin/plugin.ts'
import type { Reply } from '#test/support/reply.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { untyped } from '#test/support/untyped.ts'

class AddEngraving extends Migration {
  override up(): void {
    this.addSql(`alter table line_item add engraving text`)
    this.addSql(`alter table product add care text, add rating double precision not null default 0`)
    this.addSql(`alter table product_variant add pack_size integer`)
    this.addSql(`alter table customer add vip boolean not null default false`)
    this.addSql(`alter table cart add gift_note text`)
    this.addSql(`alter table "order" add gift_note text, add packed_at timestamptz(3)`)
  }
}

const both = { writableBy: ['admin', 'store'] } as const
const fields = {
  line_item: { engraving: field.text({ maxLength: 20, ...both }) },
  product: { care: field.text({ writableBy: ['admin'] }), rating: field.number({ default: 0 }) },
  variant: { pack_size: field.integer({ writableBy: ['admin'] }) },
  customer: { vip: field.boolean({ default: false, writableBy: ['admin'] }) },
  cart: { gift_note: field.text(both) },
  order: { gift_note: field.text({ writableBy: ['admin'] }), packed_at: field.datetime({ writableBy: ['admin'] }) },
} as const

/** Adds 100 to each engraved line and to a cart with a note. Shipping is free for some customers. */
const prices: Prices = ({ cart }) => [
  ...cart.items
    .filter((line) => rowWithFields(line, fields.line_item).engraving)
    .map((line) => ({ line, amount: 100, description: 'Engraving' })),
  ...(rowWithFields(cart, fields.cart).gift_note ? [{ amount: 100, description: 'Gift note' }] : []),
  ...cart.shipping_methods
    .filter(() => cart.customer && rowWithFields(cart.customer, fields.customer).vip)
    .map((shipping_method) => ({ shipping_method, amount: -shipping_method.price, description: 'Free' })),
]

const engraving = definePlugin({ name: 'engraving', fields, migrations: [AddEngraving], prices })

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: [engraving] })
})
afterAll(() => shop[Symbol.asyncDispose]())

/** A body with the fields of the plugin, which the types of the core lack. */
interface Body {
  cart: { items: Line[]; gift_note: string | null }
  data: OrderBody
  order: OrderBody
  product: { care: string | null; rating: number; variants: { pack_size: number | null }[] }
  products: { care: string | null }[]
  variants: object[]
  orders: object[]
  customer: { id: string; vip: boolean }
  components: { schemas: { LineItem: { properties: { engraving?: object } } } }
  audit_log: object[]
  count: number
}
interface Line {
  id: string
  engraving: string | null
  quantity: number
}
interface OrderBody {
  id: string
  gift_note: string | null
  packed_at: string | null
  items: Line[]
}

async function bodyOf(reply: Promise<Reply>): Promise<Body> {
  const { status, body } = await reply
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return untyped<Body>(body)
}

test('a field of a line item is written by the store and reaches the order', async () => {
  const { given } = shop
  const region = await given.region()
  const option = await given.shippingOption(region)
  const variant = await given.variant({ stock: 20 })
  const cart = await given.payableCart({ region, option, lines: [[variant, 1]] })
  const at = `/store/carts/${cart.id}` as const
  const line = { variant_id: variant.id, quantity: 1 }
  await bodyOf(shop.post(`${at}/line-items`, { ...line, engraving: 'For Ada' }))
  await bodyOf(shop.post(`${at}/line-items`, { ...line, engraving: 'For Ada' }))
  const added = await bodyOf(shop.post(`${at}/line-items`, { ...line, engraving: 'For Bob' }))
  const shown = (items: Line[]) =>
    items.map((item) => [item.engraving, item.quantity]).toSorted((a, b) => (`${a}` < `${b}` ? -1 : 1))
  expect(shown(added.cart.items)).toEqual([
    [null, 1],
    ['For Ada', 2],
    ['For Bob', 1],
  ])
  const plain = added.cart.items.find((item) => item.engraving === null)
  await bodyOf(shop.post(`${at}/line-items/${plain?.id}`, { quantity: 1, engraving: 'Late' }))
  expect((await bodyOf(shop.post(at, { gift_note: 'Happy birthday' }))).cart.gift_note).toBe('Happy birthday')
  expect((await bodyOf(shop.get(at))).cart.gift_note).toBe('Happy birthday')
  await bodyOf(shop.post(`${at}/shipping-methods`, { option_id: option.id }))
  await bodyOf(shop.post(`${at}/payment-sessions`))
  await bodyOf(shop.post(`${at}/payment-session`, { provider_id: 'manual' }))
  const { data: order } = await bodyOf(shop.post(`${at}/complete`))
  expect(order.gift_note).toBe('Happy birthday')
  expect(shown(order.items)).toEqual([
    ['For Ada', 2],
    ['For Bob', 1],
    ['Late', 1],
  ])
  const stored = await bodyOf(shop.admin.get(`/admin/orders/${order.id}?fields=gift_note&expand=items`))
  expect(stored.order).toMatchObject({ gift_note: 'Happy birthday' })
  const packed_at = '2027-03-01T10:00:00.000Z'
  expect((await bodyOf(shop.admin.post(`/admin/orders/${order.id}`, { packed_at }))).order.packed_at).toBe(packed_at)
  expect((await bodyOf(shop.admin.get('/admin/orders?gift_note=Happy%20birthday'))).count).toBe(1)
  expect((await bodyOf(shop.admin.get('/admin/orders?packed_at[gt]=2028-01-01'))).count).toBe(0)
})

test('fields of products and variants are written, filtered, sorted and selected by administrators', async () => {
  const product = await shop.given.product()
  const id = product.id
  const changed = await bodyOf(shop.admin.post(`/admin/products/${id}`, { care: 'Wash cold' }))
  expect(changed.product).toMatchObject({ care: 'Wash cold', rating: 0 })
  const [variant] = product.variants
  const updated = await bodyOf(shop.admin.post(`/admin/products/${id}/variants/${variant.id}`, { pack_size: 12 }))
  expect(updated.product.variants).toMatchObject(
    [{ pack_size: 12 }, { pack_size: null }].slice(0, product.variants.length),
  )
  const { products, count } = await bodyOf(shop.admin.get('/admin/products?care=Wash%20cold&order=-rating&fields=care'))
  expect([count, products.length, products[0]?.care]).toEqual([1, 1, 'Wash cold'])
  expect((await bodyOf(shop.get(`/store/products/${id}`))).product).toMatchObject({ care: 'Wash cold', rating: 0 })
  expect((await bodyOf(shop.admin.get('/admin/variants?pack_size[gt]=10'))).count).toBe(1)
})

test('the store filters products and variants by their fields', async () => {
  const product = await shop.given.product()
  const [variant] = product.variants
  await bodyOf(shop.admin.post(`/admin/products/${product.id}`, { care: 'Hand wash' }))
  await bodyOf(shop.admin.post(`/admin/products/${product.id}/variants/${variant.id}`, { pack_size: 48 }))
  const found = await bodyOf(shop.get('/store/products?care=Hand%20wash&rating[lte]=0&order=-rating'))
  expect(found.products).toMatchObject([{ id: product.id, care: 'Hand wash' }])
  expect((await bodyOf(shop.get('/store/products?care=Hand%20wash&rating[gt]=0'))).products).toEqual([])
  expect((await bodyOf(shop.get('/store/variants?pack_size[gte]=48'))).variants).toMatchObject([{ id: variant.id }])
  for (const query of ['products?rating=good', 'products?flavour=mint', 'variants?pack_size[foo]=1'])
    expect((await shop.get(`/store/${query}`)).status).toBe(400)
})

test('customers filter their orders by the fields of orders', async () => {
  const by = await shop.given.customer()
  const { id } = await shop.given.order({ by, email: by.email })
  await shop.given.order({ by, email: by.email })
  await bodyOf(shop.admin.post(`/admin/orders/${id}`, { gift_note: 'For Eve' }))
  const own = await bodyOf(shop.as(by.headers).get('/store/customers/me/orders?gift_note=For%20Eve'))
  expect(own.orders).toMatchObject([{ id, gift_note: 'For Eve' }])
})

test('a customer field is written only by the side that may write it', async () => {
  const account = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', password: 'correct horse' }
  expect((await shop.post('/store/customers', { ...account, vip: true })).status).toBe(400)
  const { customer } = await bodyOf(shop.post('/store/customers', account))
  expect(customer.vip).toBe(false)
  const changed = await bodyOf(shop.admin.post(`/admin/customers/${customer.id}`, { vip: true }))
  expect(changed.customer.vip).toBe(true)
  expect((await bodyOf(shop.admin.get('/admin/customers?vip=true'))).count).toBe(1)
})

test('prices depend on fields of lines, carts and customers in each request', async () => {
  const { given } = shop
  const region = await given.region()
  const option = await given.shippingOption(region)
  const guest = await given.payableCart({ region, option })
  const at = `/store/carts/${guest.id}` as const
  await bodyOf(shop.post(`${at}/line-items`, { variant_id: guest.items[0].variant_id, quantity: 1, engraving: 'Ada' }))
  await bodyOf(shop.post(`${at}/shipping-methods`, { option_id: option.id }))
  const noted = await shop.post(at, { gift_note: 'Happy birthday', email: 'bob@example.com' })
  expect(noted.body.cart).toMatchObject({ discount_total: -200, shipping_total: 500, total: 3240 })
  await bodyOf(shop.post(`${at}/payment-sessions`))
  const { data } = (await shop.post(`${at}/complete`)).body
  expect(data).toMatchObject({ discount_total: -200, total: 3240 })

  const customer = await given.customer()
  await bodyOf(shop.admin.post(`/admin/customers/${customer.id}`, { vip: true }))
  const order = await given.order({ region, option, by: customer, email: customer.email })
  expect(order).toMatchObject({ discount_total: 0, shipping_total: 0, total: 1200 })
})

test.each([
  ['/store/carts', { items: [{ variant_id: 'x', quantity: 1, engraving: 'x'.repeat(21) }] }],
  ['/store/carts', { items: [{ variant_id: 'x', quantity: 1, engraving: 7 }] }],
  ['/store/carts', { gift_note: 'a\0b' }],
])('an invalid value of a field is 400: %s %j', async (path, body) => {
  expect((await shop.post(path, body)).status).toBe(400)
})

test('the OpenAPI document and the audit log have the fields', async () => {
  const { components } = await bodyOf(shop.get('/openapi.json'))
  expect(components.schemas.LineItem.properties.engraving).toBeTruthy()
  const { id } = await shop.given.product()
  await bodyOf(shop.admin.post(`/admin/products/${id}`, { care: 'Iron' }))
  const { audit_log } = await bodyOf(shop.admin.get(`/admin/audit-log?resource_id=${id}`))
  expect(JSON.stringify(audit_log)).toContain('Iron')
})

test('orders are counted by a field', async () => {
  const noted = entityWithFields(Order, fields.order)
  const count = () => shop.orm.em.fork().count(noted, { gift_note: 'Counted' })
  const { id } = await shop.given.order()
  expect(await count()).toBe(0)
  await bodyOf(shop.admin.post(`/admin/orders/${id}`, { gift_note: 'Counted' }))
  expect(await count()).toBe(1)
  expect(() => entityWithFields(Order, fields.cart)).not.toThrow()
  expect(() => entityWithFields(Order, fields.product)).toThrow('Order has no field care')
})

test('a canceled order accepts fields, and nothing else', async () => {
  const { id } = await shop.given.order()
  await bodyOf(shop.admin.post(`/admin/orders/${id}/cancel`))
  const changed = await bodyOf(shop.admin.post(`/admin/orders/${id}`, { gift_note: 'Returned to Ada' }))
  expect(changed.order.gift_note).toBe('Returned to Ada')
  for (const changes of [{}, { email: 'ada@example.com' }, { gift_note: 'No', email: 'ada@example.com' }])
    expect(await shop.admin.post(`/admin/orders/${id}`, changes)).toMatchObject({
      status: 400,
      body: { message: 'A canceled order cannot be updated' },
    })
})

test('the order of a guest shows its fields', async () => {
  const { id, cart_id } = await shop.given.order()
  await bodyOf(shop.admin.post(`/admin/orders/${id}`, { gift_note: 'For Eve' }))
  for (const path of [
    `/store/orders/${id}`,
    `/store/orders/cart/${cart_id}`,
    `/store/orders/${id}?fields=gift_note`,
  ] as const)
    expect((await bodyOf(shop.get(path))).order.gift_note, path).toBe('For Eve')
})

test.each(['null', ''])('the filter "%s" finds the rows without a value', async (nothing) => {
  const cared = await shop.given.product({ care: 'Wash cold', variants: undefined })
  const plain = await shop.given.product()
  const { products } = await bodyOf(shop.admin.get(`/admin/products?limit=1000&care=${nothing}`))
  const ids = products.map((product) => (product as { id?: string }).id)
  expect([ids.includes(plain.id), ids.includes(cared.id)]).toEqual([true, false])
  expect(products.filter(({ care }) => care !== null)).toEqual([])
  const all = await bodyOf(shop.admin.get('/admin/orders?limit=1'))
  const unpacked = await bodyOf(shop.admin.get(`/admin/orders?packed_at=${nothing}`))
  const packed = await bodyOf(shop.admin.get('/admin/orders?packed_at[gte]=2000-01-01'))
  expect(unpacked.count + packed.count).toBe(all.count)
  const variants = await bodyOf(shop.admin.get(`/admin/variants?pack_size=${nothing}`))
  expect(variants.count).toBeGreaterThan(0)
  expect((await shop.admin.get(`/admin/products?rating=${nothing}`)).status).toBe(400)
})
