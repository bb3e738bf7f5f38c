import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import type { Cart, Identified, Region, ShippingOption } from '#test/support/resources.ts'

import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
})
afterAll(() => shop[Symbol.asyncDispose]())

const choose = (cart: Identified, option: Partial<Identified>, data?: object | null) =>
  shop.post(`/store/carts/${cart.id}/shipping-methods`, { option_id: option.id, data })
const chooseAndRead = async (cart: Cart, option: ShippingOption, data?: object | null) =>
  (await choose(cart, option, data)).body.cart
const listOptionIds = async (cart: Cart): Promise<string[]> => {
  const { shipping_options } = (await shop.get(`/store/shipping-options/${cart.id}`)).body
  return shipping_options.map((option) => option.id).toSorted()
}
const giftCardProfile = async () => {
  const { shipping_profiles } = (await shop.admin.get('/admin/shipping-profiles')).body
  return { profile_id: shipping_profiles.find((profile) => profile.type === 'gift_card')?.id }
}

test('shipping options are listed in the order of their creation', async () => {
  const market = await shop.given.region()
  const ids: string[] = []
  for (let i = 0; i < 3; i++) ids.push((await shop.given.shippingOption(market)).id)
  const cart = await shop.given.cart({ region: market })
  for (const path of [cart.id, `?region_id=${market.id}`]) {
    const { shipping_options } = (await shop.get(`/store/shipping-options/${path}`)).body
    expect(shipping_options.map((option) => option.id)).toEqual(ids)
  }
})

test('a shipping method includes its option, data and tax', async () => {
  const option = await shop.given.shippingOption(region)
  const cart = await chooseAndRead(await shop.given.cart({ region }), option, { note: 'ring twice' })
  expect(cart.shipping_methods).toMatchObject([
    {
      cart_id: cart.id,
      order_id: null,
      shipping_option_id: option.id,
      shipping_option: { id: option.id, name: option.name },
      price: 500,
      data: { note: 'ring twice' },
      tax_lines: [{ rate: 20, code: 'default', name: 'default' }],
      subtotal: 500,
      tax_total: 100,
      total: 600,
    },
  ])
  expect(cart).toMatchObject({
    shipping_total: 500,
    shipping_tax_total: 100,
    total: 1800,
    items: [{ has_shipping: true }],
  })
})

test('a shipping method replaces the one with the same profile', async () => {
  const [slow, fast] = [
    await shop.given.shippingOption(region),
    await shop.given.shippingOption(region, { amount: 900 }),
  ]
  const cart = await shop.given.cart({ region })
  await choose(cart, slow)
  const { shipping_methods } = await chooseAndRead(cart, fast, null)
  expect(shipping_methods).toMatchObject([{ shipping_option_id: fast.id, price: 900, data: {} }])
})

test('each profile of the lines needs its own shipping method', async () => {
  const region = await shop.given.region()
  const standard = await shop.given.shippingOption(region)
  const letter = await shop.given.shippingOption(region, { amount: 100, ...(await giftCardProfile()) })
  const card = await shop.given.variant({ is_giftcard: true, options: [{ title: 'Value' }] })
  const cart = await shop.given.cart({
    region,
    lines: [
      [await shop.given.variant(), 1],
      [card, 1],
    ],
  })
  expect(await listOptionIds(cart)).toEqual([standard.id, letter.id].toSorted())
  expect((await chooseAndRead(cart, standard)).items).toMatchObject([{ has_shipping: true }, { has_shipping: false }])
  const whole = await chooseAndRead(cart, letter)
  expect(whole).toMatchObject({ shipping_total: 600, items: [{ has_shipping: true }, { has_shipping: true }] })
})

test('an unknown, foreign or internal shipping option is rejected', async () => {
  const cart = await shop.given.cart({ region })
  await expectError(choose(cart, { id: 'so_none' }), 404, 'not_found', 'Shipping Option with so_none was not found')
  const foreign = await shop.given.shippingOption(await shop.given.region())
  const elsewhere = "The shipping option is not available in the cart's region"
  await expectError(choose(cart, foreign), 400, 'invalid_data', elsewhere)
  for (const over of [{ admin_only: true }, { is_return: true }]) {
    const option = await shop.given.shippingOption(region, over)
    await expectError(choose(cart, option), 400, 'not_allowed', 'The shipping option is not available to customers')
  }
  await expectError(choose(cart, {}), 400, 'invalid_data', 'option_id must be a string')
})

test('an option can require a minimum and a maximum subtotal before discounts', async () => {
  const region = await shop.given.region()
  const { code } = await shop.given.discount(region, { value: 50 })
  const from = (type: string) => shop.given.shippingOption(region, { requirements: [{ type, amount: 2000 }] })
  const [least, most] = [await from('min_subtotal'), await from('max_subtotal')]
  const message = "The Cart does not satisfy the shipping option's requirements"
  for (const [price, matching, rejected] of [
    [1999, most, least],
    [2000, least, most],
  ] as const) {
    const variant = await shop.given.variant({ prices: [price] })
    const cart = await shop.given.payableCart({ region, lines: [[variant, 1]], discounts: [code], option: null })
    expect(await listOptionIds(cart)).toEqual([matching.id])
    await expectError(choose(cart, rejected), 400, 'not_allowed', message)
    expect((await choose(cart, matching)).status).toBe(200)
  }
})

