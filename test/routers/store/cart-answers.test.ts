import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '#test/support/factories.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

/* A change answers with the cart as it was read before, changed as it is stored: the next read has to tell the same. */

let shop: TestShop
let region: Json
let at: string
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
})
afterAll(() => shop[Symbol.asyncDispose]())

type Answer = { status: number; body: Json }

/** Only some answers show the customer. Answers the cart. */
async function expectSame({ status, body }: Answer, caller: Caller = shop): Promise<Json> {
  expect(status).toBe(200)
  const { customer: _, ...answered } = body.cart
  const read = (await caller.get(`/store/carts/${answered.id}`)).body.cart
  expect(answered).toEqual(read)
  return read
}

describe('a new cart', () => {
  test('of which nothing is said', async () => {
    const cart = await expectSame(await shop.post('/store/carts'))
    expect(cart).toMatchObject({
      items: [],
      region: { id: cart.region_id },
      sales_channel: { id: cart.sales_channel_id },
    })
  })

  test('with lines, a country and what a client says of itself', async () => {
    const { variants } = await shop.given.product({ prices: [1000, 1999] })
    const [one, other] = variants.map(({ id }: Json) => ({ variant_id: id, quantity: 2, metadata: { note: 'ü' } }))
    const country_code = region.countries[0].iso_2
    const wanted = { region_id: region.id, country_code, items: [one, other, one], context: { device: 'kiosk' } }
    const cart = await expectSame(await shop.post('/store/carts', wanted))
    expect(cart).toMatchObject({ subtotal: 7998, shipping_address: { country_code }, context: { device: 'kiosk' } })
    expect(cart.items.map((item: Json) => item.quantity)).toEqual([4, 2])
  })

  test('of a customer who is logged in', async () => {
    const customer = await shop.given.customer()
    const cart = await expectSame(await customer.post('/store/carts', { region_id: region.id }), customer)
    expect(cart).toMatchObject({ customer_id: customer.id, email: customer.email })
  })
})

describe.each(['without', 'with'])('%s payment sessions', (kind) => {
  let options: Json[]
  let variants: Json[]
  beforeAll(async () => {
    options = [await shop.given.shippingOption(region), await shop.given.shippingOption(region, { amount: 700 })]
    variants = (await shop.given.product({ prices: [1000, 1999] })).variants
    const { code } = await shop.given.discount(region)
    const cart = await shop.given.cart({ region, lines: [[variants[0], 1]] })
    at = `/store/carts/${cart.id}`
    await shop.post(at, { email: 'ada@example.com', discounts: [{ code }] })
    if (kind === 'with') await shop.post(`${at}/payment-sessions`)
  })

  const add = (variant: Json, quantity: number, metadata?: object) =>
    shop.post(`${at}/line-items`, { variant_id: variant.id, quantity, metadata })
  const ship = (option: Json) => shop.post(`${at}/shipping-methods`, { option_id: option.id, data: { door: 2 } })

  test('saying who it is for, where it goes, and a code', async () => {
    const { code } = await shop.given.discount(region, { value: 20 })
    const country_code = region.countries[0].iso_2.toUpperCase()
    const address = { first_name: 'Ada', city: 'Town', country_code, metadata: { door: 2 } }
    const changes = { email: 'Grace@Example.com', shipping_address: address, billing_address: { city: 'Home' } }
    const cart = await expectSame(
      await shop.post(at, { ...changes, discounts: [{ code }], context: { device: 'till' } }),
    )
    expect(cart).toMatchObject({ email: 'grace@example.com', billing_address: { city: 'Home' }, discounts: [{ code }] })
    expect(cart.shipping_address).toMatchObject({ ...address, country_code: country_code.toLowerCase() })
    const again = await expectSame(
      await shop.post(at, { shipping_address: { city: 'Village' }, billing_address: null }),
    )
    expect(again.shipping_address).toMatchObject({ first_name: 'Ada', city: 'Village' })
    expect(again.billing_address).toBeNull()
  })

  test('naming the region that it is in, once a price has changed', async () => {
    const [{ variant_id, quantity, unit_price }] = (await shop.get(at)).body.cart.items
    const { product_id } = variants[0] as Json
    const prices = [{ currency_code: region.currency_code, amount: unit_price + 100 }]
    await shop.admin.post(`/admin/products/${product_id}/variants/${variant_id}`, { prices })
    const cart = await expectSame(await shop.post(at, { region_id: region.id }))
    expect(cart.items[0]).toMatchObject({ variant_id, quantity, unit_price: unit_price + 100 })
  })

  test('moving to another region, and back', async () => {
    const other = await shop.given.region()
    for (const { id } of [other, region]) {
      const cart = await expectSame(await shop.post(at, { region_id: id, shipping_address: { city: 'Port' } }))
      expect(cart).toMatchObject({ region_id: id, region: { id } })
    }
  })

  test('adding a new line, and more of one that is there', async () => {
    const cart = await expectSame(await add(variants[1], 2, { longer: [1, null], b: { c: 'ü' } }))
    expect(cart.items).toHaveLength(2)
    expect((await expectSame(await add(variants[0], 1))).items[0].quantity).toBe(2)
  })

  test('choosing shipping, and choosing again', async () => {
    for (const option of options) {
      const cart = await expectSame(await ship(option))
      expect(cart.items.map((item: Json) => item.has_shipping)).toEqual([true, true])
      expect(cart.shipping_methods).toMatchObject([{ shipping_option_id: option.id }])
    }
  })

  test('changing a line, which drops the shipping', async () => {
    const { items } = (await shop.get(at)).body.cart
    const change = { quantity: 3, metadata: { note: 'gift' } }
    const cart = await expectSame(await shop.post(`${at}/line-items/${items[0].id}`, change))
    expect(cart.items[0]).toMatchObject(change)
    expect(cart.shipping_methods).toEqual([])
  })

  test('removing a line', async () => {
    await ship(options[0] as Json)
    const { items } = (await shop.get(at)).body.cart
    const cart = await expectSame(await shop.delete(`${at}/line-items/${items[0].id}`))
    expect(cart.items.map((item: Json) => item.id)).toEqual([items[1].id])
    expect(cart.shipping_methods).toEqual([])
    expect((await expectSame(await shop.delete(`${at}/line-items/${items[0].id}`))).items).toHaveLength(1)
  })
})
