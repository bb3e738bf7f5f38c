import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import type { Cart, Identified, Region } from '#test/support/resources.ts'

import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
})
afterAll(() => shop[Symbol.asyncDispose]())

const emptyCart = () => shop.given.cart({ region, lines: [] })
const add = ({ id }: Identified, variant: Identified, quantity: unknown = 1, metadata?: object) =>
  shop.post(`/store/carts/${id}/line-items`, { variant_id: variant.id, quantity, metadata })
const addAndRead = async (...line: Parameters<typeof add>) => (await add(...line)).body.cart
const change = ({ id }: Identified, line: Identified, body: object) =>
  shop.post(`/store/carts/${id}/line-items/${line.id}`, body)
const remove = ({ id }: Identified, line: Identified) => shop.delete(`/store/carts/${id}/line-items/${line.id}`)
const quantities = (cart: Cart): number[] => cart.items.map((item) => item.quantity)
const euros = (amount: number) => [{ currency_code: 'eur', amount }]

describe('adding a line', () => {
  test('adding a line returns the cart with its totals and customer', async () => {
    const product = await shop.given.product()
    const [variant] = product.variants
    const cart = await addAndRead(await emptyCart(), variant, 2, { note: 'gift' })
    expect(cart).toMatchObject({ customer: null, subtotal: 2000, tax_total: 400, total: 2400 })
    expect(cart.items).toMatchObject([
      {
        cart_id: cart.id,
        order_id: null,
        title: product.title,
        description: variant.title,
        unit_price: 1000,
        quantity: 2,
        metadata: { note: 'gift' },
        should_merge: true,
        allow_discounts: true,
        has_shipping: false,
        is_giftcard: false,
        adjustments: [],
        tax_lines: [{ rate: 20, name: 'default', code: 'default' }],
        variant: { id: variant.id, product: { id: product.id, profile: { type: 'default' } } },
        subtotal: 2000,
        total: 2400,
        original_total: 2400,
      },
    ])
    const { profile_id, profile, profiles } = cart.items[0].variant.product
    expect(profile.id).toBe(profile_id)
    expect(profiles).toEqual([profile])
  })

  test('lines of the same variant with equal metadata are merged', async () => {
    const variant = await shop.given.variant()
    const cart = await emptyCart()
    const kinds = [undefined, { a: 1, b: { c: 2, d: 3 } }, { a: 2 }]
    for (const metadata of kinds) await add(cart, variant, 1, metadata)
    for (const metadata of [{}, { b: { d: 3, c: 2 }, a: 1 }]) await add(cart, variant, 2, metadata)
    expect(quantities((await shop.get(`/store/carts/${cart.id}`)).body.cart)).toEqual([3, 3, 1])
  })

  test('the price of a line depends on its new quantity', async () => {
    const prices = [
      ...euros(1000),
      { currency_code: 'eur', amount: 800, min_quantity: 5 },
      { currency_code: 'eur', amount: 600, min_quantity: 10, max_quantity: 20 },
    ]
    const variants = [{ title: 'V', inventory_quantity: 100, prices, options: [{ value: 'V' }] }]
    const variant = await shop.given.variant({ variants })
    const cart = await emptyCart()
    const unitPrices = []
    for (const quantity of [1, 3, 1, 5, 10, 1]) {
      const { items } = await addAndRead(cart, variant, quantity)
      unitPrices.push([items[0].quantity, items[0].unit_price])
    }
    // biome-ignore format: a table
    expect(unitPrices).toEqual([[1, 1000], [4, 1000], [5, 800], [10, 600], [20, 600], [21, 800]])
  })

  test('a new line needs a variant and a quantity', async () => {
    const cart = await emptyCart()
    const variant = await shop.given.variant()
    const missing = 'variant_id must be a string, quantity must be an integer number'
    await expectError(shop.post(`/store/carts/${cart.id}/line-items`, {}), 400, 'invalid_data', missing)
    await expectError(add(cart, variant, '2'), 400, 'invalid_data', 'quantity must be an integer number')
    await expectError(add(cart, variant, 1.5), 400, 'invalid_data', 'quantity must be an integer number')
    await expectError(add(cart, variant, -1), 400, 'invalid_data', 'quantity must not be less than 1')
    const argument = 'Unable to generate the line item because one or more required argument(s) are missing.'
    const quantity = `${argument} Ensure quantity, regionId, and variantId are passed`
    await expectError(add(cart, variant, 0), 400, 'invalid_data', quantity)
    await expectError(add(cart, { id: '' }), 400, 'invalid_data', `${argument} Ensure variant id is passed`)
    const priced = { variant_id: variant.id, quantity: 1, unit_price: 1 }
    const extra = shop.post(`/store/carts/${cart.id}/line-items`, priced)
    await expectError(extra, 400, 'invalid_data', 'property unit_price should not exist')
  })

  test('a new line needs a published variant with a price', async () => {
    const cart = await emptyCart()
    const unknown = (id: string) => `Unable to generate the line items, some variant has not been found: ${id}`
    await expectError(add(cart, { id: 'variant_none' }), 400, 'invalid_data', unknown('variant_none'))
    const draft = await shop.given.variant({ status: 'draft' })
    await expectError(add(cart, draft), 400, 'invalid_data', unknown(draft.id))
    const deletedVariant = await shop.given.variant()
    await shop.admin.delete(`/admin/products/${deletedVariant.product_id}/variants/${deletedVariant.id}`)
    await expectError(add(cart, deletedVariant), 400, 'invalid_data', unknown(deletedVariant.id))
    const abroad = await shop.given.variant({
      variants: [
        {
          title: 'Abroad',
          inventory_quantity: 9,
          prices: [{ currency_code: 'usd', amount: 1 }],
          options: [{ value: 'A' }],
        },
      ],
    })
    const unpriced = 'Cannot generate line item for variant "Abroad" without a price'
    await expectError(add(cart, abroad), 400, 'invalid_data', unpriced)
    const { sales_channel } = (await shop.admin.post('/admin/sales-channels', { name: 'Fair' })).body
    const elsewhere = await shop.given.product({ sales_channels: [{ id: sales_channel.id }] })
    await expectError(
      add(cart, elsewhere.variants[0]),
      400,
      'invalid_data',
      `The products [${elsewhere.title}] must belongs to the sales channel on which the cart has been created.`,
    )
    expect((await shop.get(`/store/carts/${cart.id}`)).body.cart.items).toEqual([])
  })

  test('the stock must cover all lines of a variant together', async () => {
    const variant = await shop.given.variant({ stock: 3 })
    const cart = await emptyCart()
    const short = `Variant with id: ${variant.id} does not have the required inventory`
    await expectError(add(cart, variant, 4), 400, 'not_allowed', short, 'insufficient_inventory')
    await add(cart, variant, 2)
    await expectError(add(cart, variant, 2), 400, 'not_allowed', short, 'insufficient_inventory')
    await expectError(add(cart, variant, 2, { engraving: 'A' }), 400, 'not_allowed', short, 'insufficient_inventory')
    expect(quantities(await addAndRead(cart, variant, 1))).toEqual([3])
  })

  test('backorders and unmanaged variants need no stock', async () => {
    const { variants } = await shop.given.product({
      variants: [
        { title: 'V0', inventory_quantity: 0, allow_backorder: true, prices: euros(1), options: [{ value: '0' }] },
        { title: 'V1', inventory_quantity: 0, manage_inventory: false, prices: euros(1), options: [{ value: '1' }] },
      ],
    })
    const cart = await emptyCart()
    await add(cart, variants[0], 5)
    expect(quantities(await addAndRead(cart, variants[1], 7))).toEqual([5, 7])
  })

  test('a line is added once per idempotency key, and another request with the key is rejected', async () => {
    const variant = await shop.given.variant()
    const [cart, other] = [await emptyCart(), await emptyCart()]
    const key = { 'idempotency-key': 'a key of the client' }
    const send = ({ id }: Cart, quantity = 1) =>
      shop.post(`/store/carts/${id}/line-items`, { variant_id: variant.id, quantity }, key)
    const replies = await Promise.all([send(cart), send(cart), send(cart)])
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies[0].headers.get('idempotency-key')).toBe('a key of the client')
    for (const reply of [await send(other), await send(cart, 2)])
      expect(reply).toMatchObject({ status: 409, body: { type: 'conflict', code: 'invalid_state_error' } })
    expect(quantities((await shop.get(`/store/carts/${cart.id}`)).body.cart)).toEqual([1])
  })
})

