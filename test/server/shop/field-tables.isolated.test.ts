import { Migration } from '@mikro-orm/migrations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createShopClient } from '#client/index.ts'
import { field } from '#entities/platform/field/field.ts'
import { definePlugin } from '#server/plugin/plugin.ts'
import { defineShop } from '#server/process/define-shop.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity, orderActions } from '#test/support/order-actions.ts'
import type { Order } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* The tables that are not part of a cart or a product. Each field has a name that misleads a reader of JSON. */

const TABLES = ['region', 'shipping_option', 'product_collection', 'product_category', 'discount', 'gift_card'] as const

class AddFields extends Migration {
  override up(): void {
    for (const table of [...TABLES, 'address', '"return"', 'claim_order', 'swap', 'draft_order'])
      this.addSql(
        `alter table ${table} add erp_at text, add due timestamptz(3), add box jsonb, add shade text not null default 'plain'`,
      )
  }
}

const all = { writableBy: ['admin', 'store'], personal: false } as const
const ofTable = {
  erp_at: field.text(all),
  due: field.datetime(all),
  box: field.json(z.object({ packed_at: z.string() }), all),
  shade: field.enum(['plain', 'special'], { ...all, default: 'plain' }),
}
const added = definePlugin({
  name: 'added',
  fields: {
    region: ofTable,
    shipping_option: ofTable,
    product_collection: ofTable,
    product_category: ofTable,
    discount: ofTable,
    gift_card: ofTable,
    address: ofTable,
    return: ofTable,
    claim: ofTable,
    swap: ofTable,
    draft_order: ofTable,
  },
  migrations: [AddFields],
})
const definition = defineShop({ plugins: [added] })

const DUE = new Date('2026-01-02T12:34:56.789Z')
const VALUES = {
  erp_at: '2026-01-02T12:34:56.789Z',
  due: DUE,
  box: { packed_at: '2026-01-02T12:34:56.789Z' },
  shade: 'special' as const,
}
const UNSET = { erp_at: null, due: null, box: null, shade: 'plain' }
const REST = { ...VALUES, due: DUE.toISOString() }

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: [added] })
})
afterAll(() => shop[Symbol.asyncDispose]())

const orders = orderActions(() => shop)

/** An order whose units are paid and shipped. */
async function shippedOrder() {
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const order = await shop.given.order({ region, option })
  await orders.act(order, 'capture')
  const items = order.items.map((item) => ({ item_id: item.id, quantity: item.quantity }))
  const { fulfillments } = await orders.act(order, 'fulfillment', { items })
  await orders.act(order, 'shipment', { fulfillment_id: fulfillments[0].id })
  return order
}

const clientOf = () => createShopClient<typeof definition>({ url: shop.url, token: shop.token })

test('the fields of settings, collections, categories, discounts and gift cards are written, listed and filtered', async () => {
  const { admin } = clientOf()
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const discount = await shop.given.discount(region)
  const card = await shop.given.giftCard(region, 100)
  const { collection } = await admin.collections.create.mutate({ title: 'Spring' })
  const { product_category: category } = await admin.productCategories.create.mutate({ name: 'Tea', ...VALUES })
  expect(category).toMatchObject(VALUES)
  expect(collection).toMatchObject(UNSET)
  const requirements: [] = []
  const changed = [
    (await admin.regions.update.mutate({ id: region.id, ...VALUES })).region,
    (await admin.shippingOptions.update.mutate({ id: option.id, requirements, ...VALUES })).shipping_option,
    (await admin.collections.update.mutate({ id: collection.id, ...VALUES })).collection,
    (await admin.productCategories.update.mutate({ id: category.id, ...VALUES })).product_category,
    (await admin.discounts.update.mutate({ id: discount.id, ...VALUES })).discount,
    (await admin.giftCards.update.mutate({ id: card.id, ...VALUES })).gift_card,
  ]
  for (const row of changed) expect(row).toMatchObject(VALUES)
  const filter = { shade: 'special', due: { gte: DUE }, box: { exists: true } } as const
  const counts = [
    (await admin.regions.list.query(filter)).count,
    (await admin.shippingOptions.list.query(filter)).count,
    (await admin.collections.list.query(filter)).count,
    (await admin.productCategories.list.query(filter)).count,
    (await admin.discounts.list.query(filter)).count,
    (await admin.giftCards.list.query(filter)).count,
  ]
  expect(counts).toEqual([1, 1, 1, 1, 1, 1])
  for (const path of ['regions', 'shipping-options', 'collections', 'product-categories', 'discounts', 'gift-cards']) {
    const refused = await shop.admin.get(`/admin/${path}?shade=other`)
    expect(refused.status, path).toBe(400)
  }
  const { audit_log } = await expectSuccess(shop.admin.get(`/admin/audit-log?resource_id=${region.id}`))
  expect(JSON.stringify(audit_log)).toContain('special')
})