test('a discount does not change whether an option with tax meets its minimum', async () => {
  const region = await shop.given.region({ includes_tax: true })
  const requirements = [{ type: 'min_subtotal', amount: 6000 }]
  const option = await shop.given.shippingOption(region, { amount: 0, includes_tax: true, requirements })
  const variant = await shop.given.regionalVariant(region, 6000)
  const cart = await shop.given.cart({ region, lines: [[variant, 1]] })
  for (const rule of [
    { value: 1 },
    { value: 50 },
    { value: 100 },
    { type: 'fixed', value: 100 },
    { type: 'fixed', value: 250, allocation: 'item' },
  ]) {
    const { code } = await shop.given.discount(region, rule)
    const { discount_total } = (await shop.post(`/store/carts/${cart.id}`, { discounts: [{ code }] })).body.cart
    expect(discount_total).toBeGreaterThan(0)
    expect(await listOptionIds(cart)).toEqual([option.id])
    expect((await choose(cart, option)).status).toBe(200)
  }
})

test('a cart rejects an option that its list does not contain, because no product needs it', async () => {
  const region = await shop.given.region()
  const goods = await shop.given.shippingOption(region)
  const mail = await shop.given.shippingOption(region, { amount: 0, ...(await giftCardProfile()) })
  const refused = [400, 'invalid_data', 'The shipping option is not offered for the products of the cart'] as const
  const cart = await shop.given.cart({ region })
  expect(await listOptionIds(cart)).toEqual([goods.id])
  await expectError(choose(cart, mail), ...refused)
  expect((await choose(cart, goods)).status).toBe(200)
  const vouchers = await shop.given.cart({ region, lines: [[await shop.given.giftCardProduct(), 1]] })
  await expectError(choose(vouchers, goods), ...refused)
  expect((await choose(vouchers, mail)).status).toBe(200)
  await expectError(choose(await shop.given.cart({ region, lines: [] }), goods), ...refused)
})

test('a cart lists the options that match its lines, and none while it is empty', async () => {
  const region = await shop.given.region()
  const option = await shop.given.shippingOption(region)
  for (const over of [{ is_return: true }, { admin_only: true }, await giftCardProfile()])
    await shop.given.shippingOption(region, over)
  expect(await listOptionIds(await shop.given.cart({ region, lines: [] }))).toEqual([])
  const cart = await shop.given.cart({ region })
  const { shipping_options } = (await shop.get(`/store/shipping-options/${cart.id}`)).body
  expect(shipping_options).toMatchObject([{ id: option.id, amount: 500, tax_amount: 100, price_incl_tax: 600 }])
})

test('shipping options are filtered by region, products and returns, and exclude hidden ones', async () => {
  const market = await shop.given.region()
  const option = await shop.given.shippingOption(market)
  const returns = await shop.given.shippingOption(market, { is_return: true })
  const hidden = await shop.given.shippingOption(market, { admin_only: true })
  const deleted = await shop.given.shippingOption(market)
  await shop.admin.delete(`/admin/shipping-options/${deleted.id}`)
  const product = await shop.given.product()
  const idsOf = async (query: string) => {
    const { shipping_options } = (await shop.get(`/store/shipping-options?${query}`)).body
    return shipping_options.map(({ id }) => id)
  }
  const all = await idsOf('')
  expect(all).toEqual(expect.arrayContaining([option.id, returns.id]))
  for (const { id } of [hidden, deleted]) expect(all).not.toContain(id)
  expect(await idsOf(`region_id=${market.id}`)).toEqual([option.id, returns.id])
  expect(await idsOf(`region_id=${market.id}&is_return=true`)).toEqual([returns.id])
  expect(await idsOf(`region_id=${market.id}&is_return=false&product_ids=${product.id}`)).toEqual([option.id])
  expect(await idsOf(`region_id=${market.id}&product_ids=prod_none`)).toEqual([])
})

test('a listed shipping option shows its requirements and taxes', async () => {
  const market = await shop.given.region({ tax_rate: 10 })
  const requirements = [{ type: 'min_subtotal', amount: 1000 }]
  const option = await shop.given.shippingOption(market, { requirements })
  const { shipping_options } = (await shop.get(`/store/shipping-options?region_id=${market.id}`)).body
  expect(shipping_options).toMatchObject([
    {
      id: option.id,
      requirements,
      tax_rates: [{ rate: 10, name: 'default', code: 'default' }],
      price_incl_tax: (option.amount ?? 0) * 1.1,
    },
  ])
})
