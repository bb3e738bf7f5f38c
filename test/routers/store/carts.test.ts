import { describe, expect, test } from 'vitest'
import { useCartShop } from '#test/support/cart-shop.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { untyped } from '#test/support/untyped.ts'

const { shop, updateCart, readCart } = await useCartShop()

// biome-ignore format: a table
const operations: [method: 'get' | 'post' | 'delete', path: string, body?: object][] = [
  ['get', '/store/carts/cart_none'],
  ['post', '/store/carts/cart_none', { email: 'ada@example.com' }],
  ['post', '/store/carts/cart_none/line-items', { variant_id: 'variant_none', quantity: 1 }],
  ['post', '/store/carts/cart_none/line-items/item_none', { quantity: 1 }],
  ['delete', '/store/carts/cart_none/line-items/item_none'],
  ['delete', '/store/carts/cart_none/discounts/NONE'],
  ['post', '/store/carts/cart_none/shipping-methods', { option_id: 'so_none' }],
  ['post', '/store/carts/cart_none/taxes'],
  ['post', '/store/carts/cart_none/payment-sessions'],
  ['post', '/store/carts/cart_none/payment-session', { provider_id: 'manual' }],
  ['post', '/store/carts/cart_none/payment-sessions/manual', { data: {} }],
  ['delete', '/store/carts/cart_none/payment-sessions/manual'],
  ['post', '/store/carts/cart_none/payment-sessions/manual/refresh'],
  ['post', '/store/carts/cart_none/complete'],
  ['post', '/store/carts/cart_none/complete-cart'],
  ['get', '/store/shipping-options/cart_none'],
]

test.each(operations)('%s %s returns 404 for an unknown cart', async (method, path, body) => {
  await expectError(shop[method](path, untyped(body)), 404, 'not_found', 'Cart with cart_none was not found')
})