test('a cart and its order show the fields of their region, option, discount, gift card and addresses', async () => {
  const { admin } = clientOf()
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const discount = await shop.given.discount(region)
  const card = await shop.given.giftCard(region, 100)
  await admin.regions.update.mutate({ id: region.id, ...VALUES })
  await admin.shippingOptions.update.mutate({ id: option.id, requirements: [], ...VALUES })
  await admin.discounts.update.mutate({ id: discount.id, ...VALUES })
  await admin.giftCards.update.mutate({ id: card.id, ...VALUES })
  const [country] = region.countries
  const address = { first_name: 'Ada', address_1: 'Street 1', country_code: country.iso_2, ...REST }
  const { id } = await shop.given.payableCart({ region, option, discounts: [discount.code], gift_cards: [card.code] })
  const at = `/store/carts/${id}` as const
  for (const role of ['shipping_address', 'billing_address'])
    expect((await shop.post(at, { [role]: { ...address, shade: 'other' } })).status).toBe(400)
  await expectSuccess(shop.post(at, { shipping_address: address, billing_address: address }))
  const { cart } = await expectSuccess(shop.get(at))
  for (const row of [cart.region, cart.discounts[0], cart.gift_cards[0], cart.shipping_address, cart.billing_address])
    expect(row).toMatchObject(REST)
  expect(cart.shipping_methods[0]?.shipping_option).toMatchObject(REST)
  const typed = (await clientOf().store.carts.get.query({ id })).cart
  for (const row of [typed.region, typed.discounts[0], typed.gift_cards[0], typed.shipping_address])
    expect(row).toMatchObject(VALUES)
  await expectSuccess(shop.post(`${at}/payment-sessions`))
  const { data } = await expectSuccess(shop.post(`${at}/complete`))
  const { order } = await admin.orders.get.query({
    id: data.id,
    expand: 'shipping_address,region,discounts,gift_cards',
  })
  for (const row of [order.shipping_address, order.region, order.discounts?.[0], order.gift_cards?.[0]])
    expect(row).toMatchObject(VALUES)
})

test('a saved address keeps its fields in a cart, and an equal address with other values is another one', async () => {
  const { headers } = await shop.given.customer()
  const ada = shop.as(headers)
  const region = await shop.given.region()
  const [country] = region.countries
  const address = {
    ...{ first_name: 'Ada', last_name: 'Byron', address_1: 'Street 1', city: 'Berlin', postal_code: '10115' },
    country_code: country.iso_2,
  }
  await expectSuccess(ada.post('/store/customers/me/addresses', { address: { ...address, ...REST } }))
  await expectSuccess(ada.post('/store/customers/me/addresses', { address: { ...address, ...REST } }))
  const { customer } = await expectSuccess(ada.post('/store/customers/me/addresses', { address }))
  expect(customer.shipping_addresses).toHaveLength(2)
  const saved = customer.shipping_addresses?.find((one) => JSON.stringify(one).includes('special'))
  const { cart } = await expectSuccess(ada.post('/store/carts', { region_id: region.id }))
  const changed = await expectSuccess(ada.post(`/store/carts/${cart.id}`, { shipping_address: saved?.id }))
  expect(changed.cart.shipping_address).toMatchObject(REST)
  const kept = await expectSuccess(ada.post(`/store/customers/me/addresses/${saved?.id}`, { shade: 'plain' }))
  expect(kept.customer.shipping_addresses).not.toContainEqual(expect.objectContaining({ shade: 'special' }))
})

