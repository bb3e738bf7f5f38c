import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Event } from '#entities/platform/event/event.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let last = 0
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const eventsSince = (id: number) =>
  shop.orm.em.fork().find(Event, { id: { $gt: id } }, { orderBy: { id: 'asc' }, fields: ['id', 'name', 'payload'] })

/** Returns the events since its last call. */
async function newEvents(): Promise<[name: string, payload: unknown][]> {
  const events = await eventsSince(last)
  last = events.at(-1)?.id ?? last
  return events.map(({ name, payload }) => [name, payload])
}

const post = (path: string, body: object = {}) => expectSuccess(shop.admin.post(path, body))
const remove = (path: string, body?: object) => expectSuccess(shop.admin.delete(path, body))

beforeEach(async () => {
  await newEvents()
})

test('changes of collections and their products record events', async () => {
  const { id: product } = await shop.given.product()
  await newEvents()
  const { id } = (await post('/admin/collections', { title: 'Summer' })).collection
  await post(`/admin/collections/${id}`, { title: 'Autumn' })
  await post(`/admin/collections/${id}/products/batch`, { product_ids: [product] })
  await remove(`/admin/collections/${id}/products/batch`, { product_ids: [product] })
  await remove(`/admin/collections/${id}`)
  expect(await newEvents()).toEqual([
    ['product-collection.created', { id }],
    ['product-collection.updated', { id }],
    ['product-collection.products_added', { id, product_ids: [product] }],
    ['product-collection.products_removed', { id, product_ids: [product] }],
    ['product-collection.deleted', { id }],
  ])
})

test('changes of products and variants record events', async () => {
  const { id, options, variants } = await shop.given.product({ prices: [100, 200] })
  const [first, second] = variants
  const productEvents = await newEvents()
  expect(productEvents[0]).toEqual(['product.created', { id }])
  expect(productEvents.slice(1).sort()).toEqual(
    variants.map((variant) => ['product-variant.created', { id: variant.id, product_id: id }]).sort(),
  )

  await post(`/admin/products/${id}/variants/${first.id}`, { title: 'Larger' })
  const choice = [{ option_id: options[0].id, value: 'XL' }]
  await post(`/admin/products/${id}/variants`, { title: 'XL', prices: [], options: choice })
  await remove(`/admin/products/${id}/variants/${second.id}`)
  await remove(`/admin/products/${id}/variants/${second.id}`)
  expect((await newEvents()).map(([name]) => name)).toEqual([
    'product-variant.updated',
    'product-variant.created',
    'product-variant.deleted',
  ])

  await post(`/admin/products/${id}`, { variants: [{ id: first.id, title: 'The only one' }] })
  await post(`/admin/products/${id}/metadata`, { key: 'a', value: 'b' })
  expect((await newEvents()).map(([name]) => name)).toEqual([
    'product.updated',
    'product-variant.deleted',
    'product-variant.updated',
    'product.updated',
  ])
  for (let times = 0; times < 2; times++) await remove(`/admin/products/${id}`)
  expect(await newEvents()).toEqual([['product.deleted', { id }]])
})

test('changes of regions, countries and providers record events', async () => {
  const { id, countries } = await shop.given.region({ countries: 2 })
  const [event] = await newEvents()
  expect(event).toEqual(['region.created', { id }])
  await newEvents()
  await remove(`/admin/regions/${id}/countries/${countries[0].iso_2}`)
  await post(`/admin/regions/${id}/countries`, { country_code: countries[0].iso_2 })
  await remove(`/admin/regions/${id}/payment-providers/manual`)
  await post(`/admin/regions/${id}/payment-providers`, { provider_id: 'manual' })
  await post(`/admin/regions/${id}`, { name: 'North' })
  await remove(`/admin/regions/${id}`)
  const updated = ['region.updated', { id }]
  expect(await newEvents()).toEqual([updated, updated, updated, updated, updated, ['region.deleted', { id }]])
})

test('changes of sales channels, currencies, discounts and gift cards record events', async () => {
  const region = await shop.given.region()
  await newEvents()
  const { id } = (await post('/admin/sales-channels', { name: 'Fair' })).sales_channel
  await post(`/admin/sales-channels/${id}`, { name: 'Market' })
  for (let times = 0; times < 2; times++) await remove(`/admin/sales-channels/${id}`)
  await post('/admin/currencies/EUR', { includes_tax: false })
  const discount = await shop.given.discount(region)
  const card = await shop.given.giftCard(region, 1000)
  expect(await newEvents()).toEqual([
    ['sales_channel.created', { id }],
    ['sales_channel.updated', { id }],
    ['sales_channel.deleted', { id }],
    ['currency.updated', { id: 'eur', code: 'eur' }],
    ['discount.created', { id: discount.id }],
    ['gift_card.created', { id: card.id }],
  ])
})

describe('events of people', () => {
  test('changes of customer accounts record events', async () => {
    const body = { email: 'ada@example.com', first_name: 'Ada', last_name: 'Byron', password: 'correct horse' }
    const { status, body: productEvents } = await shop.admin.post('/admin/customers', body)
    expect(status).toBe(201)
    const { id } = productEvents.customer
    await post(`/admin/customers/${id}`, { phone: '1' })
    expect(await newEvents()).toEqual([
      ['customer.created', { id }],
      ['customer.updated', { id }],
    ])
  })

  test('changes of users record events without passwords', async () => {
    const { id } = (await post('/admin/users', { email: 'bob@example.com', password: 'correct horse' })).user
    await post(`/admin/users/${id}`, { first_name: 'Bob' })
    await remove(`/admin/users/${id}`)
    expect(await newEvents()).toEqual([
      ['user.created', { id }],
      ['user.updated', { id }],
      ['user.deleted', { id }],
    ])
  })
})

describe('events of orders', () => {
  test('placing an order records an event for the order and for each gift card in it', async () => {
    const region = await shop.given.region()
    const card = await shop.given.variant({ is_giftcard: true, prices: [2000] })
    const cart = await shop.given.payableCart({ region, lines: [[card, 2]] })
    await newEvents()
    const order = (await expectSuccess(shop.post(`/store/carts/${cart.id}/complete`))).data
    await expectSuccess(shop.post(`/store/carts/${cart.id}/complete`))
    const [orderEvent, ...cards] = await newEvents()
    expect(orderEvent).toEqual(['order.placed', { id: order.id, no_notification: null }])
    expect(cards.map(([name]) => name).sort()).toEqual([
      'gift_card.created',
      'gift_card.created',
      'order.gift_card_created',
      'order.gift_card_created',
    ])
  })

  test('a failed request records no event', async () => {
    const cart = await shop.given.cart()
    await newEvents()
    expect((await shop.post(`/store/carts/${cart.id}/complete`)).status).toBe(400)
    expect((await shop.admin.post('/admin/regions', { name: 'X' })).status).toBe(400)
    expect(await newEvents()).toEqual([])
  })
})
