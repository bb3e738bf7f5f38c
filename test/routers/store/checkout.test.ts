import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PaymentSession } from '#entities/cart/payment/payment-session.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess, orderIn } from '#test/support/factories.ts'
import type { Reply } from '#test/support/reply.ts'
import type { Identified, Variant } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { providersWith, testPayment } from '#test/support/test-payment.ts'
import { untyped } from '#test/support/untyped.ts'

const card = testPayment()
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ providers: providersWith(card) })
})
afterAll(() => shop[Symbol.asyncDispose]())
beforeEach(() => {
  card.nextStatus = 'authorized'
  card.calls.length = 0
})

const complete = ({ id }: Identified, headers = {}) => shop.post(`/store/carts/${id}/complete`, undefined, headers)
const readCart = async ({ id }: Identified) => (await shop.get(`/store/carts/${id}`)).body.cart
const update = ({ id }: Identified, body: object) => shop.post(`/store/carts/${id}`, body)
const startPayment = ({ id }: Identified) => shop.post(`/store/carts/${id}/payment-sessions`)
const stockOf = async ({ id }: Identified): Promise<number> =>
  (await shop.admin.get(`/admin/variants/${id}`)).body.variant.inventory_quantity
const setStock = ({ id, product_id }: Variant, inventory_quantity: number) =>
  shop.admin.post(`/admin/products/${product_id}/variants/${id}`, { inventory_quantity })

