import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refund } from '#entities/cart/payment/refund.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { createDeliveredLine, refundClaimBody } from '#test/support/delivered-line.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { GiftCard, Order, Region } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Nested relations of orders and customers that Medusa v1 expands. */

let shop: TestShop
let region: Region
let order: Order
let card: GiftCard
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
  card = await shop.given.giftCard(region, 300)
  const option = await shop.given.shippingOption(region)
  const discount = await shop.given.discount(region)
  order = await shop.given.order({ region, option, discounts: [discount.code], gift_cards: [card.code] })
})
afterAll(() => shop[Symbol.asyncDispose]())

const expanded = async (expand: string) =>
  (await expectSuccess(shop.admin.get(`/admin/orders/${order.id}?fields=id&expand=${expand}`))).order

test('an order expands the relations of its cart', async () => {
  const cart = 'items.variant,region,customer,billing_address,shipping_address,discounts.rule,gift_cards,payment,'
  const more = 'payment_sessions,sales_channel,shipping_methods.shipping_option'
  const paths = (cart + more).split(',').map((path) => `cart.${path}`)
  expect((await expanded(paths.join())).cart).toMatchObject({
    id: order.cart_id,
    items: [{ id: order.items[0].id, variant: { id: order.items[0].variant_id } }],
    region: { id: region.id },
    customer: { id: order.customer_id },
    billing_address: { id: expect.any(String) },
    shipping_address: { id: order.shipping_address.id },
    discounts: [{ id: order.discounts[0].id, rule: { type: 'percentage' } }],
    gift_cards: [{ id: card.id }],
    payment: { id: order.payments[0].id },
    payment_sessions: [{ provider_id: 'manual' }],
    sales_channel: { id: order.sales_channel_id },
    shipping_methods: [{ id: order.shipping_methods[0].id, shipping_option: { region_id: region.id } }],
  })
})

test('an order expands the relations of its lines and shipping methods', async () => {
  const ofLines = 'items.order,items.cart.region,items.claim_order,items.swap,items.order_edit'
  const ofMethods = ['order', 'cart', 'claim_order', 'return_order', 'swap'].map((name) => `shipping_methods.${name}`)
  const { items, shipping_methods } = await expanded([ofLines, ...ofMethods].join())
  const none = { claim_order: null, swap: null }
  expect(items).toMatchObject([
    { order: { id: order.id }, cart: { id: order.cart_id, region: { id: region.id } }, order_edit: null, ...none },
  ])
  expect(items[0].total).toBe(order.items[0].total)
  expect(shipping_methods).toMatchObject([
    { order: { id: order.id }, cart: { id: order.cart_id }, return_order: null, ...none },
  ])
  expect(shipping_methods[0].total).toBe(order.shipping_methods[0].total)
})

test('an order expands its gift card transactions with card and order', async () => {
  const expandedOrder = await expanded('gift_cards.order,gift_card_transactions.gift_card,gift_card_transactions.order')
  expect(expandedOrder).toMatchObject({
    gift_cards: [{ id: card.id, order: null }],
    gift_card_transactions: [{ gift_card: { id: card.id, balance: 0 }, order: { id: order.id } }],
  })
})

test('an order expands the relations of its customer and addresses', async () => {
  const expandedOrder = await expanded('customer.orders,customer.groups.price_lists,shipping_address.customer')
  expect(expandedOrder.customer).toMatchObject({ id: order.customer_id, orders: [{ id: order.id }], groups: [] })
  expect(expandedOrder.shipping_address).toHaveProperty('customer')
})

test('a draft order expands the relations of its cart', async () => {
  const option = await shop.given.shippingOption(region)
  const draftOrder = await shop.given.draftOrder({ region, option })
  const list = await expectSuccess(
    shop.admin.get('/admin/draft-orders?expand=cart.shipping_methods,cart.sales_channel'),
  )
  expect(list.draft_orders[0].cart).toMatchObject({ shipping_methods: [{ shipping_option_id: option.id }] })
  const paidOrder = await expectSuccess(shop.admin.post(`/admin/draft-orders/${draftOrder.id}/pay`))
  const path = `/admin/orders/${paidOrder.order.id}?expand=draft_order.cart.items`
  expect((await expectSuccess(shop.admin.get(path))).order.draft_order).toMatchObject({
    id: draftOrder.id,
    cart: { id: draftOrder.cart_id, items: [{ order_id: paidOrder.order.id }] },
  })
})

test('customers and their groups expand each other, their orders and price lists', async () => {
  const customer = await shop.given.customer()
  await shop.given.order({ region, by: customer })
  const { customer_group } = await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'VIP' }))
  const customer_ids = [{ id: customer.id }]
  await expectSuccess(shop.admin.post(`/admin/customer-groups/${customer_group.id}/customers/batch`, { customer_ids }))
  const list = { name: 'Sale', description: '', type: 'sale', prices: [], customer_groups: [{ id: customer_group.id }] }
  await expectSuccess(shop.admin.post('/admin/price-lists', list))
  const groups = await expectSuccess(shop.admin.get('/admin/customer-groups?expand=customers.orders'))
  expect(groups.customer_groups).toMatchObject([
    { customers: [{ id: customer.id, orders: [{ region_id: region.id }] }] },
  ])
  const path = `/admin/customers?q=${customer.email}&expand=groups.price_lists,groups.customers`
  expect((await expectSuccess(shop.admin.get(path))).customers).toMatchObject([
    { groups: [{ price_lists: [{ name: 'Sale' }], customers: [{ id: customer.id }] }] },
  ])
})

