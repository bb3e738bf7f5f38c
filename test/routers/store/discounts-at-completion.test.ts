import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ShippingMethod } from '#entities/cart/shipping/shipping-method.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import type { Identified, Region } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
})
afterAll(() => shop[Symbol.asyncDispose]())

const complete = ({ id }: Identified) => shop.post(`/store/carts/${id}/complete`)
const apply = ({ id }: Identified, code: string) => shop.post(`/store/carts/${id}`, { discounts: [{ code }] })
const usesOf = async (code: string) =>
  (await expectSuccess(shop.admin.get(`/admin/discounts/code/${code}`))).discount.usage_count
const cancel = ({ id }: Identified) => expectSuccess(shop.admin.post(`/admin/orders/${id}/cancel`))
const onlyFor = (variant: { product_id: string }) => ({
  conditions: [{ operator: 'in', products: [variant.product_id] }],
})

/** A dynamic discount of 10 % in `regions`, with a code. */
async function createCampaign(regions: Identified[] = [region], over = {}) {
  const ids = regions.map(({ id }) => id)
  const parent = await shop.given.discount(region, {}, { is_dynamic: true, regions: ids, ...over })
  let serial = 0
  const addCode = async () => {
    const code = `${parent.code}-${++serial}`
    await expectSuccess(shop.admin.post(`/admin/discounts/${parent.id}/dynamic-codes`, { code }))
    return code
  }
  const change = (body: object) => expectSuccess(shop.admin.post(`/admin/discounts/${parent.id}`, body))
  return { parent, addCode, change }
}

describe('a dynamic code', () => {
  const at = (minutes: number) => new Date(Date.now() + 60_000 * minutes).toISOString()
  test.each([
    ['is disabled', { is_disabled: true }, 'is disabled'],
    ['is over', { starts_at: at(-20), ends_at: at(-10) }, 'is expired'],
    ['starts later', { starts_at: at(60) }, 'is not valid yet'],
  ])('is rejected in a cart and at the completion while its parent %s', async (_, state, message) => {
    const { addCode, change } = await createCampaign()
    const code = await addCode()
    const cart = await shop.given.payableCart({ region, discounts: [code] })
    await change(state)
    for (const reply of [complete(cart), apply(await shop.given.cart({ region }), code)])
      expect((await reply).body).toMatchObject({ type: 'not_allowed', message: expect.stringContaining(message) })
  })

  test('a dynamic code ends with its parent', async () => {
    const { parent, addCode } = await createCampaign()
    const code = await addCode()
    const cart = await shop.given.payableCart({ region, discounts: [code] })
    await expectSuccess(shop.admin.delete(`/admin/discounts/${parent.id}`))
    expect((await complete(cart)).body).toMatchObject({ type: 'cart', data: { total: 1200, discounts: [] } })
    await expectError(apply(cart, code), 404, 'not_found', `Discounts with code [${code}] was not found`)
  })

  test('a dynamic code counts for the usage limit of its parent', async () => {
    const { addCode } = await createCampaign([region], { usage_limit: 2 })
    const codes = [await addCode(), await addCode(), await addCode()]
    const carts = []
    for (const code of codes) carts.push(await shop.given.payableCart({ region, discounts: [code] }))
    const replies = await Promise.all(carts.map(complete))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 400])
    await expectError(
      apply(await shop.given.cart({ region }), await addCode()),
      400,
      'not_allowed',
      expect.stringContaining('has been used maximum allowed times'),
    )
  })

  test('a dynamic code stays in a cart that moves to another region of its parent, and leaves it in other regions', async () => {
    const [second, foreign] = [await shop.given.region(), await shop.given.region()]
    const { addCode } = await createCampaign([region, second])
    const cart = await shop.given.cart({ region })
    expect((await apply(cart, await addCode())).body.cart).toMatchObject({ total: 1080 })
    const moved = (await shop.post(`/store/carts/${cart.id}`, { region_id: second.id })).body.cart
    expect(moved).toMatchObject({ discount_total: 100, total: 1080 })
    const away = (await shop.post(`/store/carts/${cart.id}`, { region_id: foreign.id })).body.cart
    expect(away).toMatchObject({ discounts: [], total: 1200 })
  })
})

