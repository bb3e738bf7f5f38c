import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Cart, Identified, Product, Region, ShippingOption } from '#test/support/resources.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

/* The response to a change must equal the next read of the cart. The response is computed from the rows read before the change. */

let shop: TestShop
let region: Region
let cartPath: string
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
})
afterAll(() => shop[Symbol.asyncDispose]())

type Answer = { status: number; body: { cart: Cart } }

/** Compares the response with a read and returns the cart. Only some responses include the customer. */
async function expectSame({ status, body }: Answer, caller: Caller = shop) {
  expect(status).toBe(200)
  const { customer: _, ...responseCart } = body.cart
  const storedCart = (await caller.get(`/store/carts/${responseCart.id}`)).body.cart
  expect(responseCart).toEqual(storedCart)
  return storedCart
}

describe('creating a cart', () => {
  test('the response to an empty request equals the next read', async () => {
    const cart = await expectSame(await shop.post('/store/carts'))
    expect(cart).toMatchObject({
      items: [],
      region: { id: cart.region_id },
      sales_channel: { id: cart.sales_channel_id },
    })
  })

  test('the response to a request with lines, country and context equals the next read', async () => {
    const { variants } = await shop.given.product({ prices: [1000, 1999] })
    const [one, other] = variants.map(({ id }) => ({ variant_id: id, quantity: 2, metadata: { note: 'ü' } }))
    const country_code = region.countries[0].iso_2
    const body = { region_id: region.id, country_code, items: [one, other, one], context: { device: 'kiosk' } }
    const cart = await expectSame(await shop.post('/store/carts', body))
    expect(cart).toMatchObject({ subtotal: 7998, shipping_address: { country_code }, context: { device: 'kiosk' } })
    expect(cart.items.map((item) => item.quantity)).toEqual([4, 2])
  })

  test('the response to a request of a customer equals the next read', async () => {
    const customer = await shop.given.customer()
    const cart = await expectSame(await customer.post('/store/carts', { region_id: region.id }), customer)
    expect(cart).toMatchObject({ customer_id: customer.id, email: customer.email })
  })
})

describe.each(['without', 'with'])('changing a cart %s payment sessions', (kind) => {
  let options: [ShippingOption, ShippingOption]
  let variants: Product['variants']
  beforeAll(async () => {
    options = [await shop.given.shippingOption(region), await shop.given.shippingOption(region, { amount: 700 })]
    variants = (await shop.given.product({ prices: [1000, 1999] })).variants
    const { code } = await shop.given.discount(region)
    const cart = await shop.given.cart({ region, lines: [[variants[0], 1]] })
    cartPath = `/store/carts/${cart.id}`
    await shop.post(cartPath, { email: 'ada@example.com', discounts: [{ code }] })
    if (kind === 'with') await shop.post(`${cartPath}/payment-sessions`)
  })

  const add = (variant: Identified, quantity: number, metadata?: object) =>
    shop.post(`${cartPath}/line-items`, { variant_id: variant.id, quantity, metadata })
  const addShippingMethod = (option: Identified) =>
    shop.post(`${cartPath}/shipping-methods`, { option_id: option.id, data: { door: 2 } })

  test('the response to a change of email, addresses and discounts equals the next read', async () => {
    const { code } = await shop.given.discount(region, { value: 20 })
    const country_code = region.countries[0].iso_2.toUpperCase()
    const address = { first_name: 'Ada', city: 'Town', country_code, metadata: { door: 2 } }
    const changes = { email: 'Grace@Example.com', shipping_address: address, billing_address: { city: 'Home' } }
    const cart = await expectSame(
      await shop.post(cartPath, { ...changes, discounts: [{ code }], context: { device: 'till' } }),
    )
    expect(cart).toMatchObject({ email: 'grace@example.com', billing_address: { city: 'Home' }, discounts: [{ code }] })
    expect(cart.shipping_address).toMatchObject({ ...address, country_code: country_code.toLowerCase() })
    const again = await expectSame(
      await shop.post(cartPath, { shipping_address: { city: 'Village' }, billing_address: null }),
    )
    expect(again.shipping_address).toMatchObject({ first_name: 'Ada', city: 'Village' })
    expect(again.billing_address).toBeNull()
  })

  test('the response to a repeated region with new prices equals the next read', async () => {
    const [{ variant_id, quantity, unit_price }] = (await shop.get(cartPath)).body.cart.items
    const { product_id } = variants[0]
    const prices = [{ currency_code: region.currency_code, amount: unit_price + 100 }]
    await shop.admin.post(`/admin/products/${product_id}/variants/${variant_id}`, { prices })
    const cart = await expectSame(await shop.post(cartPath, { region_id: region.id }))
    expect(cart.items[0]).toMatchObject({ variant_id, quantity, unit_price: unit_price + 100 })
  })

  test('the response to a change of the region equals the next read', async () => {
    const other = await shop.given.region()
    for (const { id } of [other, region]) {
      const cart = await expectSame(await shop.post(cartPath, { region_id: id, shipping_address: { city: 'Port' } }))
      expect(cart).toMatchObject({ region_id: id, region: { id } })
    }
  })

  test('the response to an added line equals the next read', async () => {
    const cart = await expectSame(await add(variants[1], 2, { longer: [1, null], b: { c: 'ü' } }))
    expect(cart.items).toHaveLength(2)
    expect((await expectSame(await add(variants[0], 1))).items[0].quantity).toBe(2)
  })

  test('the response to a shipping method equals the next read', async () => {
    for (const option of options) {
      const cart = await expectSame(await addShippingMethod(option))
      expect(cart.items.map((item) => item.has_shipping)).toEqual([true, true])
      expect(cart.shipping_methods).toMatchObject([{ shipping_option_id: option.id }])
    }
  })

  test('the response to a changed line equals the next read and has no shipping method', async () => {
    const { items } = (await shop.get(cartPath)).body.cart
    const change = { quantity: 3, metadata: { note: 'gift' } }
    const cart = await expectSame(await shop.post(`${cartPath}/line-items/${items[0].id}`, change))
    expect(cart.items[0]).toMatchObject(change)
    expect(cart.shipping_methods).toEqual([])
  })

  test('the response to a removed line equals the next read', async () => {
    await addShippingMethod(options[0])
    const { items } = (await shop.get(cartPath)).body.cart
    const cart = await expectSame(await shop.delete(`${cartPath}/line-items/${items[0].id}`))
    expect(cart.items.map((item) => item.id)).toEqual([items[1].id])
    expect(cart.shipping_methods).toEqual([])
    expect((await expectSame(await shop.delete(`${cartPath}/line-items/${items[0].id}`))).items).toHaveLength(1)
  })
})
