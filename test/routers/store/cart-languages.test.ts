import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import type { Product, Region } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
let mug: Product
beforeAll(async () => {
  shop = await openTestShop()
  await expectSuccess(shop.admin.post('/admin/store', { languages: ['en', 'de', 'de-AT', 'fr'] }))
  region = await shop.given.region()
  mug = await shop.given.product({
    title: 'Mug',
    translations: { de: { title: 'Becher' }, 'de-AT': { title: 'Häferl' }, fr: { title: 'Tasse' } },
  })
  await expectSuccess(
    shop.admin.post('/admin/translations', {
      translations: [{ entity: 'product_variant', id: mug.variants[0].id, translations: { de: { title: 'Groß' } } }],
    }),
  )
})
afterAll(() => shop[Symbol.asyncDispose]())

const create = async (language: string, body: object = {}) =>
  (
    await expectSuccess(
      shop.as({ 'accept-language': language }).post('/store/carts', { region_id: region.id, ...body }),
    )
  ).cart
const line = () => ({ variant_id: mug.variants[0].id, quantity: 1 })
const titlesOf = ({ items }: { items: readonly { title: string; description: string | null }[] }) =>
  items.map(({ title, description }) => [title, description])

describe('the lines of a cart', () => {
  test('lines have the titles of the language in which the cart began', async () => {
    const cart = await create('de-AT', { items: [line()] })
    expect(cart.context).toMatchObject({ locale: 'de-AT' })
    expect(titlesOf(cart)).toEqual([['Häferl', 'Groß']])
    const other = await create('fr')
    const { cart: filled } = await expectSuccess(shop.post(`/store/carts/${other.id}/line-items`, line()))
    expect(titlesOf(filled)).toEqual([['Tasse', mug.variants[0].title]])
    const again = await expectSuccess(shop.post(`/store/carts/${other.id}/line-items`, line()))
    expect(again.cart.items.map(({ title, quantity }) => [title, quantity])).toEqual([['Tasse', 2]])
  })

  test('another language of the cart changes the titles', async () => {
    const { id } = await create('de', { items: [line()] })
    const change = async (locale: unknown) =>
      titlesOf((await expectSuccess(shop.post(`/store/carts/${id}`, { context: { locale } }))).cart)
    expect(await change('fr')).toEqual([['Tasse', mug.variants[0].title]])
    expect(await change('en')).toEqual([['Mug', mug.variants[0].title]])
    expect(await change('de-CH')).toEqual([['Becher', 'Groß']])
    expect(await change('x'.repeat(1000))).toEqual([['Mug', mug.variants[0].title]])
    expect(await change({ de: 1 })).toEqual([['Mug', mug.variants[0].title]])
  })

  test('an order keeps the titles that the customer saw', async () => {
    const { id } = await create('de', { items: [line()] })
    await expectSuccess(
      shop.post(`/store/carts/${id}`, {
        ...{ email: 'eva@example.com' },
        shipping_address: { country_code: region.countries[0].iso_2 },
      }),
    )
    const option = await shop.given.freeShippingOption(region)
    await expectSuccess(shop.post(`/store/carts/${id}/shipping-methods`, { option_id: option.id }))
    await expectSuccess(shop.post(`/store/carts/${id}/payment-sessions`))
    await expectSuccess(
      shop.admin.post('/admin/translations', {
        translations: [{ entity: 'product', id: mug.id, translations: { de: { title: 'Becher, neu' } } }],
      }),
    )
    const reply = await expectSuccess(shop.as({ 'accept-language': 'de' }).post(`/store/carts/${id}/complete`))
    if (reply.type !== 'order') throw new Error('The cart was not completed')
    expect(titlesOf(reply.data)).toEqual([['Becher', 'Groß']])
    const { order } = await expectSuccess(
      shop.as({ 'accept-language': 'de' }).get(`/store/orders/${reply.data.id}?expand=items.variant.product`),
    )
    expect(titlesOf(order)).toEqual([['Becher', 'Groß']])
    expect(order.items[0].variant.product.title).toBe('Becher, neu')
    await expectSuccess(
      shop.admin.post('/admin/translations', {
        translations: [{ entity: 'product', id: mug.id, translations: { de: { title: 'Becher' } } }],
      }),
    )
  })

  test('lines of later edits, claims and swaps, and the packing slip, have the language of the order', async () => {
    const option = await shop.given.shippingOption(region, {
      amount: 0,
      name: 'Post',
      translations: { de: { name: 'Versand' } },
    })
    const place = async () => {
      const { id } = await create('de', { items: [line()] })
      const shipping_address = { country_code: region.countries[0].iso_2 }
      await expectSuccess(shop.post(`/store/carts/${id}`, { email: 'eva@example.com', shipping_address }))
      await expectSuccess(shop.post(`/store/carts/${id}/shipping-methods`, { option_id: option.id }))
      await expectSuccess(shop.post(`/store/carts/${id}/payment-sessions`))
      const reply = await expectSuccess(shop.post(`/store/carts/${id}/complete`))
      if (reply.type !== 'order') throw new Error('The cart was not completed')
      return reply.data
    }
    const order = await place()
    const { packing_slips } = await expectSuccess(shop.admin.get(`/admin/packing-slips?ids[]=${order.id}`))
    expect(packing_slips).toMatchObject([{ language: 'de', shipping: 'Versand', lines: [{ title: 'Becher' }] }])
    const { order_edit } = await expectSuccess(shop.admin.post('/admin/order-edits', { order_id: order.id }))
    const edited = await expectSuccess(shop.admin.post(`/admin/order-edits/${order_edit.id}/items`, line()))
    expect(titlesOf({ items: edited.order_edit.items ?? [] })).toEqual([
      ['Becher', 'Groß'],
      ['Becher', 'Groß'],
    ])
    const sold = await place()
    const [item] = sold.items
    await expectSuccess(shop.admin.post(`/admin/orders/${sold.id}/capture`))
    const items = [{ item_id: item!.id, quantity: 1 }]
    const { order: packed } = await expectSuccess(shop.admin.post(`/admin/orders/${sold.id}/fulfillment`, { items }))
    await expectSuccess(
      shop.admin.post(`/admin/orders/${sold.id}/shipment`, { fulfillment_id: packed.fulfillments![0]!.id }),
    )
    const { order: claimed } = await expectSuccess(
      shop.admin.post(`/admin/orders/${sold.id}/claims?expand=claims.additional_items`, {
        ...{ type: 'replace', additional_items: [line()] },
        claim_items: [{ item_id: item!.id, quantity: 1, reason: 'wrong_item' }],
      }),
    )
    expect(titlesOf({ items: claimed.claims![0]!.additional_items! })).toEqual([['Becher', 'Groß']])
  })

  test('a draft order has the language of the last order of its customer', async () => {
    const option = await shop.given.freeShippingOption(region)
    const { id } = await create('de', { items: [line()] })
    const shipping_address = { country_code: region.countries[0].iso_2 }
    await expectSuccess(shop.post(`/store/carts/${id}`, { email: 'anna@example.com', shipping_address }))
    await expectSuccess(shop.post(`/store/carts/${id}/shipping-methods`, { option_id: option.id }))
    await expectSuccess(shop.post(`/store/carts/${id}/payment-sessions`))
    const sold = await expectSuccess(shop.post(`/store/carts/${id}/complete`))
    const draft = (email: string) =>
      shop.admin.post('/admin/draft-orders', {
        ...{ email, region_id: region.id, shipping_methods: [{ option_id: option.id }] },
        items: [line(), { title: 'Engraving', unit_price: 100, quantity: 1 }],
      })
    const { draft_order } = await expectSuccess(draft('anna@example.com'))
    expect(draft_order.cart.context).toEqual({ locale: 'de' })
    expect(titlesOf(draft_order.cart)).toEqual([
      ['Becher', 'Groß'],
      ['Engraving', null],
    ])
    const { draft_order: longer } = await expectSuccess(
      shop.admin.post(`/admin/draft-orders/${draft_order.id}/line-items`, { ...line(), unit_price: 5 }),
    )
    expect(titlesOf(longer.cart)).toContainEqual(['Becher', 'Groß'])
    expect(longer.cart.items).toHaveLength(3)
    const copy = await expectSuccess(
      shop.admin.post('/admin/draft-orders/from-order', { order_id: sold.data.id, prices: 'agreed' }),
    )
    expect(titlesOf(copy.draft_order.cart)).toEqual([['Becher', 'Groß']])
    const other = await expectSuccess(draft('new@example.com'))
    expect(other.draft_order.cart.context).toEqual({})
    expect(titlesOf(other.draft_order.cart)).toContainEqual(['Mug', mug.variants[0].title])
  })

  test('a cart of a shop without languages has no language', async () => {
    await using plain = await openTestShop()
    const { id: region_id } = await plain.given.region()
    const { cart } = await expectSuccess(plain.as({ 'accept-language': 'de' }).post('/store/carts', { region_id }))
    expect(cart.context).not.toHaveProperty('locale')
  })
})