describe('completing a cart', () => {
  test('a completed cart returns its order with all relations', async () => {
    const region = await shop.given.region()
    const option = await shop.given.shippingOption(region)
    const { id: variant_id } = await shop.given.variant()
    const cart = await shop.given.payableCart({ region, option, lines: [[{ id: variant_id }, 2]] })
    const reply = await complete(cart)
    expect(reply).toMatchObject({ status: 200, body: { type: 'order' } })
    expect(reply.headers.get('idempotency-key')).toBeTruthy()
    const data = orderIn(reply.body)
    expect(data).toMatchObject({
      object: 'order',
      status: 'pending',
      fulfillment_status: 'not_fulfilled',
      payment_status: 'awaiting',
      cart_id: cart.id,
      customer_id: cart.customer_id,
      email: cart.email,
      region_id: region.id,
      sales_channel_id: cart.sales_channel_id,
      currency_code: 'eur',
      tax_rate: null,
      canceled_at: null,
      no_notification: null,
      metadata: {},
      shipping_address: { first_name: 'Ada' },
      items: [{ order_id: data.id, variant: { id: variant_id }, quantity: 2, total: 2400, refundable: 2400 }],
      shipping_methods: [{ order_id: data.id, price: 500, total: 600 }],
      payments: [{ amount: 3000, currency_code: 'eur', provider_id: 'manual', captured_at: null, canceled_at: null }],
      discounts: [],
      gift_cards: [],
      gift_card_transactions: [],
      refunds: [],
      claims: [],
      swaps: [],
      subtotal: 2000,
      shipping_total: 500,
      tax_total: 500,
      total: 3000,
      paid_total: 3000,
      refundable_amount: 3000,
    })
    expect(data.items[0].tax_lines).toMatchObject([{ id: expect.stringMatching(/^litl_/), rate: 20, code: 'default' }])
    expect(data.shipping_methods[0].tax_lines).toMatchObject([{ id: expect.stringMatching(/^smtl_/), rate: 20 }])
    for (const name of ['customer', 'billing_address', 'fulfillments']) expect(data).not.toHaveProperty(name)
    expect((await shop.given.order()).display_id).toBe(data.display_id + 1)
  })

  test('completing a cart sets its timestamps and reduces the stock', async () => {
    const variant = await shop.given.variant({ stock: 10 })
    const cart = await shop.given.payableCart({ lines: [[variant, 3]] })
    expect(await stockOf(variant)).toBe(10)
    await complete(cart)
    expect(await stockOf(variant)).toBe(7)
    const completedCart = await readCart(cart)
    expect(completedCart).toMatchObject({ payment_session: { status: 'authorized' }, payment: { amount: 3600 } })
    expect(completedCart.completed_at).toMatch(/^\d{4}-/)
    expect(completedCart.payment_authorized_at).toMatch(/^\d{4}-/)
  })

  test('repeated completions return the same order', async () => {
    const cart = await shop.given.payableCart()
    const first = await complete(cart)
    const key = first.headers.get('idempotency-key')!
    const replies: Reply[] = [await complete(cart), await complete(cart, { 'idempotency-key': key })]
    replies.push(
      await complete(cart, { 'idempotency-key': 'another' }),
      await complete(cart, { 'idempotency-key': 'another' }),
    )
    replies.push(await shop.post(`/store/carts/${cart.id}/complete-cart`))
    // The body is ignored.
    for (const body of [{ foo: 1 }, []])
      for (const name of ['complete', 'complete-cart'])
        replies.push(await shop.post(`/store/carts/${cart.id}/${name}`, body))
    for (const reply of replies) expect(reply).toMatchObject({ status: 200, body: first.body })
  })

  test('the idempotency key of another cart is rejected', async () => {
    const [one, two] = [await shop.given.payableCart(), await shop.given.payableCart()]
    const key = { 'idempotency-key': 'the key of one cart' }
    await complete(one, key)
    expect(await complete(two, key)).toMatchObject({
      status: 409,
      body: { type: 'conflict', code: 'invalid_state_error' },
    })
    expect((await readCart(two)).completed_at).toBeNull()
  })

  test('simultaneous completions of two carts with one key place one order', async () => {
    const carts = [await shop.given.payableCart(), await shop.given.payableCart()]
    const replies = await Promise.all(carts.map((cart) => complete(cart, { 'idempotency-key': 'a key for two' })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const open = carts[replies.findIndex(({ status }) => status === 409)]!
    expect((await readCart(open)).completed_at).toBeNull()
    expect((await complete(open)).body.type).toBe('order')
  })

  test('a cart can be completed without shipping and address', async () => {
    const cart = await shop.given.cart({ region: await shop.given.region({ countries: 2 }) })
    await update(cart, { email: 'ada@example.com' })
    await startPayment(cart)
    expect((await complete(cart)).body.data).toMatchObject({
      shipping_address: null,
      shipping_methods: [],
      total: 1200,
    })
  })

  test('completing a cart does not reduce the stock of unmanaged variants', async () => {
    const prices = [{ currency_code: 'eur', amount: 1000 }]
    const variants = [{ title: 'V', inventory_quantity: 0, manage_inventory: false, prices, options: [{ value: 'V' }] }]
    const variant = await shop.given.variant({ variants })
    await shop.given.order({ lines: [[variant, 2]] })
    expect(await stockOf(variant)).toBe(0)
  })
})

describe('rejected completions', () => {
  test('a cart without lines cannot be completed', async () => {
    const message = 'Cannot create order from empty cart'
    await expectError(complete(await shop.given.cart({ lines: [] })), 400, 'invalid_data', message)
  })

  test('a cart without a customer cannot be completed until it has one', async () => {
    const cart = await shop.given.cart()
    await startPayment(cart)
    const message = 'Cannot create an order from the cart without a customer'
    await expectError(complete(cart), 400, 'invalid_data', message)
    await update(cart, { email: 'ada@example.com' })
    expect((await complete(cart)).body.type).toBe('order')
  })

  test('a cart without a payment session cannot be completed until it has one', async () => {
    const cart = await shop.given.cart()
    await update(cart, { email: 'ada@example.com' })
    const key = { 'idempotency-key': 'an impatient key' }
    const message = 'You cannot complete a cart without a payment session.'
    await expectError(complete(cart, key), 400, 'not_allowed', message)
    await startPayment(cart)
    expect((await complete(cart, key)).body.type).toBe('order')
  })

  test('a cart with insufficient stock reports each variant and changes nothing', async () => {
    const { variants } = await shop.given.product({ prices: [100, 200, 300], stock: 5 })
    const cart = await shop.given.payableCart({ lines: variants.map((variant) => [variant, 2]) })
    const short = variants.slice(0, 2)
    for (const variant of short) await setStock(variant, 1)
    const { status, body } = await complete(cart)
    expect(status).toBe(409)
    expect(body.errors.toSorted((a, b) => (a.message < b.message ? -1 : 1))).toEqual(
      short
        .map((variant) => `Variant with id: ${variant.id} does not have the required inventory`)
        .toSorted()
        .map((message: string) => ({ message, type: 'not_allowed', code: 'insufficient_inventory' })),
    )
    expect(await Promise.all(variants.map(stockOf))).toEqual([1, 1, 5])
    const open = { completed_at: null, payment_authorized_at: null, payment_session: { status: 'pending' } }
    expect(await readCart(cart)).toMatchObject(open)
    for (const variant of short) await setStock(variant, 2)
    expect((await complete(cart)).body.type).toBe('order')
    expect(await Promise.all(variants.map(stockOf))).toEqual([0, 0, 3])
  })

  test('the stock must cover all lines of a variant together', async () => {
    const variant = await shop.given.variant({ stock: 4 })
    const cart = await shop.given.payableCart({ lines: [[variant, 2]] })
    const engraved = { variant_id: variant.id, quantity: 2, metadata: { engraving: 'Ada' } }
    await shop.post(`/store/carts/${cart.id}/line-items`, engraved)
    await setStock(variant, 3)
    expect((await complete(cart)).status).toBe(409)
    expect(await stockOf(variant)).toBe(3)
  })
})

describe('the payment of a cart', () => {
  const cardCart = async (over = {}) => {
    const region = await shop.given.region({ payment_providers: ['card'], gift_cards_taxable: false })
    const variant = await shop.given.variant({ stock: 9 })
    const discount = await shop.given.discount(region)
    const cart = await shop.given.payableCart({ region, lines: [[variant, 2]], discounts: [discount.code], ...over })
    return { region, variant, discount, cart }
  }
  const usesOf = async ({ id }: Identified) =>
    (await shop.admin.get(`/admin/discounts/${id}`)).body.discount.usage_count

  test.each([
    'requires_more',
    'pending',
  ] as const)('the payment status %s leaves the cart open and changes nothing', async (status) => {
    const { cart, variant, discount } = await cardCart()
    card.nextStatus = status
    const { body } = await complete(cart)
    expect(body).toMatchObject({
      type: 'cart',
      payment_status: status,
      data: { id: cart.id, completed_at: null, total: 2160, payment_session: { provider_id: 'card', status } },
    })
    expect(await stockOf(variant)).toBe(9)
    expect(await usesOf(discount)).toBe(0)
    await expectError(
      shop.get(`/store/orders/cart/${cart.id}`),
      404,
      'not_found',
      `Order with cart id ${cart.id} was not found`,
    )
    card.nextStatus = 'authorized'
    expect((await complete(cart)).body).toMatchObject({ type: 'order', data: { total: 2160, paid_total: 2160 } })
    expect(await stockOf(variant)).toBe(7)
    expect(await usesOf(discount)).toBe(1)
  })

  test.each([
    'error',
    'canceled',
  ] as const)('the payment status %s rejects the completion and changes nothing', async (status) => {
    const { cart, variant, discount } = await cardCart()
    card.nextStatus = status
    await expectError(complete(cart), 400, 'invalid_data', 'Cart payment not authorized')
    expect(await stockOf(variant)).toBe(9)
    expect(await usesOf(discount)).toBe(0)
    expect((await readCart(cart)).completed_at).toBeNull()
  })

  test('a payment is authorized only after all other checks', async () => {
    const { cart, variant } = await cardCart()
    await setStock(variant, 1)
    expect((await complete(cart)).status).toBe(409)
    const { cart: late, discount } = await cardCart()
    await expectSuccess(shop.admin.post(`/admin/discounts/${discount.id}`, { is_disabled: true }))
    await expectError(complete(late), 400, 'not_allowed', `The discount code ${discount.code} is disabled`)
    const { cart: gifted, region } = await cardCart()
    const gift = await shop.given.giftCard(region, 100)
    await update(gifted, { gift_cards: [{ code: gift.code }] })
    await expectSuccess(shop.admin.post(`/admin/gift-cards/${gift.id}`, { is_disabled: true }))
    await expectError(complete(gifted), 400, 'not_allowed', 'The gift card is disabled')
    expect(card.calls.filter((call) => call.startsWith('authorize'))).toEqual([])
  })

  test('an outdated session amount is updated and needs another completion', async () => {
    const { cart } = await cardCart()
    await changeRows(shop, PaymentSession, { cart_id: cart.id }, { amount: 100 })
    expect((await complete(cart)).body).toMatchObject({
      type: 'cart',
      payment_status: 'requires_more',
      data: { payment_session: { amount: 2160 } },
    })
    expect(card.calls).toEqual(['initiate 2160', 'update 2160'])
    expect(orderIn((await complete(cart)).body).payments).toMatchObject([{ amount: 2160, provider_id: 'card' }])
  })

  test('a cart that became free since its customer chose a payment needs another completion', async () => {
    const { cart, discount } = await cardCart()
    const rule = { id: discount.rule.id, value: 100 }
    await expectSuccess(shop.admin.post(`/admin/discounts/${discount.id}`, { rule }))
    expect((await complete(cart)).body).toMatchObject({ type: 'cart', data: { total: 0, payment_sessions: [] } })
    expect((await complete(cart)).body).toMatchObject({ type: 'order', data: { total: 0 } })
  })
})

test('a completed cart rejects changes', async () => {
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  const { code } = await shop.given.discount(region)
  const { id: variant_id } = await shop.given.variant()
  const cart = await shop.given.payableCart({ region })
  const { data: order } = (await complete(cart)).body
  const cartPath = `/store/carts/${cart.id}`
  const line = `${cartPath}/line-items/${cart.items[0].id}`
  // biome-ignore format: a table
  const changes: [method: 'post' | 'delete', path: string, body?: object][] = [
    ['post', cartPath, {}],
    ['post', cartPath, { email: 'bob@example.com' }],
    ['post', cartPath, { region_id: (await shop.given.region()).id }],
    ['post', cartPath, { discounts: [{ code }] }],
    ['post', `${cartPath}/line-items`, { variant_id, quantity: 1 }],
    ['post', line, { quantity: 9 }],
    ['delete', line],
    ['delete', `${cartPath}/discounts/${code}`],
    ['post', `${cartPath}/shipping-methods`, { option_id: option.id }],
    ['post', `${cartPath}/payment-sessions`],
    ['post', `${cartPath}/payment-session`, { provider_id: 'manual' }],
    ['post', `${cartPath}/payment-sessions/manual`, { data: {} }],
    ['delete', `${cartPath}/payment-sessions/manual`],
    ['post', `${cartPath}/payment-sessions/manual/refresh`],
  ]
  for (const [method, path, body] of changes)
    await expectError(
      shop[method](path, untyped(body)),
      400,
      'not_allowed',
      'The cart is already completed',
      'cart_incompatible_state',
    )
  expect((await complete(cart)).body.data).toEqual(order)
})

test('a customer who opens a completed cart does not change it', async () => {
  const cart = await shop.given.payableCart()
  await complete(cart)
  const before = await readCart(cart)
  const ada = await shop.given.customer()
  expect((await ada.get(`/store/carts/${cart.id}`)).body.cart).toEqual(before)
  expect((await ada.post(`/store/carts/${cart.id}/taxes`)).body.cart).toMatchObject({ total: before.total })
})
