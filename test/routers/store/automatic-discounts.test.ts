import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
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

const created: string[] = []
const automatic = async (rule = {}, over = {}) => {
  const discount = await shop.given.discount(region, rule, { is_automatic: true, ...over })
  created.push(discount.id)
  return discount
}
const disable = (id: string) => expectSuccess(shop.admin.post(`/admin/discounts/${id}`, { is_disabled: true }))
afterEach(async () => {
  for (const id of created.splice(0)) await disable(id)
})

const complete = ({ id }: Identified) => shop.post(`/store/carts/${id}/complete`)
const read = async ({ id }: Identified) => (await expectSuccess(shop.get(`/store/carts/${id}`))).cart
const explain = async ({ id }: Identified) =>
  (await expectSuccess(shop.get(`/store/carts/${id}/totals/explain`))).discounts.map(({ code, result }) => [
    code,
    result,
  ])
const usesOf = async (code: string) =>
  (await expectSuccess(shop.admin.get(`/admin/discounts/code/${code}`))).discount.usage_count
const apply = ({ id }: Identified, ...codes: string[]) =>
  shop.post(`/store/carts/${id}`, { discounts: codes.map((code) => ({ code })) })

describe('an automatic discount', () => {
  test('is in each response of a cart from its creation to the order, and is counted', async () => {
    const { code } = await automatic()
    const shown = { discounts: [{ code, is_automatic: true }], discount_total: 100 }
    const cart = await shop.given.cart({ region })
    expect(cart).toMatchObject(shown)
    const payable = await shop.given.payableCart({ region })
    expect(payable).toMatchObject({ ...shown, total: 1080, payment_session: { amount: 1080 } })
    expect(await expectOrder(complete(payable))).toMatchObject({ ...shown, total: 1080 })
    expect(await read(payable)).toMatchObject(shown)
    expect(await usesOf(code)).toBe(1)
  })

  test('stays in a cart whose client sends all its codes again, and cannot be removed', async () => {
    const { code } = await automatic()
    const cart = await shop.given.cart({ region })
    expect((await expectSuccess(apply(cart, code))).cart.discounts).toMatchObject([{ code }])
    expect((await expectSuccess(apply(cart))).cart.discounts).toMatchObject([{ code }])
    expect(
      (await expectSuccess(shop.delete(`/store/carts/${cart.id}/discounts/${code}`))).cart.discounts,
    ).toMatchObject([{ code }])
  })

  test('applies only in its regions, its dates, and to the lines that meet its conditions', async () => {
    const at = (minutes: number) => new Date(Date.now() + 60_000 * minutes).toISOString()
    const [lamp, mug] = [await shop.given.variant(), await shop.given.variant()]
    await automatic({ conditions: [{ operator: 'in', products: [lamp.product_id] }] })
    await automatic({}, { starts_at: at(60) })
    await automatic({}, { starts_at: at(-20), ends_at: at(-10) })
    await automatic({}, { is_disabled: true })
    await automatic({}, { regions: [(await shop.given.region()).id] })
    expect(await shop.given.cart({ region, lines: [[mug, 1]] })).toMatchObject({ discounts: [], discount_total: 0 })
    expect(await shop.given.cart({ region, lines: [[lamp, 1]] })).toMatchObject({ discount_total: 100 })
  })

  test('of a group applies once its customer is known, and one per customer ends for a known customer', async () => {
    const { customer_group } = await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'Regulars' }))
    const member = await shop.given.customer()
    const path = `/admin/customer-groups/${customer_group.id}/customers/batch`
    await expectSuccess(shop.admin.post(path, { customer_ids: [{ id: member.id }] }))
    await automatic({ conditions: [{ operator: 'in', customer_groups: [customer_group.id] }] })
    expect(await shop.given.cart({ region })).toMatchObject({ discount_total: 0 })
    expect(await shop.given.cart({ region, by: member })).toMatchObject({ discount_total: 100 })
    created.push()
    for (const id of created.splice(0)) await disable(id)

    await automatic({ limit_per_customer: 1 })
    const email = 'once@shop.example'
    expect(await shop.given.order({ region, email })).toMatchObject({ discount_total: 100 })
    expect(await shop.given.cart({ region })).toMatchObject({ discount_total: 100 })
    expect(await shop.given.payableCart({ region, email })).toMatchObject({ discount_total: 0, total: 1200 })
  })

  test('with a limit goes to as many simultaneous completions, and the others agree to the price without it', async () => {
    const { code } = await automatic({}, { usage_limit: 2 })
    const carts = []
    for (let i = 0; i < 4; i++) carts.push(await shop.given.payableCart({ region }))
    const replies = await Promise.all(carts.map(complete))
    const types = replies.map(({ status, body }) => [status, body.type])
    expect(types.toSorted()).toEqual([
      [200, 'cart'],
      [200, 'cart'],
      [200, 'order'],
      [200, 'order'],
    ])
    const waiting = carts.filter((_, i) => replies[i]?.body.type === 'cart')
    for (const cart of waiting) expect(await expectOrder(complete(cart))).toMatchObject({ discounts: [], total: 1200 })
    expect(await usesOf(code)).toBe(2)
  })

  test('that is a code elsewhere: a draft order takes it as a code, and has no automatic discount', async () => {
    const { code } = await automatic()
    const plain = await shop.given.draftOrder({ region })
    expect(plain.cart.discounts).toEqual([])
    const draft = await shop.given.draftOrder({ region, discounts: [{ code }] })
    expect(draft.cart.discounts).toMatchObject([{ code }])
  })

  test('is refused with dynamic codes', async () => {
    const rule = { type: 'percentage', value: 10, allocation: 'total' }
    const body = { code: 'BOTH', rule, regions: [region.id], is_automatic: true, is_dynamic: true }
    const message = 'An automatic discount has no dynamic codes'
    await expectError(shop.admin.post('/admin/discounts', body), 400, 'invalid_data', message)
  })
})

