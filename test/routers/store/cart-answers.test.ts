import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '#test/support/given.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

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
async function expectSame({ status, body }: Answer): Promise<Json> {
  expect(status).toBe(200)
  const { customer: _, ...answered } = body.cart
  const read = (await shop.get(at)).body.cart
  expect(answered).toEqual(read)
  return read
}

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