describe('changing a line', () => {
  test('a change sets the quantity at the current price, and zero removes the line', async () => {
    const product = await shop.given.product()
    const [variant] = product.variants
    const cart = await addAndRead(await emptyCart(), variant)
    const [line] = cart.items
    const prices = [{ id: variant.prices[0].id, amount: 700 }]
    await shop.admin.post(`/admin/products/${product.id}/variants/${variant.id}`, { prices })
    expect((await shop.get(`/store/carts/${cart.id}`)).body.cart.items[0].unit_price).toBe(1000)
    const changed = (await change(cart, line, { quantity: 3 })).body.cart
    expect(changed.items).toMatchObject([{ id: line.id, quantity: 3, unit_price: 700, subtotal: 2100, total: 2520 }])
    expect((await change(cart, line, { quantity: 0 })).body.cart).toMatchObject({ items: [], total: 0 })
  })

  test('a change merges metadata, and an empty value removes a key', async () => {
    const cart = await addAndRead(await emptyCart(), await shop.given.variant(), 1, { a: '1', b: '2' })
    const { items } = (await change(cart, cart.items[0], { quantity: 1, metadata: { b: '', c: '3' } })).body.cart
    expect(items[0].metadata).toEqual({ a: '1', c: '3' })
  })

  test('the quantity of a change must be covered by the stock', async () => {
    const cart = await addAndRead(await emptyCart(), await shop.given.variant({ stock: 3 }))
    const set = (body: object) => change(cart, cart.items[0], body)
    const covered = "Inventory doesn't cover the desired quantity"
    await expectError(set({ quantity: 4 }), 400, 'not_allowed', covered, 'insufficient_inventory')
    await expectError(set({ quantity: -1 }), 400, 'invalid_data', 'quantity must not be less than 1')
    await expectError(set({}), 400, 'invalid_data', 'quantity must be an integer number')
    expect((await set({ quantity: 3 })).status).toBe(200)
  })

  test('a change needs a line of the same cart', async () => {
    const other = await addAndRead(await emptyCart(), await shop.given.variant())
    for (const line of [other.items[0], { id: 'item_none' }])
      await expectError(
        change(await emptyCart(), line, { quantity: 2 }),
        400,
        'invalid_data',
        'Could not find the line item',
      )
  })
})