describe('of several discounts', () => {
  test('the larger one applies, and the cart explains the other one', async () => {
    const sale = await automatic({ value: 20 })
    const { code } = await shop.given.discount(region, { value: 10 })
    const cart = await shop.given.payableCart({ region, discounts: [code] })
    expect(cart).toMatchObject({ discount_total: 200 })
    expect(new Set(await explain(cart))).toEqual(
      new Set([
        [sale.code, 'applied'],
        [code, 'not_combined'],
      ]),
    )
    expect(await expectOrder(complete(cart))).toMatchObject({ discounts: [{ code: sale.code }], discount_total: 200 })
    expect(await usesOf(code)).toBe(0)
  })

  test('combinable ones apply together on the price before discounts, and never below 0', async () => {
    const sale = await automatic({ value: 20, is_combinable: true })
    const ten = await shop.given.discount(region, { value: 10, is_combinable: true })
    const all = await shop.given.discount(region, { type: 'fixed', value: 900, is_combinable: true })
    const order = await shop.given.order({ region, discounts: [ten.code] })
    expect(order).toMatchObject({ discount_total: 300, total: 840 })
    expect(new Set(order.discounts.map(({ code }) => code))).toEqual(new Set([sale.code, ten.code]))
    const free = await shop.given.order({ region, discounts: [ten.code, all.code] })
    expect(free).toMatchObject({ discount_total: 1000, total: 0 })
    expect(free.items[0].adjustments.reduce((sum, { amount }) => sum + amount, 0)).toBe(1000)
  })

  test('codes that do not combine replace each other as before', async () => {
    const [first, second] = [await shop.given.discount(region), await shop.given.discount(region, { value: 50 })]
    const cart = await shop.given.cart({ region })
    const { discounts } = (await expectSuccess(apply(cart, first.code, second.code))).cart
    expect(discounts).toMatchObject([{ code: first.code }])
  })

  test('a return, an edit and a swap keep the combined discounts of the sale', async () => {
    await automatic({ value: 20, is_combinable: true })
    const { code } = await shop.given.discount(region, { value: 10, is_combinable: true })
    const variant = await shop.given.variant({ prices: [1000] })
    const order = await shop.given.order({ region, lines: [[variant, 2]], discounts: [code] })
    expect(order).toMatchObject({ discount_total: 600 })
    for (const id of created.splice(0)) await disable(id)
    const { order_edit } = await expectSuccess(shop.admin.post('/admin/order-edits', { order_id: order.id }))
    const path = `/admin/order-edits/${order_edit.id}/items/${order_edit.items[0]?.id}`
    const edited = await expectSuccess(shop.admin.post(path, { quantity: 3 }))
    expect(edited.order_edit).toMatchObject({ subtotal: 3000, discount_total: 900 })
    await expectSuccess(shop.admin.delete(`/admin/order-edits/${order_edit.id}`))
    const at = `/admin/orders/${order.id}` as const
    await expectSuccess(shop.admin.post(`${at}/capture`))
    const item = { item_id: order.items[0].id, quantity: 1 }
    await expectSuccess(shop.admin.post(`${at}/fulfillment`, { items: [{ ...item, quantity: 2 }] }))
    const { returns } = (await expectSuccess(shop.admin.post(`${at}/return`, { items: [item], receive_now: true })))
      .order
    expect(returns).toMatchObject([{ refund_amount: order.total / 2 }])
    const body = { return_items: [item], additional_items: [{ variant_id: variant.id, quantity: 2 }] }
    const { swaps } = (await expectSuccess(shop.admin.post(`${at}/swaps`, body))).order
    const cart = await read({ id: swaps[0]?.cart_id ?? '' })
    expect(cart.items.find(({ is_return }) => !is_return)).toMatchObject({ subtotal: 2000, discount_total: 600 })
  })
})
