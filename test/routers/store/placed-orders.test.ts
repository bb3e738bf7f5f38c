import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import type { Cart, Identified, Region, ShippingOption } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* The first response to a completion is built from the written rows. It must equal the response to the next completion, which reads them. */

let shop: TestShop
let region: Region
let option: ShippingOption
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region({ gift_cards_taxable: true })
  option = await shop.given.shippingOption(region)
  const reduced = { region_id: region.id, name: 'Reduced', code: 'reduced', rate: 7.25 }
  const { tax_rate } = await expectSuccess(shop.admin.post('/admin/tax-rates', reduced))
  await expectSuccess(
    shop.admin.post(`/admin/tax-rates/${tax_rate.id}/shipping-options/batch`, { shipping_options: [option.id] }),
  )
})
afterAll(() => shop[Symbol.asyncDispose]())

const cartPath = ({ id }: Identified) => `/store/carts/${id}`

/** Completes a cart twice, compares the responses and returns the order. */
async function placeTwice(cart: Cart) {
  const firstReply = await expectSuccess(shop.post(`${cartPath(cart)}/complete`))
  expect(firstReply.type).toBe('order')
  expect(await expectSuccess(shop.post(`${cartPath(cart)}/complete`))).toEqual(firstReply)
  return firstReply.data
}