test('payments, refunds and fulfillments expand their order, payment and currency', async () => {
  const paidOrder = await shop.given.order({ region, option: await shop.given.shippingOption(region) })
  await expectSuccess(shop.admin.post(`/admin/orders/${paidOrder.id}/capture`))
  await expectSuccess(shop.admin.post(`/admin/orders/${paidOrder.id}/refund`, { amount: 100, reason: 'other' }))
  const items = [{ item_id: paidOrder.items[0].id, quantity: 1 }]
  await expectSuccess(shop.admin.post(`/admin/orders/${paidOrder.id}/fulfillment`, { items }))
  const paths = ['payments.currency', 'payments.order', 'fulfillments.order', 'refunds.payment', 'refunds.order']
  const path = `/admin/orders/${paidOrder.id}?fields=id&expand=${paths.join()}`
  expect((await expectSuccess(shop.admin.get(path))).order).toMatchObject({
    payments: [{ currency: { code: 'eur' }, order: { id: paidOrder.id } }],
    refunds: [{ amount: 100, payment: { order_id: paidOrder.id }, order: { id: paidOrder.id } }],
    fulfillments: [{ order: { id: paidOrder.id }, items: [{ item_id: paidOrder.items[0].id }] }],
  })
})

test('the orders of a customer expand all their relations', async () => {
  const customer = await shop.given.customer()
  const option = await shop.given.shippingOption(region)
  const discount = await shop.given.discount(region)
  const customerOrder = await shop.given.order({ region, by: customer, option, discounts: [discount.code] })
  await expectSuccess(shop.admin.post(`/admin/orders/${customerOrder.id}/capture`))
  await expectSuccess(shop.admin.post(`/admin/orders/${customerOrder.id}/refund`, { amount: 100, reason: 'other' }))
  const ones = ['region', 'currency', 'customer', 'cart', 'shipping_address', 'billing_address', 'sales_channel']
  const lists = ['discounts', 'payments', 'shipping_methods', 'refunds', 'fulfillments', 'returns', 'claims', 'swaps']
  const expand = [...ones, ...lists, 'edits', 'draft_order', 'gift_cards'].map((name) => `orders.${name}`)
  for (const path of [`/admin/customers/${customer.id}?`, `/admin/customers?q=${customer.email}&`]) {
    const answer = await expectSuccess(shop.admin.get(`${path}expand=${expand.join()}`))
    expect((answer.customer ?? answer.customers[0]).orders).toMatchObject([
      {
        id: customerOrder.id,
        region: { id: region.id },
        currency: { code: 'eur' },
        customer: { id: customer.id },
        cart: { id: customerOrder.cart_id },
        discounts: [{ id: discount.id }],
        payments: [{ amount: customerOrder.total }],
        shipping_methods: [{ shipping_option_id: option.id }],
        refunds: [{ amount: 100 }],
        fulfillments: [],
        returns: [],
        claims: [],
        swaps: [],
        edits: [],
        draft_order: null,
      },
    ])
  }
})

test('no relation includes a failed refund', async () => {
  const customer = await shop.given.customer()
  const customerOrder = await shop.given.order({ region, by: customer })
  await expectSuccess(shop.admin.post(`/admin/orders/${customerOrder.id}/capture`))
  await expectSuccess(shop.admin.post(`/admin/orders/${customerOrder.id}/refund`, { amount: 100, reason: 'other' }))
  await changeRows(shop, Refund, { order_id: customerOrder.id }, { status: 'failed' })
  const path = `/admin/customers/${customer.id}?expand=orders.refunds`
  expect((await expectSuccess(shop.admin.get(path))).customer.orders[0].refunds).toEqual([])
})

test('a return of a claim expands the claim', async () => {
  const sale = await createDeliveredLine(shop, { region, quantity: 1 })
  const returnOption = await shop.given.shippingOption(region, { is_return: true })
  const { order: claimedOrder } = await expectSuccess(
    shop.admin.post(sale.path, refundClaimBody(sale, { return_shipping: { option_id: returnOption.id } })),
  )
  const { returns } = await expectSuccess(shop.admin.get('/admin/returns?limit=1&expand=claim_order.order'))
  expect(returns).toMatchObject([{ claim_order: { id: claimedOrder.claims[0].id, order: { id: sale.order.id } } }])
})

test('the storefront cannot expand an order to data of other customers', async () => {
  const paths = ['items.order', 'gift_card_transactions.gift_card', 'customer.orders', 'billing_address.customer']
  for (const path of paths)
    await expectError(
      shop.get(`/store/orders/${order.id}?expand=${path}`),
      400,
      'invalid_data',
      `Requested fields [${path}] are not valid`,
    )
})