describe('conditions on products', () => {
  test('a fixed discount is shared by the lines that qualify, and not by other lines', async () => {
    const [lamp, mug] = [await shop.given.variant({ prices: [6000] }), await shop.given.variant({ prices: [4000] })]
    const { code } = await shop.given.discount(region, { type: 'fixed', value: 1000, ...onlyFor(lamp) })
    for (const others of [0, 1, 3]) {
      const lines = [[lamp, 1] as const, ...(others > 0 ? [[mug, others] as const] : [])]
      const order = await shop.given.order({ region, lines, discounts: [code] })
      expect(order.discount_total).toBe(1000)
    }
  })

  test('free shipping needs a line that qualifies', async () => {
    const option = await shop.given.shippingOption(await shop.given.region())
    const market = { id: option.region_id }
    const [lamp, mug] = [await shop.given.variant(), await shop.given.variant()]
    const { code } = await shop.given.discount(market as Region, { type: 'free_shipping', value: 0, ...onlyFor(lamp) })
    const buy = (...lines: [typeof lamp, number][]) =>
      shop.given.order({ region: market, lines, discounts: [code], option })
    expect(await buy([lamp, 1], [mug, 1])).toMatchObject({ shipping_total: 0, total: 2400 })
    expect(await buy([mug, 1])).toMatchObject({ shipping_total: 500, total: 1800, discounts: [] })
    expect(await usesOf(code)).toBe(1)
  })
})

test('the shares of a discount are integers that add up', async () => {
  const { code } = await shop.given.discount(region, { type: 'fixed', value: 1000 })
  const lines = []
  for (const price of [700, 1100, 1300]) lines.push([await shop.given.variant({ prices: [price] }), 1] as const)
  const order = await shop.given.order({ region, lines, discounts: [code] })
  const amounts = order.items.flatMap((item) => item.adjustments.map(({ amount }) => amount))
  expect(amounts.every(Number.isInteger)).toBe(true)
  expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(1000)
  expect(order.items.reduce((sum, { total }) => sum + total, 0)).toBe(order.total)
})

describe('the uses of a discount', () => {
  test('a code that gives nothing is accepted, but neither counted nor part of the order', async () => {
    const [lamp, mug] = [await shop.given.variant(), await shop.given.variant()]
    const { code } = await shop.given.discount(region, onlyFor(lamp), { usage_limit: 1 })
    const cart = await shop.given.payableCart({ region, lines: [[mug, 1]], discounts: [code] })
    expect(cart).toMatchObject({ discounts: [{ code }], discount_total: 0 })
    expect(await expectOrder(complete(cart))).toMatchObject({ discounts: [], total: 1200 })
    expect((await shop.get(`/store/carts/${cart.id}`)).body.cart.discounts).toEqual([])
    expect(await usesOf(code)).toBe(0)
    const order = await shop.given.order({ region, lines: [[lamp, 1]], discounts: [code] })
    expect(order).toMatchObject({ discounts: [{ code }], total: 1080 })
    expect(await usesOf(code)).toBe(1)
  })

  test('a canceled order gives its use back once', async () => {
    const { code } = await shop.given.discount(region, {}, { usage_limit: 1 })
    const order = await shop.given.order({ region, discounts: [code] })
    await expectError(
      apply(await shop.given.cart({ region }), code),
      400,
      'not_allowed',
      `Discount ${code} has been used maximum allowed times`,
    )
    await Promise.all([cancel(order), cancel(order)])
    expect(await usesOf(code)).toBe(0)
    await shop.given.order({ region, discounts: [code] })
    await cancel(order)
    expect(await usesOf(code)).toBe(1)
  })
})

