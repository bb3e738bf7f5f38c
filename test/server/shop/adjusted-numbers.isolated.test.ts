import { Migration } from '@mikro-orm/migrations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient } from '#client/index.ts'
import { field } from '#entities/platform/field/field.ts'
import { enableInventory } from '#server/database/enable-inventory.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { untyped } from '#test/support/untyped.ts'

class AddNumbers extends Migration {
  override up(): void {
    this.addSql(
      'alter table customer add points integer not null default 0, add weight double precision, add note text',
    )
    this.addSql('alter table cart add points integer')
    this.addSql('alter table line_item add candles integer')
    this.addSql('alter table "order" add fee integer')
    this.addSql('alter table region add score integer')
  }
}

const numbers = definePlugin({
  name: 'numbers',
  fields: {
    customer: {
      points: field.integer({ min: 0, max: 100, default: 0, writableBy: ['admin'] }),
      weight: field.number({ writableBy: ['admin'] }),
      note: field.text({ writableBy: ['admin'], personal: false }),
    },
    cart: { points: field.integer({ min: 0, writableBy: ['store'] }) },
    line_item: { candles: field.integer({ max: 3, writableBy: ['store'] }) },
    order: { fee: field.money({ writableBy: ['admin'] }) },
    region: { score: field.integer({ writableBy: ['admin'] }) },
  },
  migrations: [AddNumbers],
})
const definition = defineShop({ plugins: [numbers] })

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: [numbers] })
})
afterAll(() => shop[Symbol.asyncDispose]())

const clientOf = () => createShopClient<typeof definition>({ url: shop.url, token: shop.token })

async function newVariant(stock: number) {
  const { id: variant_id } = await shop.given.variant({ stock })
  const { variant } = await clientOf().admin.variants.get.query({ id: variant_id })
  return { id: variant.product_id, variant_id }
}
const stockOf = async (id: string) => (await clientOf().admin.variants.get.query({ id })).variant.inventory_quantity

test('concurrent adjustments of a field and of the stock all count', async () => {
  const { admin } = clientOf()
  const { id } = await shop.given.customer()
  const variant = await newVariant(20)
  const at = `/admin/products/${variant.id}/variants/${variant.variant_id}` as const
  await Promise.all(
    Array.from({ length: 4 }, (_, i) => [
      admin.customers.update.mutate({ id, adjust: { points: i + 1, weight: 0.5 } }),
      admin.products.updateVariant.mutate({ ...variant, adjust: { inventory_quantity: -2 } }),
      shop.admin.post(at, { adjust: { inventory_quantity: 1 } }),
    ]).flat(),
  )
  const { customer } = await admin.customers.get.query({ id })
  expect(customer).toMatchObject({ points: 10, weight: 2 })
  expect(await stockOf(variant.variant_id)).toBe(16)
})

test('an adjustment of the stock and a sale at the same time both count', async () => {
  const variant = await newVariant(10)
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const lines = [[{ id: variant.variant_id }, 1]] as const
  const carts = [
    await shop.given.payableCart({ region, option, lines: [...lines] }),
    await shop.given.payableCart({ region, option, lines: [...lines] }),
  ]
  const replies = await Promise.all([
    ...carts.map(({ id }) => shop.post(`/store/carts/${id}/complete`)),
    shop.admin.post(`/admin/products/${variant.id}/variants/${variant.variant_id}`, {
      adjust: { inventory_quantity: 5 },
    }),
  ])
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await stockOf(variant.variant_id)).toBe(13)
})

test('an adjustment follows the limits, and changes nothing beyond them', async () => {
  const { id } = await shop.given.customer()
  const at = `/admin/customers/${id}` as const
  for (const [adjust, message] of [
    [{ points: -1 }, 'points must not be less than 0'],
    [{ points: 101 }, 'points must not be greater than 100'],
    [{ points: 1.5 }, 'points must be an integer number'],
    [{ points: 1e300 }, 'points must not be greater than'],
    [{ points: null }, 'points must be an integer number'],
    [{ note: 1 }, 'property note should not exist'],
    [{ has_account: 1 }, 'property has_account should not exist'],
    ['3', 'adjust'],
  ] as const) {
    const reply = await shop.admin.post(at, { adjust })
    expect(reply.status, JSON.stringify(adjust)).toBe(400)
    expect(reply.body.message).toContain(message)
  }
  const variant = await newVariant(3)
  const stock = `/admin/products/${variant.id}/variants/${variant.variant_id}` as const
  expect(await shop.admin.post(stock, { adjust: { inventory_quantity: -4 } })).toMatchObject({
    status: 400,
    body: { message: 'inventory_quantity must not be less than 0' },
  })
  expect((await shop.admin.post(stock, { adjust: { inventory_quantity: 2_147_483_647 } })).status).toBe(400)
  expect((await shop.admin.post(stock, { adjust: { taken_quantity: 1 } })).status).toBe(400)
  expect(await stockOf(variant.variant_id)).toBe(3)
  expect(untyped<object>((await shop.admin.get(at)).body.customer)).toMatchObject({ points: 0, weight: null })
})

test('a repeated request with an idempotency key adjusts once, and a dry run not at all', async () => {
  const { id } = await shop.given.order()
  const at = `/admin/orders/${id}` as const
  const key: Record<string, string> = { 'idempotency-key': 'five' }
  for (const headers of [key, key, { 'x-dry-run': 'true' }])
    expect((await shop.admin.post(at, { adjust: { fee: 5 } }, headers)).status).toBe(200)
  expect((await shop.admin.get(at)).body.order).toMatchObject({ fee: 5 })
})

test('carts, lines, orders and regions adjust their fields', async () => {
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const cart = await shop.given.payableCart({ region, option })
  const at = `/store/carts/${cart.id}` as const
  await shop.post(at, { points: 4 })
  expect((await shop.post(at, { adjust: { points: -1 } })).body.cart).toMatchObject({ points: 3 })
  expect((await shop.post(at, { adjust: { points: -4 } })).status).toBe(400)
  const line = `${at}/line-items/${cart.items[0].id}` as const
  const changed = await shop.post(line, { quantity: 1, adjust: { candles: 2 } })
  expect(changed.body.cart.items[0]).toMatchObject({ candles: 2 })
  expect((await shop.post(line, { quantity: 1, adjust: { candles: 2 } })).status).toBe(400)
  const { id } = await shop.given.order({ region, option })
  await shop.admin.post(`/admin/orders/${id}/cancel`)
  const order = await shop.admin.post(`/admin/orders/${id}`, { fee: 500, adjust: { fee: -30 } })
  expect(order.body.order).toMatchObject({ fee: 470 })
  expect((await shop.admin.post(`/admin/orders/${id}`, { adjust: { fee: -1 } })).body.order).toMatchObject({ fee: 469 })
  const adjusted = await clientOf().admin.regions.update.mutate({ id: region.id, adjust: { score: 7 } })
  expect(adjusted.region.score).toBe(7)
})

test('the stock at locations is adjusted at the locations', async () => {
  const variant = await newVariant(3)
  await enableInventory(shop.orm)
  const at = `/admin/products/${variant.id}/variants/${variant.variant_id}` as const
  const reply = await shop.admin.post(at, { adjust: { inventory_quantity: 1 } })
  expect(reply.status).toBe(400)
  expect(reply.body.message).toContain('The stock is kept at locations')
})
