import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CustomerGroup } from '#entities/people/customer/customer-group.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Cart, Identified, Region } from '#test/support/resources.ts'

import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
})
afterAll(() => shop[Symbol.asyncDispose]())

const apply = (cart: Identified, ...codes: string[]) =>
  shop.post(`/store/carts/${cart.id}`, { discounts: codes.map((code) => ({ code })) })
const applyAndRead = async (cart: Cart, ...codes: string[]) => (await apply(cart, ...codes)).body.cart
const codesOf = (cart: Cart): string[] => cart.discounts.map((discount) => discount.code)
const freeShipping = () => shop.given.discount(region, { type: 'free_shipping', value: 0 })
const anHour = 60 * 60 * 1000
const inHours = (hours: number) => new Date(Date.now() + hours * anHour).toISOString()

describe('the discounts of a cart', () => {
  test('a discount reduces each line and is found in any letter case', async () => {
    const { id: discount_id, code } = await shop.given.discount(region)
    const cart = await applyAndRead(await shop.given.cart({ region }), ` ${code.toLowerCase()} `)
    expect(cart).toMatchObject({ subtotal: 1000, discount_total: 100, tax_total: 180, total: 1080 })
    expect(cart.discounts).toMatchObject([{ code, rule: { type: 'percentage', value: 10 } }])
    expect(cart.items[0].adjustments).toMatchObject([{ description: 'discount', discount_id, amount: 100 }])
  })

  test('a percentage with decimals is exact in the order and its explanation', async () => {
    const { code } = await shop.given.discount(region, { value: 12.5 })
    const variant = await shop.given.variant({ prices: [1004] })
    const order = await shop.given.order({ region, lines: [[variant, 1]], discounts: [code] })
    expect(order).toMatchObject({ subtotal: 1004, discount_total: 126, tax_total: 176, total: 1054 })
    expect(order.discounts).toMatchObject([{ rule: { value: 12.5 } }])
    const explained = (await shop.admin.get(`/admin/orders/${order.id}/totals/explain`)).body.total
    expect(explained.amount).toBe(1054)
    expect(explained.parts).toContainEqual(expect.objectContaining({ kind: 'discount_total', amount: -126 }))
  })

  test('an update replaces all discounts of a cart', async () => {
    const [one, two] = [await shop.given.discount(region), await shop.given.discount(region, { value: 20 })]
    const cart = await applyAndRead(await shop.given.cart({ region }), one.code)
    expect(await applyAndRead(cart, two.code)).toMatchObject({ discounts: [{ code: two.code }], discount_total: 200 })
    expect(await applyAndRead(cart)).toMatchObject({ discounts: [], discount_total: 0, items: [{ adjustments: [] }] })
    await apply(cart, one.code)
    const cleared = (await shop.post(`/store/carts/${cart.id}`, { discounts: null })).body.cart
    expect(cleared.discounts).toEqual([])
  })

  test('a cart keeps free shipping and the first other discount of a request', async () => {
    const free = await freeShipping()
    const [older, newer] = [await shop.given.discount(region), await shop.given.discount(region, { value: 20 })]
    const cart = await applyAndRead(await shop.given.cart({ region }), newer.code, free.code, older.code)
    expect(codesOf(cart).toSorted()).toEqual([free.code, newer.code].toSorted())
    expect(cart.discount_total).toBe(200)
  })

  test('a discount is removed in any letter case, and an unknown code is ignored', async () => {
    const { code } = await shop.given.discount(region)
    const cart = await applyAndRead(await shop.given.cart({ region }), code)
    const remove = async (name: string) => (await shop.delete(`/store/carts/${cart.id}/discounts/${name}`)).body.cart
    expect(codesOf(await remove('NONE'))).toEqual([code])
    expect(await remove(code.toLowerCase())).toMatchObject({ discounts: [], total: 1200 })
  })

  test('shipping is free while the cart has a free shipping discount', async () => {
    const { code } = await freeShipping()
    const option = await shop.given.shippingOption(region)
    const cart = await shop.given.payableCart({ region, option })
    expect(cart).toMatchObject({ shipping_total: 500, total: 1800 })
    expect(await applyAndRead(cart, code)).toMatchObject({ shipping_total: 0, shipping_tax_total: 0, total: 1200 })
    expect(await applyAndRead(cart)).toMatchObject({
      shipping_total: 500,
      total: 1800,
      payment_session: { amount: 1800 },
    })
  })

  test('a discount excludes lines that are not discountable', async () => {
    const { code } = await shop.given.discount(region, { value: 100 })
    const [plain, fixed] = [await shop.given.variant(), await shop.given.variant({ discountable: false })]
    const cart = await shop.given.cart({
      region,
      lines: [
        [plain, 1],
        [fixed, 1],
      ],
    })
    expect(await applyAndRead(cart, code)).toMatchObject({ subtotal: 2000, discount_total: 1000, total: 1200 })
  })

  test('a discount can apply to selected products', async () => {
    const product = await shop.given.product()
    const rule = { value: 50, conditions: [{ operator: 'in', products: [product.id] }] }
    const { code } = await shop.given.discount(region, rule)
    const lines = [[product.variants[0], 1] as const, [await shop.given.variant(), 1] as const]
    const cart = await applyAndRead(await shop.given.cart({ region, lines }), code)
    expect(cart.items.map((item) => item.discount_total)).toEqual([500, 0])
  })

  test('deleting a discount removes it from open carts', async () => {
    const { id, code } = await shop.given.discount(region)
    const cart = await applyAndRead(await shop.given.cart({ region }), code)
    await expectSuccess(shop.admin.delete(`/admin/discounts/${id}`))
    const { discounts, discount_total } = (await shop.get(`/store/carts/${cart.id}`)).body.cart
    expect({ discounts, discount_total }).toEqual({ discounts: [], discount_total: 0 })
  })
})

