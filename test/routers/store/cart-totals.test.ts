import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import type { Cart, Identified, Region } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Some examples of totals.examples.test.ts, from the catalogue to the order. */

let shop: TestShop
let net: Region
let taxInclusive: Region
beforeAll(async () => {
  shop = await openTestShop()
  net = await shop.given.region({ tax_rate: 12.5 })
  taxInclusive = await shop.given.region({ tax_rate: 25, includes_tax: true })
})
afterAll(() => shop[Symbol.asyncDispose]())

type Example = {
  name: string
  region: () => Region
  lines: [price: number, quantity: number][]
  shipping?: number
  rule?: { type?: string; value: number; allocation?: string }
  items: [subtotal: number, discount: number, tax: number, total: number][]
  cart: Record<string, number>
}

// biome-ignore format: a table
const examples: Example[] = [
  { name: 'E1 12.5 %, 3 × 999 and 1 × 333, shipping 999', region: () => net, lines: [[999, 3], [333, 1]], shipping: 999,
    items: [[2997, 0, 375, 3372], [333, 0, 42, 375]],
    cart: { subtotal: 3330, shipping_total: 999, item_tax_total: 417, shipping_tax_total: 125, tax_total: 542, discount_total: 0, total: 4871 } },
  { name: 'E2 as E1 with 15 % off', region: () => net, lines: [[999, 3], [333, 1]], shipping: 999, rule: { value: 15 },
    items: [[2997, 450, 318, 2865], [333, 50, 35, 318]], cart: { discount_total: 500, total: 4307 } },
  { name: 'E5 3 lines of 100, 12.5 %, 100 off the total', region: () => net, lines: [[100, 1], [100, 1], [100, 1]],
    rule: { type: 'fixed', value: 100 }, items: [[100, 33, 8, 75], [100, 34, 8, 74], [100, 33, 8, 75]],
    cart: { discount_total: 100, tax_total: 24, total: 224 } },
  { name: 'E8 tax of 25 % included, 3 × 1111, shipping 1000', region: () => taxInclusive, lines: [[1111, 3]], shipping: 1000,
    items: [[2666, 0, 667, 3333]], cart: { subtotal: 2666, shipping_total: 800, tax_total: 867, total: 4333 } },
]

test.each(examples)('the totals of cart and order are exact: $name', async ({
  region: named,
  lines,
  shipping,
  rule,
  items,
  cart: totals,
}) => {
  const region = named()
  const cartLines = await Promise.all(
    lines.map(async ([price, quantity]) => [await shop.given.regionalVariant(region, price), quantity] as const),
  )
  const includes_tax = region.includes_tax
  const option = shipping && (await shop.given.shippingOption(region, { amount: shipping, includes_tax }))
  const discounts = rule ? [(await shop.given.discount(region, rule)).code] : []
  const cart = await shop.given.payableCart({ region, lines: cartLines, discounts, ...(option && { option }) })
  expect(cart).toMatchObject(totals)
  expect(cart.payment_session.amount).toBe(totals.total)

  const order = await expectOrder(shop.post(`/store/carts/${cart.id}/complete`))
  const completed = (await shop.get(`/store/carts/${cart.id}`)).body.cart
  for (const resource of [cart, completed, order, (await shop.get(`/store/orders/${order.id}`)).body.order]) {
    expect(resource).toMatchObject(totals)
    const rows = resource.items.map((t) => [t.subtotal, t.discount_total, t.tax_total, t.total])
    expect(rows).toEqual(items)
  }
  expect(order).toMatchObject({ paid_total: totals.total, refunded_total: 0, refundable_amount: totals.total })
})

