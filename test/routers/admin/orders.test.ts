import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { ClaimImage } from '#entities/orders/claim/claim-image.ts'
import { ClaimItem } from '#entities/orders/claim/claim-item.ts'
import { ClaimOrder } from '#entities/orders/claim/claim-order.ts'
import { ClaimTag } from '#entities/orders/claim/claim-tag.ts'
import { Fulfillment } from '#entities/orders/fulfillment/fulfillment.ts'
import { FulfillmentItem } from '#entities/orders/fulfillment/fulfillment-item.ts'
import { TrackingLink } from '#entities/orders/fulfillment/tracking-link.ts'
import { Return } from '#entities/orders/return/return.ts'
import { ReturnItem } from '#entities/orders/return/return-item.ts'
import { ReturnReason } from '#entities/orders/return/return-reason.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Order, Region } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { openCountedShop } from '../../../bench/statements.ts'

let shop: TestShop
let region: Region
let placed: Order
let other: Order
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const { code } = await shop.given.discount(region)
  const variant = await shop.given.variant()
  placed = await shop.given.order({ region, option, discounts: [code], lines: [[variant, 3]] })
  other = await shop.given.order({ region: await shop.given.region(), lines: [[variant, 1]] })
  await attachEverything()
})
afterAll(() => shop[Symbol.asyncDispose]())

/** Creates one of everything that can be attached to an order. */
async function attachEverything(): Promise<void> {
  const em = shop.orm.em.fork()
  const { id: order_id, items, shipping_methods } = placed
  const [{ id: item_id, variant_id }] = items
  const [{ shipping_option_id }] = shipping_methods
  const quantities = { fulfilled_quantity: 3, shipped_quantity: 2, returned_quantity: 1 }
  await changeRows(shop, LineItem, { id: item_id }, quantities)
  const fulfillment = em.create(Fulfillment, { order_id, provider_id: 'manual' })
  const reason = em.create(ReturnReason, { value: 'size', label: 'Size' })
  const tag = em.create(ClaimTag, { value: 'late' })
  const claim = em.create(ClaimOrder, { order_id, type: 'refund', payment_status: 'refunded', refund_amount: 100 })
  await em.flush()
  const customerReturn = em.create(Return, { order_id, refund_amount: 5, status: 'received', received_at: new Date() })
  const claimReturn = em.create(Return, { order_id, claim_order_id: claim.id, refund_amount: 0 })
  const claimItem = em.create(ClaimItem, {
    claim_order_id: claim.id,
    item_id,
    variant_id,
    reason: 'other',
    quantity: 1,
  })
  claimItem.tags.add(tag)
  await em.flush()
  em.create(FulfillmentItem, { fulfillment_id: fulfillment.id, item_id, quantity: 3 })
  em.create(TrackingLink, { fulfillment_id: fulfillment.id, tracking_number: 'T1' })
  em.create(ClaimImage, { claim_item_id: claimItem.id, url: 'https://example.com/broken.png' })
  for (const { id: return_id } of [customerReturn, claimReturn])
    em.create(ReturnItem, { return_id, item_id, quantity: 1, reason_id: reason.id })
  em.create(ShippingMethod, { shipping_option_id, return_id: claimReturn.id, price: 200, data: {} })
  await em.flush()
}

const read = async (query = '') => (await expectSuccess(shop.admin.get(`/admin/orders/${placed.id}${query}`))).order