describe('creating a cart', () => {
  test('a new cart is open and empty', async () => {
    const region = await shop.given.region()
    const { cart } = (await shop.post('/store/carts', { region_id: region.id })).body
    expect(cart.id).toMatch(/^cart_[0-9A-Z]{26}$/)
    expect(cart).toMatchObject({ object: 'cart', type: 'default', email: null, customer_id: null, completed_at: null })
    expect(cart).toMatchObject({ items: [], discounts: [], gift_cards: [], shipping_methods: [], payment_sessions: [] })
    expect(cart).toMatchObject({ subtotal: 0, tax_total: 0, shipping_total: 0, discount_total: 0, total: 0 })
    expect(cart.region).toMatchObject({ id: region.id, tax_rate: 20, payment_providers: [{ id: 'manual' }] })
    expect(cart).not.toHaveProperty('payment_session')
    expect(cart).not.toHaveProperty('customer')
    expect(await readCart(cart)).toEqual(cart)
  })

  test('a new cart without a region belongs to the oldest region', async () => {
    await shop.given.region()
    const { regions } = (await shop.get('/store/regions?limit=1000')).body
    const { cart } = (await shop.post('/store/carts')).body
    expect(cart.region_id).toBe(regions.at(-1)?.id)
  })

  test('a new cart ships to the only country of its region or to the given country', async () => {
    const one = await shop.given.region()
    const two = await shop.given.region({ countries: 2 })
    const country_code = two.countries[1].iso_2
    const make = async (body: object) => (await shop.post('/store/carts', body)).body.cart.shipping_address
    expect(await make({ region_id: one.id })).toMatchObject({ country_code: one.countries[0].iso_2, address_1: null })
    expect(await make({ region_id: two.id })).toBeNull()
    expect(await make({ region_id: two.id, country_code: country_code.toUpperCase() })).toMatchObject({ country_code })
  })

  test('a new cart is rejected for an unknown region or a foreign country', async () => {
    const { id: region_id } = await shop.given.region()
    const make = (body: object) => shop.post('/store/carts', body)
    await expectError(make({ region_id: 'reg_none' }), 404, 'not_found', 'Region with reg_none was not found')
    const missing = 'A region_id must be provided when creating a cart'
    await expectError(make({ region_id: null }), 400, 'invalid_data', missing)
    await expectError(make({ region_id, country_code: 'zz' }), 400, 'not_allowed', 'Shipping country not in region')
  })

  test('a new cart accepts only an enabled sales channel', async () => {
    const { id: region_id } = await shop.given.region()
    const make = (sales_channel_id: string) => shop.post('/store/carts', { region_id, sales_channel_id })
    const channel = async (is_disabled: boolean) =>
      (await shop.admin.post('/admin/sales-channels', { name: `Market ${is_disabled}`, is_disabled })).body
        .sales_channel
    const { id } = await channel(false)
    expect((await make(id)).body.cart.sales_channel).toMatchObject({ id, name: 'Market false' })
    await expectError(make('sc_none'), 404, 'not_found', 'Sales channel with id: sc_none was not found')
    const disabled = 'Unable to assign the cart to a disabled Sales Channel "Market true"'
    await expectError(make((await channel(true)).id), 400, 'invalid_data', disabled)
  })

  test('a new cart merges lines of the same variant', async () => {
    const region = await shop.given.region()
    const [pen, ink] = (await shop.given.product({ prices: [1000, 300] })).variants
    const cart = await shop.given.cart({
      region,
      lines: [
        [pen, 1],
        [ink, 2],
        [pen, 2],
      ],
    })
    expect(cart.items.map((item) => [item.variant_id, item.quantity])).toEqual([
      [pen.id, 3],
      [ink.id, 2],
    ])
    expect(cart).toMatchObject({ subtotal: 3600, tax_total: 720, total: 4320 })
  })

  test('a new cart with an invalid line is not stored', async () => {
    const { id: region_id } = await shop.given.region()
    const { id: variant_id } = await shop.given.variant()
    const count = async () => (await shop.orm.em.fork().execute('select id from cart')).length
    const before = await count()
    const rows = [
      { variant_id, quantity: 1 },
      { variant_id: 'variant_none', quantity: 1 },
    ]
    await expectError(
      shop.post('/store/carts', { region_id, items: rows }),
      400,
      'invalid_data',
      'Unable to generate the line items, some variant has not been found: variant_none',
    )
    const none = shop.post('/store/carts', { region_id, items: [{ variant_id, quantity: 0 }] })
    await expectError(none, 400, 'invalid_data', 'quantity must not be less than 1')
    expect(await count()).toBe(before)
  })

  test.each([
    [
      [{}],
      'variant_id should not be empty, variant_id must be a string, ' +
        'quantity should not be empty, quantity must be an integer number',
    ],
    ['x', 'items must be an array, each value in nested property items must be either object or array'],
    [[5], 'each value in nested property items must be either object or array'],
  ])('a new cart reports all errors of its items: %j', async (items, message) => {
    await expectError(shop.post('/store/carts', { items }), 400, 'invalid_data', message)
  })

  test('a new cart reports all errors of its body', async () => {
    await expectError(
      shop.post('/store/carts', { colour: 'red', region_id: 3, items: [{ variant_id: 'x' }] }),
      400,
      'invalid_data',
      'property colour should not exist, region_id must be a string, quantity should not be empty, quantity must be an integer number',
    )
  })

  test("the context of a cart contains the caller's address, user agent and custom values", async () => {
    const { id: region_id } = await shop.given.region()
    const visitor = shop.as({ 'user-agent': 'a browser' })
    const { cart } = (await visitor.post('/store/carts', { region_id, context: { campaign: 'may' } })).body
    expect(cart.context).toEqual({ ip: '127.0.0.1', user_agent: 'a browser', campaign: 'may' })
    expect((await updateCart(cart, { context: { campaign: 'june' } })).context).toMatchObject({
      user_agent: 'a browser',
      campaign: 'june',
    })
  })

  test('a new cart is returned with all default fields for any query', async () => {
    const { id: region_id } = await shop.given.region()
    const reply = await shop.post('/store/carts?expand=items&fields=id', { region_id })
    expect(reply).toMatchObject({ status: 200, body: { cart: { region_id, region: { id: region_id }, total: 0 } } })
  })
})

