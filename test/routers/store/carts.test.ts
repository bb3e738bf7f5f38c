import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Address } from '#entities/customer/address.ts'
import { answered, type Json } from '#test/support/given.ts'
import { refuses } from '#test/support/refuses.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const update = (cart: Json, body: object) => shop.post(`/store/carts/${cart.id}`, body)
const updated = async (cart: Json, body: object): Promise<Json> => (await update(cart, body)).body.cart
const read = async (cart: Json): Promise<Json> => (await shop.get(`/store/carts/${cart.id}`)).body.cart

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

test.each(operations)('%s %s: a cart that is not there is not found', async (method, path, body) => {
  await refuses(shop[method](path, body as never), 404, 'not_found', 'Cart with cart_none was not found')
})

describe('a new cart', () => {
  test('is open and empty, and whole', async () => {
    const region = await shop.given.region()
    const { cart } = (await shop.post('/store/carts', { region_id: region.id })).body
    expect(cart.id).toMatch(/^cart_[0-9A-Z]{26}$/)
    expect(cart).toMatchObject({ object: 'cart', type: 'default', email: null, customer_id: null, completed_at: null })
    expect(cart).toMatchObject({ items: [], discounts: [], gift_cards: [], shipping_methods: [], payment_sessions: [] })
    expect(cart).toMatchObject({ subtotal: 0, tax_total: 0, shipping_total: 0, discount_total: 0, total: 0 })
    expect(cart.region).toMatchObject({ id: region.id, tax_rate: 20, payment_providers: [{ id: 'manual' }] })
    expect(cart).not.toHaveProperty('payment_session')
    expect(cart).not.toHaveProperty('customer')
    expect(await read(cart)).toEqual(cart)
  })

  test('is for the oldest region where none is named', async () => {
    await shop.given.region()
    const { regions } = (await shop.get('/store/regions?limit=1000')).body
    const { cart } = (await shop.post('/store/carts')).body
    expect(cart.region_id).toBe(regions.at(-1).id)
  })

  test('ships to the only country of its region, or to the one that is named in any case', async () => {
    const one = await shop.given.region()
    const two = await shop.given.region({ countries: 2 })
    const country_code = two.countries[1].iso_2
    const make = async (body: object) => (await shop.post('/store/carts', body)).body.cart.shipping_address
    expect(await make({ region_id: one.id })).toMatchObject({ country_code: one.countries[0].iso_2, address_1: null })
    expect(await make({ region_id: two.id })).toBeNull()
    expect(await make({ region_id: two.id, country_code: country_code.toUpperCase() })).toMatchObject({ country_code })
  })

  test('is refused for a region or a country that it cannot have', async () => {
    const { id: region_id } = await shop.given.region()
    const make = (body: object) => shop.post('/store/carts', body)
    await refuses(make({ region_id: 'reg_none' }), 404, 'not_found', 'Region with reg_none was not found')
    const missing = 'A region_id must be provided when creating a cart'
    await refuses(make({ region_id: null }), 400, 'invalid_data', missing)
    await refuses(make({ region_id, country_code: 'zz' }), 400, 'not_allowed', 'Shipping country not in region')
  })

  test('is for the sales channel that is named, which must be there and open', async () => {
    const { id: region_id } = await shop.given.region()
    const make = (sales_channel_id: string) => shop.post('/store/carts', { region_id, sales_channel_id })
    const channel = async (is_disabled: boolean) =>
      (await shop.admin.post('/admin/sales-channels', { name: `Market ${is_disabled}`, is_disabled })).body
        .sales_channel
    const { id } = await channel(false)
    expect((await make(id)).body.cart.sales_channel).toMatchObject({ id, name: 'Market false' })
    await refuses(make('sc_none'), 404, 'not_found', 'Sales channel with id: sc_none was not found')
    const disabled = 'Unable to assign the cart to a disabled Sales Channel "Market true"'
    await refuses(make((await channel(true)).id), 400, 'invalid_data', disabled)
  })

  test('may come with lines, and rows of one variant are one line', async () => {
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
    expect(cart.items.map((item: Json) => [item.variant_id, item.quantity])).toEqual([
      [pen.id, 3],
      [ink.id, 2],
    ])
    expect(cart).toMatchObject({ subtotal: 3600, tax_total: 720, total: 4320 })
  })

  test('is not made where one of its lines cannot be', async () => {
    const { id: region_id } = await shop.given.region()
    const { id: variant_id } = await shop.given.variant()
    const count = async () => (await shop.orm.em.fork().execute('select id from cart')).length
    const before = await count()
    const rows = [
      { variant_id, quantity: 1 },
      { variant_id: 'variant_none', quantity: 1 },
    ]
    await refuses(
      shop.post('/store/carts', { region_id, items: rows }),
      400,
      'invalid_data',
      'Unable to generate the line items, some variant has not been found: variant_none',
    )
    const none = shop.post('/store/carts', { region_id, items: [{ variant_id, quantity: 0 }] })
    await refuses(none, 400, 'invalid_data', 'quantity must not be less than 1')
    expect(await count()).toBe(before)
  })

  test('tells every fault of its body at once', async () => {
    await refuses(
      shop.post('/store/carts', { colour: 'red', region_id: 3, items: [{ variant_id: 'x' }] }),
      400,
      'invalid_data',
      'property colour should not exist, region_id must be a string, quantity must be an integer number',
    )
  })

  test('remembers where its visitor came from, and what the body adds', async () => {
    const { id: region_id } = await shop.given.region()
    const visitor = shop.as({ 'user-agent': 'a browser' })
    const { cart } = (await visitor.post('/store/carts', { region_id, context: { campaign: 'may' } })).body
    expect(cart.context).toEqual({ ip: '127.0.0.1', user_agent: 'a browser', campaign: 'may' })
    expect((await updated(cart, { context: { campaign: 'june' } })).context).toMatchObject({
      user_agent: 'a browser',
      campaign: 'june',
    })
  })
})