describe('equal responses to repeated completions', () => {
  test('repeated completions return equal responses for a guest with metadata, shipping data and tax rates', async () => {
    const lines = [[await shop.given.variant(), 2] as const, [await shop.given.variant({ prices: [1999] }), 3] as const]
    const cart = await shop.given.payableCart({ region, option, lines })
    const [item] = cart.items
    const metadata = { longer: [1, null], b: { c: 'ü' } }
    await expectSuccess(shop.post(`${cartPath(cart)}/line-items/${item.id}`, { quantity: 4, metadata }))
    await expectSuccess(shop.post(`${cartPath(cart)}/shipping-methods`, { option_id: option.id, data: { door: 2 } }))
    await expectSuccess(shop.post(`${cartPath(cart)}/payment-sessions`))
    const order = await placeTwice(cart)
    expect(order.items[0]).toMatchObject({ quantity: 4, metadata, variant: { inventory_quantity: 96 } })
    expect(order.shipping_methods[0]).toMatchObject({ data: { door: 2 }, tax_lines: [{ rate: 7.25 }] })
  })

  test('repeated completions over tRPC return equal responses', async () => {
    const { code } = await shop.given.giftCard(region, 300)
    const { id } = await shop.given.payableCart({ region, option, gift_cards: [code] })
    const complete = async () =>
      (await expectSuccess(shop.post('/trpc/store.carts.complete', { json: { id } }))).result.data
    const firstReply = await complete()
    expect(firstReply).toMatchObject({ json: { type: 'order' }, meta: { values: { 'data.created_at': ['Date'] } } })
    expect(await complete()).toMatchObject({ json: firstReply.json, meta: { values: firstReply.meta.values } })
  })

  test('repeated completions return equal responses for a customer', async () => {
    const by = await shop.given.customer()
    const order = await placeTwice(await shop.given.payableCart({ region, option, by, email: by.email }))
    expect(order).toMatchObject({ customer_id: by.id, email: by.email })
  })

  test('repeated completions return equal responses without shipping, address and sales channel', async () => {
    const wide = await shop.given.region({ countries: 2 })
    const cart = await shop.given.cart({ region: wide })
    await expectSuccess(shop.post(cartPath(cart), { email: 'ada@example.com' }))
    await expectSuccess(shop.post(`${cartPath(cart)}/payment-sessions`))
    expect(await placeTwice(cart)).toMatchObject({ shipping_address: null, shipping_methods: [] })
  })

  test.each([
    ['a percentage', { type: 'percentage', value: 15 }],
    ['a fixed discount', { type: 'fixed', value: 1000 }],
    ['a fixed discount for each item', { type: 'fixed', value: 333, allocation: 'item' }],
    ['free shipping', { type: 'free_shipping' }],
  ])('repeated completions return equal responses for a cart with %s', async (_, rule) => {
    const { code } = await shop.given.discount(region, rule)
    const { variants } = await shop.given.product({ prices: [1000, 1999, 333] })
    const lines = variants.map((variant, i) => [variant, i + 1] as const)
    const order = await placeTwice(await shop.given.payableCart({ region, option, lines, discounts: [code] }))
    expect(order.discounts).toMatchObject([{ code, usage_count: 1 }])
    expect(order.discount_total + order.shipping_total).not.toBe(500)
  })

  test('repeated completions return equal responses after one of several discounts is deleted', async () => {
    const discounts = [await shop.given.discount(region), await shop.given.discount(region, { type: 'free_shipping' })]
    const cart = await shop.given.payableCart({ region, option, discounts: discounts.map(({ code }) => code) })
    await expectSuccess(shop.admin.delete(`/admin/discounts/${discounts[1]?.id}`))
    await expectSuccess(shop.post(`${cartPath(cart)}/payment-sessions`))
    expect(await placeTwice(cart)).toMatchObject({ discounts: [{ id: discounts[0]?.id }], shipping_total: 500 })
  })

  test('repeated completions return equal responses for partial and full payments by gift cards', async () => {
    const cards = [await shop.given.giftCard(region, 300), await shop.given.giftCard(region, 5000)]
    const gift_cards = cards.map(({ code }) => code)
    const order = await placeTwice(await shop.given.payableCart({ region, option, gift_cards: gift_cards.slice(0, 1) }))
    expect(order).toMatchObject({ gift_cards: [{ balance: 0, is_disabled: true }], payments: [{}] })
    const fullyPaidOrder = await placeTwice(
      await shop.given.payableCart({ region, option, gift_cards: gift_cards.slice(1) }),
    )
    expect(fullyPaidOrder).toMatchObject({ total: 0, payments: [], gift_card_transactions: [{}] })
    const last = await shop.given.giftCard(region, 700)
    const codes = [last.code, gift_cards[1]!]
    const twoCardsCart = await shop.given.payableCart({
      region,
      lines: [[await shop.given.variant(), 4]],
      gift_cards: codes,
    })
    expect((await placeTwice(twoCardsCart)).gift_card_transactions).toHaveLength(2)
  })

  test('repeated completions return equal responses for a bought gift card', async () => {
    const product = await shop.given.product({ is_giftcard: true, prices: [2000] })
    const order = await placeTwice(await shop.given.payableCart({ region, lines: [[product.variants[0], 2]] }))
    expect(order).toMatchObject({ gift_cards: [], items: [{ is_giftcard: true }] })
  })

  test('repeated completions return equal responses for several shipping methods', async () => {
    const { shipping_profiles } = (await shop.admin.get('/admin/shipping-profiles')).body
    const profile_id = shipping_profiles.find((profile) => profile.type === 'gift_card')?.id
    const card = await shop.given.variant({ is_giftcard: true, options: [{ title: 'Value' }] })
    const other = await shop.given.shippingOption(region, { profile_id, amount: 1500 })
    const cart = await shop.given.payableCart({
      region,
      lines: [
        [await shop.given.variant(), 1],
        [card, 1],
      ],
      option,
    })
    await expectSuccess(shop.post(`${cartPath(cart)}/shipping-methods`, { option_id: other.id }))
    await expectSuccess(shop.post(`${cartPath(cart)}/payment-sessions`))
    expect((await placeTwice(cart)).shipping_methods).toHaveLength(2)
  })

  test('repeated completions return equal responses for repeated and unmanaged variants', async () => {
    const variant = await shop.given.variant({ stock: 9 })
    const prices = [{ currency_code: 'eur', amount: 1000 }]
    const uncounted = { title: 'V', inventory_quantity: 3, manage_inventory: false, prices, options: [{ value: 'V' }] }
    const cart = await shop.given.payableCart({
      region: await shop.given.region(),
      lines: [
        [variant, 2],
        [await shop.given.variant({ variants: [uncounted] }), 5],
      ],
    })
    await expectSuccess(
      shop.post(`${cartPath(cart)}/line-items`, { variant_id: variant.id, quantity: 3, metadata: { b: 1 } }),
    )
    await expectSuccess(shop.post(`${cartPath(cart)}/payment-sessions`))
    const { items } = await placeTwice(cart)
    expect(items.map((item) => item.variant.inventory_quantity)).toEqual([4, 3, 4])
  })
})