test('removing a line is idempotent and limited to its own cart', async () => {
  const variant = await shop.given.variant()
  const [ownCart, other] = [await addAndRead(await emptyCart(), variant), await addAndRead(await emptyCart(), variant)]
  for (const line of [other.items[0], { id: 'item_none' }])
    expect(await remove(ownCart, line)).toMatchObject({ status: 200, body: { cart: { total: 1200 } } })
  expect((await shop.get(`/store/carts/${other.id}`)).body.cart.items).toHaveLength(1)
  expect((await remove(ownCart, ownCart.items[0])).body.cart).toMatchObject({ items: [], total: 0 })
})

test('every change of the lines removes the shipping methods', async () => {
  const option = await shop.given.shippingOption(region)
  const { variants } = await shop.given.product({ prices: [1000, 2000] })
  const cart = await addAndRead(await emptyCart(), variants[0], 2)
  const [line] = cart.items
  const addShippingMethod = () => shop.post(`/store/carts/${cart.id}/shipping-methods`, { option_id: option.id })
  const changes = [() => add(cart, variants[1]), () => change(cart, line, { quantity: 1 }), () => remove(cart, line)]
  for (const made of changes) {
    const chosen = (await addShippingMethod()).body.cart
    expect(chosen.shipping_methods).toHaveLength(1)
    expect(chosen.items.every((item) => item.has_shipping)).toBe(true)
    const { shipping_methods, shipping_total, items } = (await made()).body.cart
    expect({ shipping_methods, shipping_total }).toEqual({ shipping_methods: [], shipping_total: 0 })
    expect(items.some((item) => item.has_shipping)).toBe(false)
  }
})

test('every change of the lines updates the payment session', async () => {
  const variant = await shop.given.variant()
  const cart = await shop.given.payableCart({ region, lines: [[variant, 1]] })
  expect(cart.payment_session).toMatchObject({ provider_id: 'manual', amount: 1200 })
  expect((await addAndRead(cart, variant)).payment_session).toMatchObject({ id: cart.payment_session.id, amount: 2400 })
  const [line] = cart.items
  expect((await change(cart, line, { quantity: 3 })).body.cart.payment_session.amount).toBe(3600)
  const emptied = (await remove(cart, line)).body.cart
  expect(emptied.payment_sessions).toEqual([])
  expect(emptied).not.toHaveProperty('payment_session')
})

test('a quantity beyond the maximum is rejected', async () => {
  const { variants } = await shop.given.product({
    variants: [{ title: 'V', manage_inventory: false, prices: euros(1), options: [{ value: 'V' }] }],
  })
  const cart = await emptyCart()
  const tooMany = 'quantity must not be greater than 1000000'
  await expectError(add(cart, variants[0], 1_000_001), 400, 'invalid_data', tooMany)
  const items = [{ variant_id: variants[0].id, quantity: 3_000_000_000 }]
  await expectError(shop.post('/store/carts', { region_id: region.id, items }), 400, 'invalid_data', tooMany)
  expect((await add(cart, variants[0], 1_000_000)).status).toBe(200)
})