test('shipping that an administrator adds to an order with free shipping costs its price', async () => {
  const option = await shop.given.shippingOption(await shop.given.region())
  const market = { id: option.region_id } as Region
  const express = await shop.given.shippingOption(market, { amount: 900 })
  const { code } = await shop.given.discount(market, { type: 'free_shipping', value: 0 })
  const order = await shop.given.order({ region: market, discounts: [code], option })
  expect(order).toMatchObject({ shipping_total: 0, total: 1200 })
  const body = { option_id: express.id, price: 900 }
  const changed = await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/shipping-methods`, body))
  expect(changed.order).toMatchObject({ shipping_total: 900, total: 2280 })
  const { total } = (await shop.admin.get(`/admin/orders/${order.id}/totals/explain`)).body
  expect(total.amount).toBe(2280)
})

test('shipping that was added to an order when it was free stays free', async () => {
  const market = await shop.given.region()
  const option = await shop.given.shippingOption(market)
  const { code } = await shop.given.discount(market, { type: 'free_shipping', value: 0 })
  const order = await shop.given.order({ region: market, discounts: [code], option })
  const body = { option_id: option.id, price: 900 }
  await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/shipping-methods`, body))
  await changeRows(shop, ShippingMethod, { order_id: order.id }, { is_free: true })
  const read = (await expectSuccess(shop.admin.get(`/admin/orders/${order.id}`))).order
  expect(read).toMatchObject({ shipping_total: 0, total: 1200, shipping_methods: [{ price: 900, total: 0 }] })
  const { total } = (await shop.admin.get(`/admin/orders/${order.id}/totals/explain`)).body
  expect(total.amount).toBe(1200)
})

test('a gift card is not taxed when it is sold in a region that taxes the goods it pays', async () => {
  const untaxed = await shop.given.region({ gift_cards_taxable: false, includes_tax: true })
  const card = await shop.given.regionalVariant(untaxed, 5000, { is_giftcard: true })
  const order = await shop.given.order({ region: untaxed, lines: [[card, 1]] })
  expect(order).toMatchObject({ subtotal: 5000, tax_total: 0, total: 5000 })
  const { product } = (await shop.get(`/store/products/${card.product_id}?region_id=${untaxed.id}`)).body
  expect(product.variants[0]).toMatchObject({ calculated_price_incl_tax: 5000, calculated_tax: 0 })
  const { gift_cards } = await expectSuccess(shop.admin.get('/admin/gift-cards'))
  const issued = gift_cards.find(({ order_id }) => order_id === order.id)!
  expect(issued).toMatchObject({ value: 5000, tax_rate: null })
  const goods = await shop.given.regionalVariant(untaxed, 6000)
  const paid = await shop.given.payableCart({ region: untaxed, lines: [[goods, 1]], gift_cards: [issued.code] })
  expect(paid).toMatchObject({ tax_total: 1000, gift_card_total: 5000, total: 1000 })
})

test('a cart whose customer changes to another group is priced again', async () => {
  const { customer_group } = await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'Wholesale' }))
  const member = await shop.given.customer()
  const customer_ids = [{ id: member.id }]
  await expectSuccess(shop.admin.post(`/admin/customer-groups/${customer_group.id}/customers/batch`, { customer_ids }))
  const variant = await shop.given.variant({ prices: [1000] })
  const list = {
    name: 'Wholesale',
    description: 'Prices of a group',
    type: 'override',
    status: 'active',
    customer_groups: [{ id: customer_group.id }],
    prices: [{ variant_id: variant.id, currency_code: 'eur', amount: 400 }],
  }
  await expectSuccess(shop.admin.post('/admin/price-lists', list))
  const cart = await shop.given.cart({ region, lines: [[variant, 3]], by: member })
  expect(cart.subtotal).toBe(1200)
  const changed = (await shop.post(`/store/carts/${cart.id}`, { email: 'anyone@example.com' })).body.cart
  expect(changed).toMatchObject({ email: 'anyone@example.com', subtotal: 3000 })
})