describe('rejected discounts', () => {
  const expectRejected = async (code: string, type: string, message: string) => {
    const cart = await shop.given.cart({ region })
    await expectError(apply(cart, code), 400, type, message)
    expect((await shop.get(`/store/carts/${cart.id}`)).body.cart.discounts).toEqual([])
  }

  test('an unknown discount is rejected', async () => {
    const { code } = await shop.given.discount(region)
    const message = 'Discounts with code [NONE] was not found'
    await expectError(apply(await shop.given.cart({ region }), 'none'), 404, 'not_found', message)
    const missingCodes = `Discounts with code [${code}, NONE] was not found`
    await expectError(apply(await shop.given.cart({ region }), code, 'none', 'NONE'), 404, 'not_found', missingCodes)
  })

  test('a deleted discount is rejected', async () => {
    const { id, code } = await shop.given.discount(region)
    await shop.admin.delete(`/admin/discounts/${id}`)
    const message = `Discounts with code [${code}] was not found`
    await expectError(apply(await shop.given.cart({ region }), code), 404, 'not_found', message)
  })

  test('a discount is rejected before it starts and after it ends', async () => {
    const early = await shop.given.discount(region, {}, { starts_at: inHours(1) })
    await expectRejected(early.code, 'not_allowed', `Discount ${early.code} is not valid yet`)
    const late = await shop.given.discount(region, {}, { starts_at: inHours(-2), ends_at: inHours(-1) })
    await expectRejected(late.code, 'not_allowed', `Discount ${late.code} is expired`)
  })

  test('a disabled discount is rejected', async () => {
    const { code } = await shop.given.discount(region, {}, { is_disabled: true })
    await expectRejected(code, 'not_allowed', `The discount code ${code} is disabled`)
  })

  test('a discount of another region is rejected', async () => {
    const { code } = await shop.given.discount(await shop.given.region())
    await expectRejected(code, 'invalid_data', 'The discount is not available in current region')
  })

  test('a discount is rejected after its last use', async () => {
    const { code } = await shop.given.discount(region, {}, { usage_limit: 1 })
    await shop.given.order({ region, discounts: [code] })
    await expectRejected(code, 'not_allowed', `Discount ${code} has been used maximum allowed times`)
  })

  test('a discount of a customer group is rejected for other customers', async () => {
    const em = shop.orm.em.fork()
    const group = em.create(CustomerGroup, { name: 'Friends' })
    await em.flush()
    const rule = { conditions: [{ operator: 'in', customer_groups: [group.id] }] }
    const { code } = await shop.given.discount(region, rule)
    await expectRejected(code, 'not_allowed', `Discount ${code} is only valid for specific customer`)
    const ada = await shop.given.customer()
    const cart = await shop.given.cart({ region, by: ada })
    await expectError(apply(cart, code), 400, 'not_allowed', `Discount ${code} is not valid for customer`)
    const customer_ids = [{ id: ada.id }]
    await expectSuccess(shop.admin.post(`/admin/customer-groups/${group.id}/customers/batch`, { customer_ids }))
    expect(codesOf(await applyAndRead(cart, code))).toEqual([code])
    const ofNobody = await shop.given.cart({ region })
    const taken = await ada.post(`/store/carts/${ofNobody.id}`, { discounts: [{ code }] })
    expect(taken.body.cart).toMatchObject({ customer_id: ada.id, discounts: [{ code }] })
  })
})

describe('completing a cart with a discount', () => {
  test('completing a cart increments the usage count of its discount', async () => {
    const { id, code } = await shop.given.discount(region)
    const order = await shop.given.order({ region, discounts: [code] })
    expect(order).toMatchObject({ discounts: [{ code }], discount_total: 100, total: 1080, paid_total: 1080 })
    expect((await shop.admin.get(`/admin/discounts/${id}`)).body.discount.usage_count).toBe(1)
  })

  test('an expired discount blocks the completion until its removal', async () => {
    const { id, code } = await shop.given.discount(region)
    const cart = await shop.given.payableCart({ region, discounts: [code] })
    const ended = { starts_at: inHours(-2), ends_at: inHours(-1) }
    await expectSuccess(shop.admin.post(`/admin/discounts/${id}`, ended))
    const complete = () => shop.post(`/store/carts/${cart.id}/complete`)
    await expectError(complete(), 400, 'not_allowed', `Discount ${code} is expired`)
    await apply(cart)
    expect((await complete()).body).toMatchObject({ type: 'order', data: { total: 1200 } })
  })

  test('an order with a total of zero needs no payment', async () => {
    const { code } = await shop.given.discount(region, { value: 100 })
    const cart = await shop.given.payableCart({ region, discounts: [code] })
    expect(cart.payment_sessions).toEqual([])
    const { data } = (await shop.post(`/store/carts/${cart.id}/complete`)).body
    expect(data).toMatchObject({ total: 0, paid_total: 0, payments: [], payment_status: 'awaiting' })
  })
})