describe('reading a cart', () => {
  test('a cart can be read in part and always includes its totals and their sources', async () => {
    const { id } = await shop.given.cart()
    const { cart } = (await shop.get(`/store/carts/${id}?fields=email&expand=customer`)).body
    expect(cart).toMatchObject({ object: 'cart', id, email: null, customer: null, subtotal: 1000, total: 1200 })
    for (const name of ['items', 'region', 'discounts', 'gift_cards', 'shipping_methods', 'shipping_address'])
      expect(cart).toHaveProperty(name)
    for (const name of ['context', 'payment_sessions', 'sales_channel']) expect(cart).not.toHaveProperty(name)
  })

  test('a cart expands the relations of its items, addresses and shipping', async () => {
    const region = await shop.given.region()
    const option = await shop.given.shippingOption(region)
    const { collection } = await expectSuccess(shop.admin.post('/admin/collections', { title: 'Lamps of the cart' }))
    const tags = [{ value: 'bright' }]
    const product = await shop.given.product({ collection_id: collection.id, tags, type: { value: 'Lamp' } })
    const bare = await shop.given.variant()
    const { id } = await shop.given.cart({
      region,
      lines: [
        [product.variants[0], 1],
        [bare, 2],
      ],
    })
    await expectSuccess(shop.post(`/store/carts/${id}/shipping-methods`, { option_id: option.id }))
    const goods = ['collection', 'tags', 'type', 'images', 'options.values'].map(
      (name) => `items.variant.product.${name}`,
    )
    const paths = [...goods, 'items.variant.options', 'region.currency', 'shipping_methods.shipping_option.profile']
    const plain = (await shop.get(`/store/carts/${id}`)).body.cart
    const { cart } = (await shop.get(`/store/carts/${id}?expand=${paths}`)).body
    expect(cart.items).toMatchObject([
      { quantity: 1, total: 1200, variant: { options: [{}], product: { tags, type: { value: 'Lamp' }, images: [] } } },
      { quantity: 2, total: 2400, variant: { product: { collection: null, tags: [], type: null } } },
    ])
    expect(cart.items[0].variant.product).toMatchObject({
      collection: { id: collection.id },
      options: [{ values: [{}] }],
    })
    expect(cart.region).toMatchObject({ currency: { code: 'eur' }, countries: plain.region.countries })
    expect(cart.shipping_methods).toMatchObject([{ total: 600, shipping_option: { profile: { type: 'default' } } }])
    expect(cart).toMatchObject({ total: plain.total, discounts: [] })
  })

  test('a cart does not expand internal relations', async () => {
    const region = await shop.given.region()
    const ada = await shop.given.customer()
    const { collection } = await expectSuccess(shop.admin.post('/admin/collections', { title: 'Kept to the shop' }))
    const product = await shop.given.product({ collection_id: collection.id })
    const conditions = [{ operator: 'in', products: [product.id] }]
    const { code } = await shop.given.discount(region, { conditions })
    const { id } = await shop.given.cart({ region, lines: [[product.variants[0], 1]], by: ada })
    await expectSuccess(ada.post(`/store/carts/${id}`, { discounts: [{ code }] }))
    const internal = {
      'discounts.rule.conditions': 'conditions',
      'items.variant.prices': 'prices',
      'items.variant.product.collection.products': 'products',
    }
    const { cart } = await expectSuccess(ada.get(`/store/carts/${id}?expand=customer,${Object.keys(internal)}`))
    expect(cart).toMatchObject({ customer: { id: ada.id }, discounts: [{ code, rule: {} }], items: [{ variant: {} }] })
    const text = JSON.stringify(cart)
    for (const name of Object.values(internal)) expect(text).not.toContain(`"${name}":`)
  })

  test('a request with invalid fields does not assign the cart to the caller', async () => {
    const { id } = await shop.given.cart()
    const ada = await shop.given.customer()
    const message = 'Requested fields [colour] are not valid'
    await expectError(ada.get(`/store/carts/${id}?expand=colour`), 400, 'invalid_data', message)
    expect(await readCart({ id })).toMatchObject({ customer_id: null })
    expect((await ada.get(`/store/carts/${id}`)).body.cart).toMatchObject({ customer_id: ada.id })
  })

  test('unknown fields of a cart are rejected', async () => {
    const { id } = await shop.given.cart()
    const ask = (query: string) => shop.get(`/store/carts/${id}?${query}`)
    await expectError(ask('fields=colour'), 400, 'invalid_data', 'Requested fields [colour] are not valid')
    await expectError(
      ask('expand=region.colour'),
      400,
      'invalid_data',
      'Requested fields [region.colour] are not valid',
    )
    await expectError(ask('colour=red'), 400, 'invalid_data', 'property colour should not exist')
  })
})

test('an empty update changes nothing', async () => {
  const cart = await shop.given.cart()
  expect(await updateCart(cart, {})).toEqual(cart)
})