test('E15 taxes that are not automatic are calculated on request and always paid', async () => {
  const region = await shop.given.region({ automatic_taxes: false })
  const option = await shop.given.shippingOption(region)
  const cart = await shop.given.payableCart({ region, option })
  const storedCart = (await shop.get(`/store/carts/${cart.id}`)).body.cart
  expect(storedCart).toMatchObject({
    tax_total: 0,
    total: 1500,
    payment_session: { amount: 1800 },
    items: [{ tax_lines: [] }],
  })
  const taxed = (await shop.post(`/store/carts/${cart.id}/taxes`)).body.cart
  expect(taxed).toMatchObject({ tax_total: 300, total: 1800 })
  for (const name of ['payment_sessions', 'payment_session', 'sales_channel', 'billing_address', 'customer'])
    expect(taxed).not.toHaveProperty(name)
  expect((await shop.post(`/store/carts/${cart.id}/complete`)).body.data).toMatchObject({
    total: 1800,
    paid_total: 1800,
  })
})

test('a total beyond the maximum is rejected', async () => {
  const region = await shop.given.region()
  const { id: variant_id } = await shop.given.variant({
    variants: [
      {
        title: 'V',
        manage_inventory: false,
        prices: [{ currency_code: 'eur', amount: 2_147_483_647 }],
        options: [{ value: 'V' }],
      },
    ],
  })
  const { id } = await shop.given.cart({ region, lines: [] })
  const line = { variant_id, quantity: 1_000_000 }
  const large = 'The total of the cart is too large'
  await expectError(shop.post(`/store/carts/${id}/line-items`, line), 400, 'invalid_data', large)
})

describe('the refundable amounts of a cart', () => {
  const storedCart = async ({ id }: Identified) => (await expectSuccess(shop.get(`/store/carts/${id}`))).cart
  const refundable = ({ items }: Cart) => items.map((item) => item.refundable)

  test('the refundable amounts of an open cart are zero', async () => {
    const { id } = await shop.given.payableCart({ region: net })
    const { cart } = await expectSuccess(shop.get(`/store/carts/${id}?fields=email`))
    expect(cart).toMatchObject({ refunded_total: 0, refundable_amount: 0, items: [{ refundable: 0 }] })
  })

  test('the refundable amounts of a completed cart follow the payment of its order', async () => {
    const [one, other] = [await shop.given.variant(), await shop.given.variant()]
    const lines = [[one, 2] as const, [other, 1] as const]
    const order = await shop.given.order({ region: net, lines })
    const cart = { id: order.cart_id }
    expect(await storedCart(cart)).toMatchObject({ total: 3375, refunded_total: 0, refundable_amount: 3375 })
    expect(refundable(await storedCart(cart))).toEqual([2250, 1125])
    await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/capture`))
    await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/refund`, { amount: 375, reason: 'discount' }))
    const orderAfterRefund = (await expectSuccess(shop.get(`/store/orders/${order.id}`))).order
    const { refunded_total, refundable_amount } = orderAfterRefund
    expect([refunded_total, refundable_amount]).toEqual([375, 3000])
    expect(await storedCart(cart)).toMatchObject({ refunded_total, refundable_amount })
  })

  test('the refundable amounts are zero after an unpaid order is canceled', async () => {
    const order = await shop.given.order({ region: net })
    await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/cancel`))
    expect(await storedCart({ id: order.cart_id })).toMatchObject({ refunded_total: 0, refundable_amount: 0 })
  })
})

test('each line of a cart and an order shows a share of the gift card total', async () => {
  const lines = [[await shop.given.variant(), 3] as const, [await shop.given.variant(), 1] as const]
  const { code } = await shop.given.giftCard(net, 1000)
  const cart = await shop.given.payableCart({ region: net, lines, gift_cards: [code] })
  const placed = await expectOrder(shop.post(`/store/carts/${cart.id}/complete`))
  const { order } = await expectSuccess(shop.get(`/store/orders/${placed.id}`))
  const adminOrder = (await expectSuccess(shop.admin.get(`/admin/orders/${placed.id}`))).order
  const completed = (await expectSuccess(shop.get(`/store/carts/${cart.id}`))).cart
  for (const resource of [cart, completed, placed, order, adminOrder]) {
    expect(resource.gift_card_total).toBe(1000)
    expect(resource.items.map((item) => item.gift_card_total)).toEqual([750, 250])
  }
})
