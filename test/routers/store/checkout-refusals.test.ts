import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Product } from '#entities/catalogue/product/product.ts'
import { ProductVariant } from '#entities/catalogue/product/product-variant.ts'
import { setRequiredShipping } from '#entities/market/store/required-shipping.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import type { Identified, Product as ProductRow, Region } from '#test/support/resources.ts'
import { sendWhileLocked } from '#test/support/send-while-locked.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const complete = ({ id }: Identified) => shop.post(`/store/carts/${id}/complete`)
const choose = ({ id }: Identified, option: Identified) =>
  expectSuccess(shop.post(`/store/carts/${id}/shipping-methods`, { option_id: option.id }))
const pay = ({ id }: Identified) => expectSuccess(shop.post(`/store/carts/${id}/payment-sessions`))

const profile = async (name: string) =>
  (await expectSuccess(shop.admin.post('/admin/shipping-profiles', { name, type: 'custom' }))).shipping_profile

describe('the shipping of a completion', () => {
  test('each profile of the lines needs a shipping method if customers can choose one', async () => {
    const region = await shop.given.region()
    const heavy = await profile('Heavy goods')
    const post = await shop.given.shippingOption(region, { amount: 500 })
    const truck = await shop.given.shippingOption(region, { amount: 9000, profile_id: heavy.id })
    const mug = await shop.given.variant({ title: 'Mug' })
    const anvil = await shop.given.variant({ title: 'Anvil' })
    const products = { products: [anvil.product_id] }
    await expectSuccess(shop.admin.post(`/admin/shipping-profiles/${heavy.id}`, products))
    const cart = await shop.given.payableCart({
      region,
      lines: [
        [mug, 1],
        [anvil, 1],
      ],
      option: null,
    })
    const missing = 'Choose a shipping option for these products: '
    await expectError(complete(cart), 400, 'invalid_data', `${missing}Mug, Anvil`)
    await choose(cart, post)
    await pay(cart)
    await expectError(complete(cart), 400, 'invalid_data', `${missing}Anvil`)
    await choose(cart, truck)
    await pay(cart)
    expect(await expectOrder(complete(cart))).toMatchObject({ shipping_total: 9500, total: 13_800 })
  })

  test('a changed cart needs a new shipping method', async () => {
    const region = await shop.given.region()
    const option = await shop.given.shippingOption(region)
    const cart = await shop.given.payableCart({ region, option })
    await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items/${cart.items[0].id}`, { quantity: 2 }))
    await pay(cart)
    await expectError(
      complete(cart),
      400,
      'invalid_data',
      `Choose a shipping option for these products: ${cart.items[0].title}`,
    )
  })

  test('gift cards, and goods without an option for customers, need no shipping method', async () => {
    const region = await shop.given.region()
    const { shipping_profiles } = await expectSuccess(shop.admin.get('/admin/shipping-profiles'))
    const profile_id = shipping_profiles.find(({ type }) => type === 'gift_card')?.id
    await shop.given.shippingOption(region, { profile_id })
    for (const over of [{ admin_only: true }, { is_return: true }]) await shop.given.shippingOption(region, over)
    const lines = [
      [await shop.given.variant(), 1],
      [await shop.given.giftCardProduct(), 1],
    ] as const
    const cart = await shop.given.payableCart({ region, lines, option: null })
    expect((await expectOrder(complete(cart))).shipping_methods).toEqual([])
  })

  test('a shop can sell without shipping', async () => {
    await using shop = await openTestShop()
    await setRequiredShipping(shop.orm.em.fork(), false)
    const region = await shop.given.region()
    await shop.given.shippingOption(region)
    const cart = await shop.given.payableCart({ region, option: null })
    expect((await expectOrder(shop.post(`/store/carts/${cart.id}/complete`))).shipping_total).toBe(0)
  })
})

describe('a chosen shipping option that the cart is not offered any longer', () => {
  const requirements = [{ type: 'min_subtotal', amount: 6000 }]
  const chooseFree = async (more: object = {}) => {
    const region = await shop.given.region()
    const paid = await shop.given.shippingOption(region, { amount: 500 })
    const free = await shop.given.shippingOption(region, { amount: 0, name: 'Free above 60', requirements, ...more })
    return { region, paid, free }
  }
  const message = 'The cart is not offered its shipping any longer: Free above 60. Choose another shipping option.'

  test('stops the completion after the prices of a customer group lowered the cart', async () => {
    const { region, paid, free } = await chooseFree()
    const member = await shop.given.customer()
    const variant = await shop.given.variant({ prices: [6000] })
    const { customer_group } = await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'Members' }))
    const customer_ids = [{ id: member.id }]
    await expectSuccess(
      shop.admin.post(`/admin/customer-groups/${customer_group.id}/customers/batch`, { customer_ids }),
    )
    await expectSuccess(
      shop.admin.post('/admin/price-lists', {
        name: 'Members',
        description: 'Lower prices',
        type: 'override',
        status: 'active',
        customer_groups: [{ id: customer_group.id }],
        prices: [{ variant_id: variant.id, currency_code: region.currency_code, amount: 5999 }],
      }),
    )
    const cart = await shop.given.payableCart({ region, lines: [[variant, 1]], option: free })
    const claimed = await expectSuccess(member.post(`/store/carts/${cart.id}`, { customer_id: member.id }))
    expect(claimed.cart).toMatchObject({ subtotal: 5999, shipping_total: 0 })
    await pay(cart)
    await expectError(complete(cart), 400, 'invalid_data', message)
    await choose(cart, paid)
    await pay(cart)
    expect(await expectOrder(complete(cart))).toMatchObject({ subtotal: 5999, shipping_total: 500 })
  })

  test.each([
    ['its minimum rises', { requirements: [{ type: 'min_subtotal', amount: 6001 }] }],
    ['it gets a maximum', { requirements: [{ type: 'max_subtotal', amount: 6000 }] }],
    ['only administrators can use it', { admin_only: true, requirements: [] }],
  ])('stops the completion if %s', async (_, change) => {
    const { region, free } = await chooseFree()
    const cart = await shop.given.payableCart({
      region,
      lines: [[await shop.given.variant({ prices: [6000] }), 1]],
      option: free,
    })
    await expectSuccess(shop.admin.post(`/admin/shipping-options/${free.id}`, change))
    await expectError(complete(cart), 400, 'invalid_data', message)
    await expectSuccess(shop.admin.post(`/admin/shipping-options/${free.id}`, { admin_only: false, requirements }))
    expect(await expectOrder(complete(cart))).toMatchObject({ shipping_total: 0 })
  })

  test('stops the completion after its deletion', async () => {
    const { region, free } = await chooseFree({ requirements: [] })
    const cart = await shop.given.payableCart({ region, option: free })
    await expectSuccess(shop.admin.delete(`/admin/shipping-options/${free.id}`))
    await expectError(complete(cart), 400, 'invalid_data', message)
  })

  test('is accepted at exactly its minimum, also with a discount', async () => {
    const { region, free } = await chooseFree()
    const { code } = await shop.given.discount(region, { value: 50 })
    const lines = [[await shop.given.variant({ prices: [6000] }), 1]] as const
    const cart = await shop.given.payableCart({ region, lines, option: free, discounts: [code] })
    expect(await expectOrder(complete(cart))).toMatchObject({ subtotal: 6000, discount_total: 3000, shipping_total: 0 })
  })

  test('stays in the draft order of an administrator', async () => {
    const { region, free } = await chooseFree()
    const draft = await shop.given.draftOrder({
      region,
      lines: [[await shop.given.variant({ prices: [6000] }), 1]],
      option: free,
    })
    const raised = { requirements: [{ type: 'min_subtotal', amount: 6001 }] }
    await expectSuccess(shop.admin.post(`/admin/shipping-options/${free.id}`, raised))
    await expectSuccess(shop.admin.post(`/admin/draft-orders/${draft.id}/pay`))
  })
})

const removals: [name: string, remove: (product: ProductRow) => Promise<unknown>][] = [
  ['its product is deleted', ({ id }) => expectSuccess(shop.admin.delete(`/admin/products/${id}`))],
  [
    'its variant is deleted',
    ({ id, variants: [variant] }) => expectSuccess(shop.admin.delete(`/admin/products/${id}/variants/${variant!.id}`)),
  ],
  [
    'its product becomes a draft',
    ({ id }) => expectSuccess(shop.admin.post(`/admin/products/${id}`, { status: 'draft' })),
  ],
  [
    'its product leaves the sales channel',
    ({ id }) => expectSuccess(shop.admin.post(`/admin/products/${id}`, { sales_channels: [] })),
  ],
]

describe('a line that is not sold any longer', () => {
  let region: Region
  beforeAll(async () => {
    region = await shop.given.region()
  })

  test.each(removals)('stops the completion until its removal: %s', async (_, remove) => {
    const product = await shop.given.product({ prices: [2000] })
    const lines = [
      [product.variants[0], 2],
      [await shop.given.variant(), 1],
    ] as const
    const { code } = await shop.given.discount(region)
    const cart = await shop.given.payableCart({ region, lines, discounts: [code] })
    await remove(product)
    const message = `These products are not sold any longer: ${product.title}. Remove them from the cart.`
    await expectError(complete(cart), 400, 'invalid_data', message)
    await pay(cart)
    await expectError(complete(cart), 400, 'invalid_data', message)
    const line = cart.items.find(({ title }) => title === product.title)!
    expect((await shop.get(`/store/carts/${cart.id}`)).body.cart.items).toHaveLength(2)
    await expectSuccess(shop.delete(`/store/carts/${cart.id}/line-items/${line.id}`))
    await pay(cart)
    expect(await expectOrder(complete(cart))).toMatchObject({ subtotal: 1000, total: 1080 })
  })

  test('stops the completion of a cart that a gift card pays in full', async () => {
    const product = await shop.given.product({ prices: [2000] })
    const { code } = await shop.given.giftCard(region, 100_000)
    const discount = await shop.given.discount(region)
    const lines = [[product.variants[0], 2]] as const
    const cart = await shop.given.payableCart({ region, lines, gift_cards: [code], discounts: [discount.code] })
    await expectSuccess(shop.admin.delete(`/admin/products/${product.id}`))
    const message = `These products are not sold any longer: ${product.title}. Remove them from the cart.`
    await expectError(complete(cart), 400, 'invalid_data', message)
  })

  test('stops the completion of a free cart before it asks for a payment', async () => {
    const product = await shop.given.product({ prices: [2000] })
    const conditions = [{ operator: 'in', products: [product.id] }]
    const { code } = await shop.given.discount(region, { value: 100, conditions })
    const card = await shop.given.giftCard(region, 1500)
    const lines = [[product.variants[0], 1]] as const
    const cart = await shop.given.payableCart({ region, lines, gift_cards: [card.code], discounts: [code] })
    expect(cart).toMatchObject({ total: 0, payment_sessions: [] })
    await expectSuccess(shop.admin.delete(`/admin/products/${product.id}`))
    const message = `These products are not sold any longer: ${product.title}. Remove them from the cart.`
    await expectError(complete(cart), 400, 'invalid_data', message)
  })

  test('a variant that is deleted during the completion is not sold', async () => {
    const product = await shop.given.product({ title: 'Vase' })
    const cart = await shop.given.payableCart({ region, lines: [[product.variants[0], 1]] })
    const reply = sendWhileLocked(
      shop,
      async (em) => {
        const deleted_at = new Date()
        await em.nativeUpdate(ProductVariant, { product_id: product.id }, { deleted_at })
        await em.nativeUpdate(Product, { id: product.id }, { deleted_at })
      },
      () => complete(cart),
    )
    const message = 'These products are not sold any longer: Vase. Remove them from the cart.'
    await expectError(reply, 400, 'invalid_data', message)
  })

  test('an administrator sells drafts, but no deleted products', async () => {
    const draft = await shop.given.product({ status: 'draft' })
    const [sold, deleted] = [
      await shop.given.draftOrder({ region, lines: [[draft.variants[0], 1]] }),
      await shop.given.draftOrder({ region, lines: [[draft.variants[0], 1]] }),
    ]
    await expectSuccess(shop.admin.post(`/admin/draft-orders/${sold.id}/pay`))
    await expectSuccess(shop.admin.delete(`/admin/products/${draft.id}`))
    expect((await shop.admin.post(`/admin/draft-orders/${deleted.id}/pay`)).status).toBe(400)
  })
})