describe('reading an order', () => {
  test('an order includes its fulfillments, returns and claims', async () => {
    const order = await read()
    expect(order).toMatchObject({
      object: 'order',
      fulfillments: [{ items: [{ quantity: 3 }], tracking_links: [{ tracking_number: 'T1' }], tracking_numbers: [] }],
      returns: [{ items: [{ reason: { value: 'size' } }], shipping_method: null }, { shipping_method: { total: 200 } }],
      swaps: [],
      claims: [
        {
          claim_items: [
            { reason: 'other', images: [{ url: 'https://example.com/broken.png' }], item: { quantity: 3 } },
          ],
          additional_items: [],
          fulfillments: [],
          shipping_methods: [],
          shipping_address: null,
          return_order: { refund_amount: 0, shipping_method: { price: 200, tax_lines: [] } },
        },
      ],
    })
    expect(order.claims[0].claim_items[0]).not.toHaveProperty('tags')
    expect(order.items).toMatchObject([{ quantity: 3, returned_quantity: 1, shipped_quantity: 2, subtotal: 3000 }])
  })

  test('an order includes its totals for any requested fields', async () => {
    const totals = { subtotal: 3000, discount_total: 300, shipping_total: 500, tax_total: 640, total: 3840 }
    expect(await read()).toMatchObject({ ...totals, paid_total: 3840, refunded_total: 0, refundable_amount: 3840 })
    const narrow = await read('?fields=id&expand')
    expect(narrow).toMatchObject({ id: placed.id, ...totals })
    for (const name of ['status', 'items', 'discounts', 'payments']) expect(narrow).not.toHaveProperty(name)
  })

  test('expanded lines, shipping methods and fulfillments include their default relations', async () => {
    const line = {
      adjustments: [{ amount: 300 }],
      tax_lines: [{ rate: 20 }],
      variant: { product: { profile: { type: 'default' }, profiles: [{ type: 'default' }] } },
    }
    const shown = await read('?expand=items,shipping_methods,fulfillments')
    expect(shown).toMatchObject({
      items: [line],
      shipping_methods: [{ tax_lines: [{ rate: 20 }] }],
      fulfillments: [{ items: [{ item_id: expect.any(String) }] }],
    })
    expect(shown).not.toHaveProperty('discounts')
    expect(await read()).toMatchObject({ items: [line] })
  })

  test('some columns are returned only if they are requested', async () => {
    for (const name of ['external_id', 'idempotency_key', 'billing_address_id', 'shipping_address_id']) {
      expect(await read()).not.toHaveProperty(name)
      expect(await read(`?fields=%2B${name}`)).toHaveProperty(name)
    }
  })

  test('requested relations are expanded, and their computed fields are included', async () => {
    const deep = 'claims.claim_items.tags,returns.order,currency,cart,draft_order,edits'
    const order = await read(`?expand=${deep}`)
    expect(order).toMatchObject({
      claims: [{ claim_items: [{ tags: [{ value: 'late' }] }] }],
      returns: [{ order: { id: placed.id } }, {}],
      currency: { code: 'eur' },
      cart: { id: placed.cart_id },
      draft_order: null,
      edits: [],
    })
    expect(order).not.toHaveProperty('items')
  })

  test('fulfillments and returns include their items in every relation', async () => {
    const order = await read('?expand=fulfillments,returns,claims.return_order')
    expect(order).toMatchObject({
      fulfillments: [{ metadata: {}, items: [{ quantity: 3 }] }],
      returns: [{ items: [{ quantity: 1 }] }, { items: [{ quantity: 1 }] }],
      claims: [{ return_order: { items: [{ quantity: 1, metadata: {} }] } }],
    })
    for (const name of ['tracking_links', 'provider']) expect(order.fulfillments[0]).not.toHaveProperty(name)
  })

  test('returnable items are the lines with quantities that are neither returned nor claimed', async () => {
    const order = await read('?expand=returnable_items')
    const { id } = placed.items[0]
    expect(order.returnable_items).toMatchObject([{ id, quantity: 3, returned_quantity: 1, unit_price: 1000 }])
    const { profile_id: id_of_profile, ...product } = order.returnable_items[0].variant.product
    expect(product).toMatchObject({ title: expect.any(String), profile: { id: id_of_profile }, profiles: [{}] })
    expect(order).not.toHaveProperty('items')
  })

  test.each([
    'expand=returnable_items.variant',
    'fields=*returnable_items',
    'fields=*returnable_items.variant,%2Bexternal_id',
  ])('the query %s returns returnable items', async (query) => {
    expect((await read(`?${query}`)).returnable_items).toMatchObject([{ id: placed.items[0].id, variant: {} }])
  })

  test('an unknown field of the returnable items is rejected', async () => {
    const nope = shop.admin.get(`/admin/orders/${placed.id}?expand=returnable_items.nope`)
    await expectError(nope, 400, 'invalid_data', 'Requested fields [returnable_items.nope] are not valid')
  })

  test.each([
    'expand=returnable_items',
    'expand=returnable_items.variant',
    'fields=*returnable_items',
    'fields=returnable_items.title',
  ])('lists and most mutations do not support returnable items: %s', async (query) => {
    const refused = ['invalid_data', 'The field "returnable_items" is not supported by this end point. '] as const
    await expectError(shop.admin.get(`/admin/orders?${query}`), 400, ...refused)
    await expectError(shop.admin.post(`/admin/orders/${placed.id}/archive?${query}`, {}), 400, ...refused)
  })

  test('an unknown order and an anonymous caller are rejected', async () => {
    await expectError(
      shop.admin.get('/admin/orders/order_no'),
      404,
      'not_found',
      'Order with id: order_no was not found',
    )
    await expectError(
      shop.admin.get('/admin/orders/order_no?expand=x'),
      400,
      'invalid_data',
      'Requested fields [x] are not valid',
    )
    expect((await shop.get(`/admin/orders/${placed.id}`)).status).toBe(401)
  })

  test('reading an order takes a fixed number of statements', async () => {
    await using counted = await openCountedShop(shop.databaseUrl)
    await counted.send('POST', '/admin/auth', { email: 'admin@example.com', password: 'correct horse' })
    const costOf = async (path: string) => {
      await counted.send('GET', path)
      const { statements, roundTrips } = await counted.send('GET', path)
      return { statements, roundTrips }
    }
    const authentication = 1
    // Returns and claims take one statement each, in one round trip.
    expect(await costOf(`/admin/orders/${placed.id}`)).toEqual({
      statements: authentication + 3,
      roundTrips: authentication + 2,
    })
    expect(await costOf(`/admin/orders/${placed.id}?expand=items,discounts,payments,fulfillments.items`)).toEqual({
      statements: authentication + 1,
      roundTrips: authentication + 1,
    })
    expect((await costOf(`/admin/orders/${placed.id}?expand=items,returnable_items`)).statements).toBeLessThanOrEqual(5)
    // The first statement also finds the page and counts the orders.
    const { count } = await expectSuccess(shop.admin.get('/admin/orders'))
    for (const limit of [50, count])
      expect(await costOf(`/admin/orders?limit=${limit}`)).toEqual({
        statements: authentication + 3,
        roundTrips: authentication + 2,
      })
    // With conditions, the keys of the page are read before the rows, and the count at the same time.
    expect(await costOf('/admin/orders?status[]=pending')).toEqual({
      statements: authentication + 3 + 2,
      roundTrips: authentication + 2 + 2,
    })
  })
})

