import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import type { Order } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let placedOrder: Order
beforeAll(async () => {
  shop = await openTestShop()
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const { code } = await shop.given.discount(region)
  placedOrder = await shop.given.order({ region, option, discounts: [code] })
})
afterAll(() => shop[Symbol.asyncDispose]())

test('an order can be read by its id', async () => {
  const { order } = (await shop.get(`/store/orders/${placedOrder.id}`)).body
  const { id, display_id, cart_id, customer_id, email, region_id } = placedOrder
  expect(order).toMatchObject({ object: 'order', id, display_id, cart_id, customer_id, email, region_id })
  expect(order).toMatchObject({ status: 'pending', fulfillment_status: 'not_fulfilled', payment_status: 'awaiting' })
  expect(order).toMatchObject({ subtotal: 1000, discount_total: 100, shipping_total: 500, tax_total: 280, total: 1680 })
  expect(order).toMatchObject({ paid_total: 1680, refunded_total: 0, refundable_amount: 1680, gift_card_total: 0 })
  expect(order).toMatchObject({
    items: [
      { unit_price: 1000, total: 1080, refundable: 1080, variant: {}, adjustments: [{ amount: 100 }], tax_lines: [{}] },
    ],
    shipping_methods: [{ price: 500, total: 600, shipping_option: {}, tax_lines: [{}] }],
    discounts: [{ rule: { value: 10 } }],
    payments: [{ amount: 1680 }],
    customer: { id: customer_id, email, has_account: false },
    shipping_address: { first_name: 'Ada' },
    fulfillments: [],
    region: { id: region_id },
  })
})

test('an order contains no internal fields or relations', async () => {
  const { text, body } = await shop.get(`/store/orders/${placedOrder.id}`)
  for (const name of ['metadata', 'billing_address', 'draft_order_id', 'external_id', 'claims'])
    expect(body.order).not.toHaveProperty(name)
  expect(text).not.toContain('password')
  const ask = (query: string) => shop.get(`/store/orders/${placedOrder.id}?${query}`)
  await expectError(ask('fields=metadata'), 400, 'invalid_data', 'Requested fields [metadata] are not valid')
  await expectError(ask('expand=draft_order'), 400, 'invalid_data', 'Requested fields [draft_order] are not valid')
  for (const path of [
    'items.variant.product.collection.products',
    'shipping_methods.shipping_option.profile',
    'discounts.rule.conditions',
    'region.tax_rates',
    'customer.groups',
  ]) {
    const message = `Requested fields [${path}] are not valid`
    await expectError(ask(`expand=${path}`), 400, 'invalid_data', message)
    await expectError(ask(`fields=*${path}`), 400, 'invalid_data', message)
  }
})

test('an order can be read in part and always includes its totals', async () => {
  const { order } = (await shop.get(`/store/orders/${placedOrder.id}?fields=email&expand=billing_address`)).body
  expect(order).toMatchObject({
    id: placedOrder.id,
    email: placedOrder.email,
    total: 1680,
    billing_address: { first_name: 'Ada' },
  })
  for (const name of ['status', 'items', 'payments', 'region']) expect(order).not.toHaveProperty(name)
})

test('expanded lines and shipping methods include their default relations', async () => {
  const { order } = (await shop.get(`/store/orders/${placedOrder.id}?expand=items,shipping_methods`)).body
  expect(order).toMatchObject({
    items: [{ variant: {}, adjustments: [{ amount: 100 }], tax_lines: [{}] }],
    shipping_methods: [{ tax_lines: [{}] }],
  })
  expect(order).not.toHaveProperty('fulfillments')
})

test('an order includes its lines next to an expanded relation, and by cart id all default relations', async () => {
  const readExpanded = async (path: string) =>
    (await shop.get(`/store/orders/${path}?expand=billing_address`)).body.order
  const itself = await readExpanded(placedOrder.id)
  expect(itself).toMatchObject({ billing_address: { first_name: 'Ada' }, items: [{ variant: {}, adjustments: [{}] }] })
  expect(itself).not.toHaveProperty('region')
  expect((await shop.get(`/store/orders/${placedOrder.id}?expand=`)).body.order).not.toHaveProperty('items')
  expect(await readExpanded(`cart/${placedOrder.cart_id}`)).toMatchObject({
    billing_address: { first_name: 'Ada' },
    items: [{ variant: {}, adjustments: [{}], tax_lines: [{}] }],
    shipping_methods: [{ price: 500, tax_lines: [{}] }],
    discounts: [{ rule: {} }],
    payments: [{}],
    region: {},
    claims: [],
    gift_cards: [],
  })
})

test('an order can be read by the id of its completed cart', async () => {
  const { order } = (await shop.get(`/store/orders/cart/${placedOrder.cart_id}`)).body
  expect(order).toMatchObject({ id: placedOrder.id, total: 1680 })
  expect(order).toMatchObject({ claims: [], swaps: [], refunds: [], gift_cards: [], gift_card_transactions: [] })
  const { id } = await shop.given.cart()
  await expectError(shop.get(`/store/orders/cart/${id}`), 404, 'not_found', `Order with cart id ${id} was not found`)
})

test('an unknown order is not found', async () => {
  await expectError(shop.get('/store/orders/order_none'), 404, 'not_found', 'Order with id order_none was not found')
})

test('an order does not change with its products and taxes', async () => {
  const region = await shop.given.region()
  const product = await shop.given.product()
  const order = await shop.given.order({ region, lines: [[product.variants[0], 1]] })
  await shop.admin.post(`/admin/regions/${region.id}`, { tax_rate: 50 })
  await shop.admin.delete(`/admin/products/${product.id}`)
  const storedOrder = (await shop.get(`/store/orders/${order.id}`)).body.order
  expect(storedOrder).toMatchObject({ total: 1200, tax_total: 200, items: [{ title: product.title, total: 1200 }] })
})