test('a new cart is shown whole, whatever is asked for', async () => {
  const { id: region_id } = await shop.given.region()
  const reply = await shop.post('/store/carts?expand=items&fields=id', { region_id })
  expect(reply).toMatchObject({ status: 200, body: { cart: { region_id, region: { id: region_id }, total: 0 } } })
})

describe('reading a cart', () => {
  test('may leave out columns and relations, but never what its totals come from', async () => {
    const { id } = await shop.given.cart()
    const { cart } = (await shop.get(`/store/carts/${id}?fields=email&expand=customer`)).body
    expect(cart).toMatchObject({ id, email: null, customer: null, subtotal: 1000, total: 1200 })
    for (const name of ['items', 'region', 'discounts', 'gift_cards', 'shipping_methods', 'shipping_address'])
      expect(cart).toHaveProperty(name)
    for (const name of ['context', 'payment_sessions', 'sales_channel']) expect(cart).not.toHaveProperty(name)
  })

  test('refuses names that a cart does not have', async () => {
    const { id } = await shop.given.cart()
    const ask = (query: string) => shop.get(`/store/carts/${id}?${query}`)
    await refuses(ask('fields=colour'), 400, 'invalid_data', 'Requested fields [colour] are not valid')
    await refuses(ask('expand=region.colour'), 400, 'invalid_data', 'Requested fields [region.colour] are not valid')
    await refuses(ask('colour=red'), 400, 'invalid_data', 'property colour should not exist')
  })
})

describe('the customer of a cart', () => {
  test('is a guest with the e-mail in lower case, the same one in every cart', async () => {
    const [one, two] = [await shop.given.cart(), await shop.given.cart()]
    const first = await updated(one, { email: 'Grace@Example.COM' })
    expect(first.email).toBe('grace@example.com')
    expect((await updated(two, { email: 'grace@example.com' })).customer_id).toBe(first.customer_id)
  })

  test('is a guest even where an account has the e-mail', async () => {
    const customer = await shop.given.customer()
    const { customer_id, email } = await updated(await shop.given.cart(), { email: customer.email })
    expect(email).toBe(customer.email)
    expect(customer_id).toMatch(/^cus_/)
    expect(customer_id).not.toBe(customer.id)
  })

  test('needs an e-mail that is one', async () => {
    const cart = await shop.given.cart()
    for (const email of ['jörg@x.co', 'a&b@x.co', 'a@xn--e1afmkfd.xn--p1ai'])
      expect(await updated(cart, { email })).toMatchObject({ email })
    await refuses(update(cart, { email: 'nobody' }), 400, 'invalid_data', 'email must be an email')
    await refuses(update(cart, { email: null }), 400, 'invalid_data', 'The email is not valid')
  })

  test('is who made it, or whoever with an account opens it first', async () => {
    const [ada, bob] = [await shop.given.customer(), await shop.given.customer()]
    const made = await shop.given.cart({ by: ada })
    expect(made).toMatchObject({ customer_id: ada.id, email: ada.email })
    const found = await updated(await shop.given.cart(), { email: 'guest@example.com' })
    expect((await bob.get(`/store/carts/${found.id}`)).body.cart).toMatchObject({
      customer_id: bob.id,
      email: bob.email,
    })
    expect((await ada.get(`/store/carts/${found.id}`)).body.cart.customer_id).toBe(bob.id)
  })

  test('stays when another customer changes it', async () => {
    const [ada, bob] = [await shop.given.customer(), await shop.given.customer()]
    const { id } = await shop.given.cart({ by: ada })
    const { cart } = (await bob.post(`/store/carts/${id}`, { email: 'bob@example.com' })).body
    expect(cart).toMatchObject({ customer_id: ada.id, email: ada.email })
  })

  test('cannot be named by somebody else', async () => {
    const { id: customer_id } = await shop.given.customer()
    const message = 'A cart can only be given to the customer who is logged in'
    await refuses(update(await shop.given.cart(), { customer_id }), 400, 'not_allowed', message)
  })
})