describe('an order in the storefront', () => {
  test('a customer sees the fulfillments, returns and claims of an order', async () => {
    const { order } = await expectSuccess(
      shop.get(`/store/orders/${placed.id}?expand=fulfillments.tracking_links,claims,returns.items,swaps`),
    )
    expect(order).toMatchObject({
      fulfillments: [{ tracking_links: [{ tracking_number: 'T1' }] }],
      claims: [{ type: 'refund', refund_amount: 100 }],
      returns: [{ status: 'received', items: [{ quantity: 1 }] }, { status: 'requested' }],
      swaps: [],
    })
  })
})

describe('filtering orders', () => {
  const idsOf = async (query: string) => {
    const { orders, count } = await expectSuccess(shop.admin.get(`/admin/orders?${query}`))
    expect(count).toBe(orders.length)
    return orders.map((order) => order.id)
  }

  test('orders can be filtered by each property', async () => {
    for (const query of [
      `id=${placed.id}`,
      `email=${placed.email}`,
      `email=${placed.email.toUpperCase()}`,
      `display_id=${placed.display_id}`,
      `cart_id=${placed.cart_id}`,
      `customer_id=${placed.customer_id}`,
      `region_id=${region.id}`,
      `region_id[]=${region.id}`,
      `status[]=pending&status[]=completed&id=${placed.id}`,
      `fulfillment_status[]=not_fulfilled&region_id=${region.id}`,
      `payment_status[]=awaiting&region_id=${region.id}`,
      `sales_channel_id[]=${placed.sales_channel_id}&currency_code=eur&region_id=${region.id}`,
      `created_at[gte]=2020-01-01&updated_at[gte]=2020-01-01&region_id=${region.id}`,
    ])
      expect.soft(await idsOf(query), query).toEqual([placed.id])
    for (const query of ['status[]=archived', 'display_id=99999999999', 'canceled_at[gt]=2020-01-01', 'tax_rate=5'])
      expect.soft(await idsOf(query), query).toEqual([])
  })

  test('a text search takes wildcards literally', async () => {
    expect(await idsOf(`q=${placed.email.slice(0, 8).toUpperCase()}`)).toEqual([placed.id])
    expect(await idsOf(`q=${placed.display_id}`)).toContain(placed.id)
    expect((await idsOf('q=aDa')).sort()).toEqual([placed.id, other.id].sort())
    expect(await idsOf('q=%25')).toEqual([])
    expect((await idsOf('q=')).length).toBe(2)
  })

  test('orders are paged newest first', async () => {
    const [first, second] = [await pageOf('limit=1'), await pageOf('limit=1&offset=1')]
    expect([...first, ...second]).toEqual([other.id, placed.id])
    expect(await pageOf('order=created_at')).toEqual([placed.id, other.id])
    await expectError(
      shop.admin.get('/admin/orders?order=total'),
      400,
      'invalid_data',
      'Order field total is not valid',
    )
  })

  const pageOf = async (query: string) =>
    (await expectSuccess(shop.admin.get(`/admin/orders?${query}`))).orders.map((order) => order.id)
})
