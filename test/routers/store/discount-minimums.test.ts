import { afterAll, beforeAll, expect, test } from 'vitest'
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

const explain = async ({ id }: Identified) =>
  (await expectSuccess(shop.get(`/store/carts/${id}/totals/explain`))).discounts
const setQuantity = async (cart: { id: string; items: readonly Identified[] }, quantity: number) =>
  (await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items/${cart.items[0]?.id}`, { quantity }))).cart

test('a discount applies from the minimum amount of the items that it applies to, and the cart explains the rest', async () => {
  const [lamp, mug] = [await shop.given.variant({ prices: [2000] }), await shop.given.variant({ prices: [9000] })]
  const conditions = [{ operator: 'in', products: [lamp.product_id] }]
  const { id, code } = await shop.given.discount(region, { conditions, minimum_amount: 5000 })
  const lines = [[lamp, 2] as const, [mug, 1] as const]
  const cart = await shop.given.payableCart({ region, lines, discounts: [code] })
  expect(cart).toMatchObject({ discounts: [{ code, rule: { minimum_amount: 5000 } }], discount_total: 0 })
  const outcome = { discount_id: id, code, is_automatic: false, missing_quantity: 0 }
  expect(await explain(cart)).toMatchObject([{ ...outcome, result: 'below_minimum', missing_amount: 1000 }])
  expect(await setQuantity(cart, 3)).toMatchObject({ discount_total: 600 })
  expect(await explain(cart)).toMatchObject([{ ...outcome, result: 'applied', missing_amount: 0 }])
})

test('a minimum amount counts the shown prices: with tax in a region whose prices include tax', async () => {
  const gross = await shop.given.region({ includes_tax: true, tax_rate: 20 })
  const lamp = await shop.given.regionalVariant(gross, 1200)
  const { code } = await shop.given.discount(gross, { minimum_amount: 2400 })
  const cart = await shop.given.payableCart({ region: gross, lines: [[lamp, 2]], discounts: [code] })
  expect(cart).toMatchObject({ subtotal: 2000, discount_total: 200 })
  expect(await setQuantity(cart, 1)).toMatchObject({ discount_total: 0 })
})

test('gift cards do not count for the minimum of a discount or of free shipping', async () => {
  const market = await shop.given.region()
  const option = await shop.given.shippingOption(market)
  const [card, lamp] = [await shop.given.giftCardProduct(5000), await shop.given.variant({ prices: [1000] })]
  const goods = await shop.given.discount(market, { minimum_quantity: 2 })
  const shipping = await shop.given.discount(market, { type: 'free_shipping', value: 0, minimum_amount: 2000 })
  const terms = { region: market, option, discounts: [goods.code, shipping.code] }
  const order = await shop.given.order({ ...terms, lines: [[card, 1] as const, [lamp, 1] as const] })
  expect(order).toMatchObject({ discounts: [], discount_total: 0, shipping_total: 500 })
  const lines = [[card, 1] as const, [lamp, 2] as const]
  expect(await shop.given.order({ ...terms, lines })).toMatchObject({ discount_total: 200, shipping_total: 0 })
})

test('a code below its minimum is not counted, and leaves the cart at the completion', async () => {
  const { code } = await shop.given.discount(region, { minimum_quantity: 2 }, { usage_limit: 1 })
  const cart = await shop.given.payableCart({ region, discounts: [code] })
  expect(await expectOrder(shop.post(`/store/carts/${cart.id}/complete`))).toMatchObject({ discounts: [], total: 1200 })
  const { discount } = await expectSuccess(shop.admin.get(`/admin/discounts/code/${code}`))
  expect(discount.usage_count).toBe(0)
})

test('a customer who removes items during the checkout agrees to the price without the discount', async () => {
  const variant = await shop.given.variant({ prices: [1000] })
  const { code } = await shop.given.discount(region, { minimum_quantity: 2 })
  const cart = await shop.given.payableCart({ region, lines: [[variant, 2]], discounts: [code] })
  expect(cart).toMatchObject({ discount_total: 200, total: 2160 })
  await setQuantity(cart, 1)
  const current = (await expectSuccess(shop.get(`/store/carts/${cart.id}`))).cart
  expect(current).toMatchObject({ discount_total: 0, total: 1200, payment_session: { amount: 1200 } })
})

test('a partial return and an edit keep the discount of an order that no longer reaches the minimum', async () => {
  const variant = await shop.given.variant({ prices: [1000] })
  const { code } = await shop.given.discount(region, { minimum_quantity: 3 })
  const order = await shop.given.order({ region, lines: [[variant, 3]], discounts: [code] })
  expect(order).toMatchObject({ discount_total: 300, total: 3240 })
  const { order_edit } = await expectSuccess(shop.admin.post('/admin/order-edits', { order_id: order.id }))
  const path = `/admin/order-edits/${order_edit.id}`
  const [item] = order_edit.items
  const edited = await expectSuccess(shop.admin.post(`${path}/items/${item?.id}`, { quantity: 1 }))
  expect(edited.order_edit).toMatchObject({ discount_total: 100, total: 1080 })
})

test('a minimum amount needs regions with one currency', async () => {
  const dollars = await shop.given.region({ currency_code: 'usd' })
  const message =
    'A minimum amount needs regions with one currency, not with EUR, USD. Choose other regions or a minimum quantity.'
  const body = { code: 'EURO', regions: [region.id, dollars.id] }
  const rule = { type: 'percentage', value: 10, allocation: 'total' }
  const send = (terms: object) => shop.admin.post('/admin/discounts', { ...body, rule: { ...rule, ...terms } })
  await expectError(send({ minimum_amount: 100 }), 400, 'invalid_data', message)
  const { discount } = await expectSuccess(send({ minimum_quantity: 2 }))
  const path = `/admin/discounts/${discount.id}`
  const change = { rule: { id: discount.rule_id, minimum_amount: 100 } }
  await expectError(shop.admin.post(path, change), 400, 'invalid_data', message)
  await expectSuccess(shop.admin.post(path, { ...change, regions: [region.id] }))
  await expectError(shop.admin.post(`${path}/regions/${dollars.id}`), 400, 'invalid_data', message)
  await expectError(
    shop.admin.post(`/admin/regions/${region.id}`, { currency_code: 'usd' }),
    400,
    'invalid_data',
    expect.stringContaining('discounts with amounts: '),
  )
  for (const faulty of [{ minimum_amount: 0 }, { minimum_amount: 1.5 }, { minimum_quantity: -1 }])
    expect((await send(faulty)).status).toBe(400)
})
