import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Region } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
})
afterAll(() => shop[Symbol.asyncDispose]())

const TIERS = [
  { minimum_amount: 5000, value: 10 },
  { minimum_amount: 10_000, value: 20 },
]
const terms = { value: 5, minimum_amount: 2000, tiers: TIERS }

test('a cart gets the value of the highest tier that it reaches', async () => {
  const variant = await shop.given.variant({ prices: [1000] })
  const { code } = await shop.given.discount(region, terms)
  for (const [quantity, discount_total] of [
    [1, 0],
    [2, 100],
    [4, 200],
    [5, 500],
    [10, 2000],
  ] as const) {
    const cart = await shop.given.payableCart({ region, lines: [[variant, quantity]], discounts: [code] })
    expect(cart).toMatchObject({ discount_total })
  }
})

test('a fixed discount has tiers by quantity, also in a currency without decimals', async () => {
  const japan = await shop.given.region({ currency_code: 'jpy' })
  const lamp = await shop.given.regionalVariant(japan, 1000)
  const tiers = [{ minimum_quantity: 3, value: 333 }]
  const { code } = await shop.given.discount(japan, { type: 'fixed', value: 100, tiers })
  const buy = (quantity: number) => shop.given.order({ region: japan, lines: [[lamp, quantity]], discounts: [code] })
  expect(await buy(2)).toMatchObject({ discount_total: 100 })
  expect(await buy(3)).toMatchObject({ discount_total: 333 })
})

test('an order keeps the tier of its sale in an edit, also after a change of the tiers', async () => {
  const variant = await shop.given.variant({ prices: [1000] })
  const discount = await shop.given.discount(region, terms)
  const order = await shop.given.order({ region, lines: [[variant, 5]], discounts: [discount.code] })
  expect(order).toMatchObject({ discount_total: 500 })
  const change = { rule: { id: discount.rule_id, tiers: null, value: 1 } }
  const changed = await expectSuccess(shop.admin.post(`/admin/discounts/${discount.id}`, change))
  expect(changed.discount.rule).not.toHaveProperty('tiers')
  const { order_edit } = await expectSuccess(shop.admin.post('/admin/order-edits', { order_id: order.id }))
  const path = `/admin/order-edits/${order_edit.id}/items/${order_edit.items[0]?.id}`
  for (const [quantity, discount_total] of [
    [1, 100],
    [20, 2000],
  ] as const)
    expect((await expectSuccess(shop.admin.post(path, { quantity }))).order_edit).toMatchObject({ discount_total })
})

test('tiers that do not rise are refused', async () => {
  const rule = { type: 'percentage', value: 10, allocation: 'total', minimum_amount: 1000 }
  const send = (over: object) =>
    shop.admin.post('/admin/discounts', { code: 'STEPS', rule: { ...rule, ...over }, regions: [region.id] })
  const message =
    'Each tier needs a minimum, and a higher value and minimum than the tier before. A value is a whole amount or at most 100 %.'
  for (const tiers of [
    [{ value: 20 }],
    [{ minimum_amount: 1000, value: 20 }],
    [{ minimum_amount: 2000, value: 10 }],
    [{ minimum_amount: 2000, value: 101 }],
    [TIERS[1], TIERS[0]],
  ])
    await expectError(send({ tiers }), 400, 'invalid_data', message)
  const shipping = send({ type: 'free_shipping', tiers: TIERS })
  await expectError(shipping, 400, 'invalid_data', 'Free shipping has no tiers')
})