describe('the prices of a cart', () => {
  const setPrice = async ({ id, product_id }: Json, amount: number) =>
    answered(
      shop.admin.post(`/admin/products/${product_id}/variants/${id}`, { prices: [{ amount, currency_code: 'eur' }] }),
    )

  test('stay when a guest leaves an e-mail, and so does what is not sold any more', async () => {
    const [dearer, gone] = [await shop.given.variant(), await shop.given.variant()]
    const cart = await shop.given.cart({ lines: [dearer, gone].map((variant) => [variant, 1] as const) })
    await setPrice(dearer, 3000)
    await answered(shop.admin.post(`/admin/products/${gone.product_id}`, { status: 'draft' }))
    for (const email of ['one@example.com', 'another@example.com']) {
      const { items } = await updated(cart, { email })
      expect(items.map((item: Json) => item.unit_price)).toEqual([1000, 1000])
    }
  })

  test('stay when the cart of a customer becomes that of a guest', async () => {
    const variant = await shop.given.variant()
    const cart = await shop.given.cart({ by: await shop.given.customer(), lines: [[variant, 1]] })
    await setPrice(variant, 3000)
    const { items, customer_id } = await updated(cart, { email: 'guest@example.com' })
    expect(items[0].unit_price).toBe(1000)
    expect(customer_id).not.toBe(cart.customer_id)
  })

  test('are those of today whenever the customer is named, also where the cart was theirs before', async () => {
    const ada = await shop.given.customer()
    const variant = await shop.given.variant()
    const { id } = await shop.given.cart({ by: ada, lines: [[variant, 1]] })
    // Who is logged in is named by that.
    for (const [amount, body] of [
      [3000, { customer_id: ada.id }],
      [4000, { context: {} }],
    ] as const) {
      await setPrice(variant, amount)
      const { cart } = await answered(ada.post(`/store/carts/${id}`, body))
      expect(cart.items[0].unit_price).toBe(amount)
      expect((await answered(ada.get(`/store/carts/${id}`))).cart).toEqual(cart)
    }
  })

  test('of the cart of another customer stay', async () => {
    const variant = await shop.given.variant()
    const { id } = await shop.given.cart({ by: await shop.given.customer(), lines: [[variant, 1]] })
    await setPrice(variant, 3000)
    const { cart } = await answered((await shop.given.customer()).post(`/store/carts/${id}`, { context: {} }))
    expect(cart.items[0].unit_price).toBe(1000)
  })
})

describe('the addresses of a cart', () => {
  test('are filled in step by step, and countries may be in capitals', async () => {
    const cart = await shop.given.cart()
    const country_code = cart.shipping_address.country_code
    await updated(cart, { shipping_address: { first_name: 'Ada', city: 'Town' } })
    const { shipping_address, billing_address } = await updated(cart, {
      shipping_address: { city: 'Village', country_code: country_code.toUpperCase() },
      billing_address: { last_name: 'Byron', country_code: 'JP' },
    })
    expect(shipping_address).toMatchObject({ first_name: 'Ada', city: 'Village', country_code })
    expect(billing_address).toMatchObject({ last_name: 'Byron', country_code: 'jp' })
  })

  test('are taken away by null', async () => {
    const cart = await updated(await shop.given.cart(), { billing_address: { city: 'Town' } })
    const bare = await updated(cart, { billing_address: null, shipping_address: null })
    expect(bare).toMatchObject({ billing_address: null, shipping_address: null, billing_address_id: null })
  })

  test('must be in the region to ship to, and in the world', async () => {
    const cart = await shop.given.cart()
    const outside = update(cart, { shipping_address: { country_code: 'jp' } })
    await refuses(outside, 400, 'invalid_data', 'Shipping country must be in the cart region')
    const nowhere = update(cart, { billing_address: { country_code: 'zz' } })
    await refuses(nowhere, 404, 'not_found', 'Country with country_code zz does not exist.')
  })

  test.each([
    [{ city: 5, postal_code: 1000 }, ['city must be a string', 'postal_code must be a string']],
    [{ id: 'addr_1', city: 'Paris' }, ['property id should not exist']],
    [{ city: 5, id: 'addr_1' }, ['property id should not exist', 'city must be a string']],
    [5, ['shipping_address must be an object']],
  ])('tell what is wrong with them: %j', async (address, reasons) => {
    const message = JSON.stringify({
      message: 'shipping_address must be one of: AddressPayload,String',
      details: {
        String: [`String validation failed: ${JSON.stringify(address)} is not a string`],
        AddressPayload: reasons,
      },
    })
    await refuses(update(await shop.given.cart(), { shipping_address: address }), 400, 'invalid_data', message)
  })

  test('are copies of a saved address, which only its owner can name', async () => {
    const ada = await shop.given.customer()
    const em = shop.orm.em.fork()
    const { id: saved } = em.create(Address, { customer_id: ada.id, address_1: 'Saved Street 1' })
    await em.flush()
    const mine = await shop.given.cart({ by: ada })
    const name = (caller: Pick<TestShop, 'post'>, { id }: Json) =>
      caller.post(`/store/carts/${id}`, { billing_address: saved })
    const { billing_address } = (await name(ada, mine)).body.cart
    expect(billing_address).toMatchObject({ address_1: 'Saved Street 1' })
    expect(billing_address.id).not.toBe(saved)
    await refuses(name(shop, await shop.given.cart()), 404, 'not_found', `Address with id ${saved} was not found`)
  })
})

