import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { type CartOptions, expectOrder } from '#test/support/factories.ts'
import type { Cart, Identified } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let cart: Cart
let cartOptions: CartOptions
beforeAll(async () => {
  shop = await openTestShop()
  const region = await shop.given.region({ tax_rate: 20 })
  const variant = await shop.given.variant({ prices: [1000] })
  const { code: discount } = await shop.given.discount(region, { value: 10 })
  const { code: card } = await shop.given.giftCard(region, 500)
  const option = await shop.given.shippingOption(region, { name: 'Post', amount: 300 })
  cartOptions = { region, lines: [[variant, 2]], discounts: [discount], gift_cards: [card], option }
  cart = await shop.given.payableCart(cartOptions)
})
afterAll(() => shop[Symbol.asyncDispose]())

const explain = async ({ id }: Identified) => (await shop.get(`/store/carts/${id}/totals/explain`)).body
const explainOrder = async ({ id }: Identified) => (await shop.admin.get(`/admin/orders/${id}/totals/explain`)).body

test('the explanation of a cart adds up to each of its totals', async () => {
  const { total, currency_code } = await explain(cart)
  expect(currency_code).toBe('eur')
  expect(total).toMatchObject({ kind: 'total', amount: cart.total })
  const [subtotal, discount, shipping, tax, giftCard, giftCardTax] = total.parts
  const [{ id: item_id, title }] = cart.items
  const line = { kind: 'line', item_id, title }
  expect(subtotal).toEqual({
    kind: 'subtotal',
    amount: 2000,
    parts: [
      { ...line, amount: 2000, parts: [{ kind: 'price', amount: 2000, unit_price: 1000, quantity: 2, parts: [] }] },
    ],
  })
  const [{ id: discount_id, code }] = cart.discounts
  const adjustment = { kind: 'adjustment', amount: -200, exact_amount: -200, discount_id, code, parts: [] }
  expect(discount).toEqual({
    kind: 'discount_total',
    amount: -200,
    parts: [{ ...line, amount: -200, parts: [adjustment] }],
  })
  expect(shipping).toMatchObject({ amount: 300, parts: [{ kind: 'shipping_method', name: 'Post', amount: 300 }] })
  const vat = { name: 'default', code: 'default', rate: 20, parts: [] }
  expect(tax).toMatchObject({
    kind: 'tax_total',
    amount: cart.tax_total,
    parts: [
      { kind: 'item_tax_total', parts: [{ ...line, parts: [{ ...vat, kind: 'tax', base: 1800, amount: 360 }] }] },
      { kind: 'shipping_tax_total', parts: [{ kind: 'shipping_method', parts: [{ ...vat, base: 300, amount: 60 }] }] },
    ],
  })
  const [{ id: gift_card_id, code: card }] = cart.gift_cards
  expect(giftCard).toEqual({
    kind: 'gift_card_total',
    amount: -500,
    parts: [{ kind: 'gift_card', amount: -500, gift_card_id, code: card, parts: [] }],
  })
  expect(giftCardTax?.amount).toBe(-cart.gift_card_tax_total)
})

test('a completed cart keeps its explanation, and its order explains the refundable amount', async () => {
  const before = await explain(cart)
  const order = await expectOrder(shop.post(`/store/carts/${cart.id}/complete`))
  expect(await explain(cart)).toEqual(before)

  const { total, refundable_amount } = await explainOrder(order)
  expect(total.amount).toBe(order.total)
  const part = (kind: string) => total.parts.find((part) => part.kind === kind)
  expect(part('tax_total')?.amount).toBe(order.tax_total)
  expect(part('subtotal')).toEqual(before.total.parts[0])
  const [{ id: payment_id, amount, provider_id }] = order.payments
  expect(refundable_amount).toEqual({
    kind: 'refundable_amount',
    amount,
    parts: [
      { kind: 'paid_total', amount, parts: [{ kind: 'payment', amount, payment_id, provider_id, parts: [] }] },
      { kind: 'refunded_total', amount: 0, parts: [] },
    ],
  })
})

test('the refundable amount of an order lists each payment and each refund', async () => {
  const order = await shop.given.order({ ...cartOptions, gift_cards: [] })
  await shop.admin.post(`/admin/orders/${order.id}/capture`)
  const refund = { amount: 100, reason: 'other', note: 'scratched' }
  const { refunds } = (await shop.admin.post(`/admin/orders/${order.id}/refund`, refund)).body.order
  const { refundable_amount } = await explainOrder(order)
  expect(refundable_amount).toMatchObject({ amount: order.total - 100, parts: [{ amount: order.total }, {}] })
  expect(refundable_amount.parts[1]).toEqual({
    kind: 'refunded_total',
    amount: -100,
    parts: [{ kind: 'refund', amount: -100, refund_id: refunds[0].id, reason: 'other', note: 'scratched', parts: [] }],
  })
})

test('an unknown cart or order is not found, and orders need an authenticated user', async () => {
  const { admin } = shop
  const cart = 'Cart with cart_no was not found'
  await expectError(shop.get('/store/carts/cart_no/totals/explain'), 404, 'not_found', cart)
  const order = 'Order with id: order_no was not found'
  await expectError(admin.get('/admin/orders/order_no/totals/explain'), 404, 'not_found', order)
  await expectError(shop.get('/admin/orders/order_no/totals/explain'), 401, 'unauthorized', 'Unauthorized')
})
