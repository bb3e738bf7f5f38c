import { describe, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { type CartOptions, expectOrder, expectSuccess } from '#test/support/factories.ts'
import { holdLock } from '#test/support/hold-lock.ts'
import { useOrderEditShop } from '#test/support/order-edit-shop.ts'
import type { Identified } from '#test/support/resources.ts'
import { waitForBlockedRequest } from '#test/support/send-while-locked.ts'

const { shop, region, option, orders } = await useOrderEditShop()
const mug = await shop.given.variant({ prices: [1000], stock: 500 })

const budgetOf = (amount: number) => [{ currency_code: region.currency_code, amount }]
const discountWith = (amount: number, rule = {}, over = {}) =>
  shop.given.discount(region, { value: 10, budgets: budgetOf(amount), ...rule }, over)
const cartOf = (quantity: number, discounts: string[] = [], more: CartOptions = {}) =>
  shop.given.payableCart({ region, option, lines: [[mug, quantity]], discounts, ...more })
const complete = ({ id }: Identified) => shop.post(`/store/carts/${id}/complete`)
const buy = async (quantity: number, code: string) => expectOrder(complete(await cartOf(quantity, [code])))
const spentOf = async ({ id }: Identified) =>
  (await expectSuccess(shop.admin.get(`/admin/discounts/${id}`))).discount.rule.budgets?.[0]?.spent
const explain = async ({ id }: Identified) =>
  (await expectSuccess(shop.get(`/store/carts/${id}/totals/explain`))).discounts

describe('a budget', () => {
  test('is spent by orders, and a discount that is larger than its rest does not apply', async () => {
    const discount = await discountWith(250)
    expect(await buy(2, discount.code)).toMatchObject({ discount_total: 200 })
    expect(await spentOf(discount)).toBe(200)
    const cart = await cartOf(1, [discount.code])
    expect(cart).toMatchObject({ discount_total: 0 })
    expect(await explain(cart)).toMatchObject([{ code: discount.code, result: 'budget_spent' }])
    expect(await expectOrder(complete(cart))).toMatchObject({ discount_total: 0, discounts: [] })
    expect(await spentOf(discount)).toBe(200)
  })

  test('can be spent to the last cent, also by an automatic discount, which then ends', async () => {
    const discount = await discountWith(100, {}, { is_automatic: true })
    expect(await buy(1, discount.code)).toMatchObject({ discount_total: 100 })
    const cart = await cartOf(1)
    expect(cart).toMatchObject({ discount_total: 0, discounts: [] })
    expect(await explain(cart)).toEqual([])
  })

  test('is returned by a canceled order', async () => {
    const discount = await discountWith(100)
    const order = await buy(1, discount.code)
    await orders.act(order, 'cancel')
    expect(await spentOf(discount)).toBe(0)
    await orders.act(order, 'cancel')
    expect(await spentOf(discount)).toBe(0)
    expect(await buy(1, discount.code)).toMatchObject({ discount_total: 100 })
  })

  test('is never exceeded by simultaneous orders, and their customers agree to the new total first', async () => {
    const discount = await discountWith(350)
    const carts = await Promise.all(Array.from({ length: 8 }, () => cartOf(1, [discount.code])))
    for (const cart of carts) expect(cart).toMatchObject({ discount_total: 100 })
    const replies = await Promise.all(carts.map(complete))
    const placed = replies.filter(({ body }) => body.type === 'order')
    expect(placed).toHaveLength(3)
    for (const { body } of placed) expect(body.data).toMatchObject({ discount_total: 100 })
    expect(await spentOf(discount)).toBe(300)
    for (const [i, { body }] of replies.entries()) {
      if (body.type === 'order') continue
      expect(body.data).toMatchObject({ discount_total: 0 })
      expect(await expectOrder(complete(carts[i] as Identified))).toMatchObject({ discount_total: 0 })
    }
    expect(await spentOf(discount)).toBe(300)
  })

  test('is shared by all dynamic codes', async () => {
    const parent = await discountWith(150, {}, { is_dynamic: true })
    const codes = ['A', 'B'].map((end) => `${parent.code}${end}`)
    for (const code of codes)
      await expectSuccess(shop.admin.post(`/admin/discounts/${parent.id}/dynamic-codes`, { code }))
    expect(await buy(1, codes[0] ?? '')).toMatchObject({ discount_total: 100 })
    expect(await cartOf(1, [codes[1] ?? ''])).toMatchObject({ discount_total: 0 })
    expect(await spentOf(parent)).toBe(100)
  })

  test('counts the orders from before it, and belongs to one currency', async () => {
    const discount = await shop.given.discount(region, { value: 10 })
    await buy(3, discount.code)
    const rule = { id: discount.rule_id, budgets: [...budgetOf(1000), { currency_code: 'JPY', amount: 1 }] }
    const changed = await expectSuccess(shop.admin.post(`/admin/discounts/${discount.id}`, { rule }))
    expect(changed.discount.rule.budgets).toEqual([
      { currency_code: region.currency_code, amount: 1000, spent: 300 },
      { currency_code: 'jpy', amount: 1, spent: 0 },
    ])
    expect(await buy(2, discount.code)).toMatchObject({ discount_total: 200 })
    expect(await spentOf(discount)).toBe(500)
  })

  test('counts an order that was not finished when the budget was set', async () => {
    const discount = await shop.given.discount(region, { value: 10 })
    const cart = await cartOf(1, [discount.code])
    const lock = await holdLock(shop, 'lock table "order" in share mode')
    const order = expectOrder(complete(cart))
    await waitForBlockedRequest(shop)
    const rule = { id: discount.rule_id, budgets: budgetOf(1000) }
    const changed = await expectSuccess(shop.admin.post(`/admin/discounts/${discount.id}`, { rule }))
    expect(changed.discount.rule.budgets).toMatchObject([{ spent: 0 }])
    await lock[Symbol.asyncDispose]()
    expect(await order).toMatchObject({ discount_total: 100 })
    expect(await spentOf(discount)).toBe(100)
  })

  test('stays in changes by clients that do not know it, and ends with null', async () => {
    const discount = await discountWith(500)
    const change = (rule: object) =>
      expectSuccess(shop.admin.post(`/admin/discounts/${discount.id}`, { rule: { id: discount.rule_id, ...rule } }))
    expect((await change({ value: 20 })).discount.rule.budgets).toMatchObject(budgetOf(500))
    expect((await change({ budgets: null })).discount.rule).not.toHaveProperty('budgets')
    expect((await shop.given.discount(region)).rule).not.toHaveProperty('budgets')
  })

  test('of a repeated currency is refused', async () => {
    const rule = { type: 'percentage', value: 1, allocation: 'total', budgets: [...budgetOf(1), ...budgetOf(2)] }
    const body = { code: 'BUDGET', regions: [region.id], rule }
    const message = 'A discount has one budget for each currency'
    await expectError(shop.admin.post('/admin/discounts', body), 400, 'invalid_data', message)
  })

  test.each([0, -1, 1.5])('of %s is refused', async (amount) => {
    const rule = { type: 'percentage', value: 1, allocation: 'total', budgets: budgetOf(amount) }
    expect((await shop.admin.post('/admin/discounts', { code: 'B', regions: [region.id], rule })).status).toBe(400)
  })
})

describe('a budget of free shipping', () => {
  const freeWith = (amount: number, over = {}, rule = {}) =>
    shop.given.discount(region, { type: 'free_shipping', value: 0, budgets: budgetOf(amount), ...rule }, over)

  test('is spent by the price of the shipping without tax, and returned by a canceled order', async () => {
    const discount = await freeWith(900)
    const order = await buy(1, discount.code)
    expect(order).toMatchObject({ shipping_total: 0, total: 1200 })
    expect(await spentOf(discount)).toBe(500)
    const { usage } = await expectSuccess(shop.admin.get(`/admin/discounts/${discount.id}/usage`))
    expect(usage).toEqual([{ currency_code: region.currency_code, orders: 1, given: 500 }])
    const cart = await cartOf(1, [discount.code])
    expect(cart).toMatchObject({ shipping_total: 500, total: 1800 })
    expect(await explain(cart)).toMatchObject([{ code: discount.code, result: 'budget_spent' }])
    expect(await expectOrder(complete(cart))).toMatchObject({ shipping_total: 500, discounts: [] })
    expect(await spentOf(discount)).toBe(500)
    await orders.act(order, 'cancel')
    expect(await spentOf(discount)).toBe(0)
    expect(await buy(1, discount.code)).toMatchObject({ shipping_total: 0 })
  })

  test('counts the tax in a price with tax as no part of it', async () => {
    const market = await shop.given.region({ includes_tax: true })
    const gross = await shop.given.shippingOption(market, { amount: 600, includes_tax: true })
    const budgets = [{ currency_code: market.currency_code, amount: 500 }]
    const { id, code } = await shop.given.discount(market, { type: 'free_shipping', value: 0, budgets })
    const goods = await shop.given.regionalVariant(market, 1200)
    const cart = await shop.given.payableCart({ region: market, option: gross, lines: [[goods, 1]], discounts: [code] })
    expect(await expectOrder(complete(cart))).toMatchObject({ shipping_total: 0 })
    expect(await spentOf({ id })).toBe(500)
  })

  test('is never exceeded by simultaneous orders, and their customers agree to the shipping first', async () => {
    const discount = await freeWith(1400)
    const carts = await Promise.all(Array.from({ length: 6 }, () => cartOf(1, [discount.code])))
    for (const cart of carts) expect(cart).toMatchObject({ shipping_total: 0 })
    const replies = await Promise.all(carts.map(complete))
    expect(replies.filter(({ body }) => body.type === 'order')).toHaveLength(2)
    expect(await spentOf(discount)).toBe(1000)
    for (const [i, { body }] of replies.entries()) {
      if (body.type === 'order') continue
      expect(body.data).toMatchObject({ shipping_total: 500, total: 1800 })
      expect(await expectOrder(complete(carts[i] as Identified))).toMatchObject({ total: 1800 })
    }
    expect(await spentOf(discount)).toBe(1000)
  })

  test('that is spent is named before the customer chooses the shipping, and ends an automatic discount', async () => {
    const discount = await freeWith(500)
    const automatic = await freeWith(500, { is_automatic: true }, { priority: 1 })
    expect(await buy(1, discount.code)).toMatchObject({ shipping_total: 0, discounts: [{ id: automatic.id }] })
    expect(await spentOf(automatic)).toBe(500)
    expect(await spentOf(discount)).toBe(0)
    expect(await buy(1, discount.code)).toMatchObject({ shipping_total: 0, discounts: [{ id: discount.id }] })
    const cart = await shop.given.cart({ region, lines: [[mug, 1]] })
    const path = `/store/carts/${cart.id}`
    await expectSuccess(shop.post(path, { discounts: [{ code: discount.code }] }))
    expect(await explain(cart)).toMatchObject([{ code: discount.code, result: 'budget_spent' }])
  })

  test('that is set later counts the orders from before', async () => {
    const discount = await shop.given.discount(region, { type: 'free_shipping', value: 0 })
    await buy(1, discount.code)
    const rule = { id: discount.rule_id, budgets: budgetOf(700) }
    await expectSuccess(shop.admin.post(`/admin/discounts/${discount.id}`, { rule }))
    expect(await spentOf(discount)).toBe(500)
    expect(await buy(1, discount.code)).toMatchObject({ shipping_total: 500 })
  })

  test('gives the shipping to another discount when it is spent, and only one discount is used', async () => {
    const [first, second] = [await freeWith(500), await freeWith(5000)]
    const buyWithBoth = async () => expectOrder(complete(await cartOf(1, [first.code, second.code])))
    const used = async () => [await spentOf(first), await spentOf(second)]
    expect((await buyWithBoth()).discounts).toHaveLength(1)
    expect((await used()).reduce<number>((sum, spent) => sum + (spent ?? 0), 0)).toBe(500)
    await buyWithBoth()
    expect(await buyWithBoth()).toMatchObject({ shipping_total: 0, discounts: [{ id: second.id }] })
  })
})