describe('a cart that moves to another region', () => {
  test('takes the prices there and leaves behind what does not belong', async () => {
    const [here, there] = [await shop.given.region(), await shop.given.region({ currency_code: 'usd', tax_rate: 10 })]
    const { code } = await shop.given.discount(here)
    const { code: card } = await shop.given.giftCard(here, 100)
    const prices = [
      { currency_code: 'eur', amount: 1000 },
      { currency_code: 'usd', amount: 1500 },
    ]
    const [both] = (
      await shop.given.product({
        variants: [{ title: 'V', inventory_quantity: 9, prices, options: [{ value: 'V' }] }],
      })
    ).variants
    const option = await shop.given.shippingOption(here)
    const cart = await shop.given.payableCart({
      region: here,
      option,
      lines: [
        [both, 1],
        [await shop.given.variant(), 1],
      ],
      discounts: [code],
      gift_cards: [card],
    })
    expect(cart).toMatchObject({ payment_sessions: [{}], shipping_methods: [{}], gift_cards: [{}], discounts: [{}] })

    const moved = await updated(cart, { region_id: there.id })
    expect(moved.items.map((item: Json) => [item.variant_id, item.unit_price])).toEqual([[both.id, 1500]])
    expect(moved).toMatchObject({ payment_sessions: [], shipping_methods: [], gift_cards: [], discounts: [] })
    expect(moved).toMatchObject({ region: { id: there.id, currency_code: 'usd' }, subtotal: 1500, total: 1650 })
    expect(moved.shipping_address).toMatchObject({ first_name: 'Ada', country_code: there.countries[0].iso_2 })
  })

  test('may name a country there, and no other', async () => {
    const [here, there] = [await shop.given.region(), await shop.given.region({ countries: 2 })]
    const cart = await shop.given.cart({ region: here })
    const move = (country_code: string) => update(cart, { region_id: there.id, country_code })
    await refuses(move(here.countries[0].iso_2), 400, 'not_allowed', 'Country not available in region')
    const [, second] = there.countries
    expect((await move(second.iso_2.toUpperCase())).body.cart.shipping_address.country_code).toBe(second.iso_2)
    await refuses(update(cart, { region_id: 'reg_none' }), 404, 'not_found', 'Region with reg_none was not found')
  })

  test('keeps its shipping where it is there already', async () => {
    const region = await shop.given.region()
    const cart = await shop.given.payableCart({ region, option: await shop.given.shippingOption(region) })
    const same = await updated(cart, { region_id: region.id })
    expect(same).toMatchObject({ shipping_methods: [{}], items: [{ has_shipping: true }] })
  })
})

test('a cart that moves to another sales channel loses the lines that are not sold there', async () => {
  const { sales_channel } = (await shop.admin.post('/admin/sales-channels', { name: 'Fair' })).body
  const there = await shop.given.variant({ sales_channels: [{ id: sales_channel.id }] })
  const cart = await shop.given.cart({ lines: [[await shop.given.variant(), 1]] })
  const moved = await updated(cart, { sales_channel_id: sales_channel.id })
  expect(moved).toMatchObject({ sales_channel_id: sales_channel.id, items: [], total: 0 })
  const added = await shop.post(`/store/carts/${cart.id}/line-items`, { variant_id: there.id, quantity: 1 })
  expect(added.body.cart.items).toHaveLength(1)
})

test('an update without anything changes nothing', async () => {
  const cart = await shop.given.cart()
  expect(await updated(cart, {})).toEqual(cart)
})