test('a return has fields from its request and its receipt', async () => {
  const order = await shippedOrder()
  const requested = await orders.act(order, 'return', { items: firstLineQuantity(order, 1), ...REST })
  expect(requested.returns[0]).toMatchObject(REST)
  const received = await expectSuccess(
    shop.admin.post(`/admin/returns/${requested.returns[0].id}/receive`, {
      items: firstLineQuantity(order, 1),
      shade: 'plain',
    }),
  )
  expect(received.return).toMatchObject({ ...REST, shade: 'plain' })
  expect((await shop.admin.get('/admin/returns?shade=plain')).body).toMatchObject({ count: 1 })
})

test('a claim has fields from its creation and its update', async () => {
  const { admin } = clientOf()
  const order = await shippedOrder()
  const claim_items = [{ item_id: order.items[0]!.id!, quantity: 1, reason: 'other' as const }]
  const { order: claimed } = await admin.orders.createClaim.mutate({
    ...{ id: order.id, type: 'refund' as const, claim_items },
    ...VALUES,
  })
  const [claim] = claimed.claims ?? []
  expect(claim).toMatchObject(VALUES)
  const { order: changed } = await admin.orders.updateClaim.mutate({
    ...{ id: order.id, claim_id: claim!.id },
    ...{ shade: 'plain' as const, box: null },
  })
  expect(changed.claims?.[0]).toMatchObject({ ...VALUES, shade: 'plain', box: null })
  expect((await shop.admin.post(`/admin/orders/${order.id}/claims/${claim!.id}`, { shade: 'other' })).status).toBe(400)
})

test('a swap has fields from its creation by an administrator or a customer', async () => {
  const { admin, store } = clientOf()
  const variant = await shop.given.variant({ stock: 9 })
  const swapOf = (order: Order) => ({
    return_items: [{ item_id: order.items[0]!.id!, quantity: 1 }],
    additional_items: [{ variant_id: variant.id, quantity: 1 }],
    ...VALUES,
  })
  const [first, second] = [await shippedOrder(), await shippedOrder()]
  await admin.orders.createSwap.mutate({ id: first.id, ...swapOf(first) })
  const { swap } = await store.swaps.create.mutate({ order_id: second.id, ...swapOf(second) })
  expect(swap).toMatchObject(VALUES)
  const { swaps, count } = await admin.swaps.list.query({ shade: 'special', box: { exists: true } })
  expect(count).toBe(2)
  for (const one of swaps) expect(one).toMatchObject(VALUES)
})

test('a draft order has fields from its creation and its update', async () => {
  const { admin } = clientOf()
  const region = await shop.given.region()
  const { id: option_id } = await shop.given.shippingOption(region)
  const { draft_order } = await admin.draftOrders.create.mutate({
    ...{ email: 'ada@example.com', region_id: region.id, shipping_methods: [{ option_id }] },
    ...VALUES,
  })
  expect(draft_order).toMatchObject(VALUES)
  const { draft_order: changed } = await admin.draftOrders.update.mutate({ id: draft_order.id, erp_at: 'D-1' })
  expect(changed).toMatchObject({ ...VALUES, erp_at: 'D-1' })
  expect((await admin.draftOrders.list.query({ erp_at: 'D-1' })).count).toBe(1)
})
