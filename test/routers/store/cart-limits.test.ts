import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { Address } from '#entities/people/customer/address.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity, orderActions } from '#test/support/order-actions.ts'
import type { Identified, Region, Variant } from '#test/support/resources.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

/* Limits on the size of carts, addresses and customers. */

const GROWTH = { lines: 3, lineMetadata: 100, metadata: 1000 }
const TOO_MANY = [400, 'invalid_data', 'A cart must not have more than 3 lines'] as const
const tooLarge = (label: string, bytes: number) =>
  [400, 'invalid_data', `${label} must not be larger than ${bytes} bytes`] as const

let shop: TestShop
let region: Region
let variant: Variant
let ada: Caller & { id: string }
beforeAll(async () => {
  shop = await openTestShop({ config: { growth: GROWTH } })
  region = await shop.given.region()
  variant = await shop.given.variant()
  ada = await shop.given.customer()
})
afterAll(() => shop[Symbol.asyncDispose]())

/** Different metadata prevents merging. */
const line = (note: unknown) => ({ variant_id: variant.id, quantity: 1, metadata: { note } })
const linesOf = async ({ id }: Identified) => (await expectSuccess(shop.get(`/store/carts/${id}`))).cart.items
const countOf = async (table: string) =>
  (await shop.orm.em.fork().execute(`select count(*)::int as rows from ${table}`))[0]?.rows

describe('the lines of a cart', () => {
  const createCart = (items: object[]) => shop.post('/store/carts', { region_id: region.id, items })

  test('a cart rejects lines beyond the limit', async () => {
    const { cart } = await expectSuccess(createCart([1, 2, 3].map(line)))
    const add = (note: unknown) => shop.post(`/store/carts/${cart.id}/line-items`, line(note))
    await expectError(add(4), ...TOO_MANY)
    expect(await linesOf(cart)).toHaveLength(3)
    // An equal line only increases the quantity.
    await expectSuccess(add(3))
    expect((await linesOf(cart)).map((item) => item.quantity)).toEqual([1, 1, 2])
  })

  test('a new cart counts its lines after merging them and is not stored with too many', async () => {
    await expectSuccess(createCart([1, 2, 3, 1, 2, 3].map(line)))
    const before = await countOf('cart')
    await expectError(createCart([1, 2, 3, 4].map(line)), ...TOO_MANY)
    expect(await countOf('cart')).toBe(before)
  })

  test('the metadata of a line is limited in new and existing carts', async () => {
    const refusal = tooLarge('metadata', 100)
    const large = 'ü'.repeat(50)
    await expectError(createCart([line(large)]), ...refusal)
    const { cart } = await expectSuccess(createCart([line('a'.repeat(50))]))
    await expectError(shop.post(`/store/carts/${cart.id}/line-items`, line(large)), ...refusal)
    const path = `/store/carts/${cart.id}/line-items/${cart.items[0].id}`
    await expectError(shop.post(path, { quantity: 2, metadata: { more: 'a'.repeat(50) } }), ...refusal)
    const { metadata, quantity } = (await linesOf(cart))[0]
    expect({ metadata, quantity }).toEqual({ metadata: { note: 'a'.repeat(50) }, quantity: 1 })
  })

  test('lines of a cart beyond the limits can be changed and removed', async () => {
    const { cart } = await expectSuccess(createCart([1, 2, 3].map(line)))
    const [first, second] = cart.items
    await changeRows(shop, LineItem, { cart_id: cart.id }, { metadata: { a: 'a'.repeat(200) } })
    await expectSuccess(shop.post(`/store/carts/${cart.id}/line-items/${first.id}`, { quantity: 5 }))
    await expectSuccess(shop.delete(`/store/carts/${cart.id}/line-items/${second.id}`))
    expect(await linesOf(cart)).toHaveLength(2)
  })

  test('draft orders have no line limit', async () => {
    const shipping_methods = [{ option_id: (await shop.given.shippingOption(region)).id }]
    const body = { email: 'ada@example.com', region_id: region.id, items: [1, 2, 3, 4].map(line), shipping_methods }
    expect((await expectSuccess(shop.admin.post('/admin/draft-orders', body))).draft_order.cart.items).toHaveLength(4)
  })

  test('a swap rejects lines beyond the limit', async () => {
    const orders = orderActions(() => shop)
    const order = await orders.placeCapturedOrder({ region, option: await shop.given.shippingOption(region) })
    await orders.fulfillFirstLine(order)
    const items = [1, 2, 3, 4].map(() => ({ variant_id: variant.id, quantity: 1 }))
    const body = { order_id: order.id, return_items: firstLineQuantity(order, 1), additional_items: items }
    await expectError(shop.post('/store/swaps', body), ...TOO_MANY)
    expect(
      (await expectSuccess(shop.post('/store/swaps', { ...body, additional_items: items.slice(1) }))).swap.order_id,
    ).toBe(order.id)
  })
})

describe('the data of a customer', () => {
  const half = 'a'.repeat(600)

  test.each([
    'billing_address',
    'shipping_address',
  ] as const)('the metadata of the %s of a cart is limited', async (kind) => {
    const { id } = await shop.given.cart({ region, lines: [[variant, 1]] })
    const set = (metadata: object) => shop.post(`/store/carts/${id}`, { [kind]: { metadata } })
    await expectSuccess(set({ one: half }))
    await expectError(set({ two: half }), ...tooLarge(`metadata of ${kind}`, 1000))
    expect((await expectSuccess(shop.get(`/store/carts/${id}`))).cart[kind].metadata).toEqual({ one: half })
  })

  test('the context of a cart is limited', async () => {
    const context = { one: half }
    const { cart } = await expectSuccess(shop.post('/store/carts', { region_id: region.id, context }))
    await expectError(shop.post(`/store/carts/${cart.id}`, { context: { two: half } }), ...tooLarge('context', 1000))
    await expectError(shop.post('/store/carts', { context: { one: half, two: half } }), ...tooLarge('context', 1000))
    expect((await expectSuccess(shop.get(`/store/carts/${cart.id}`))).cart.context).toMatchObject(context)
  })

  test('the metadata of a customer is limited', async () => {
    const change = (metadata: object) => ada.post('/store/customers/me', { metadata })
    await expectSuccess(change({ one: half }))
    await expectError(change({ two: half }), ...tooLarge('metadata', 1000))
    const bill = (metadata: object) => ada.post('/store/customers/me', { billing_address: { metadata } })
    await expectSuccess(bill({ one: half }))
    await expectError(bill({ two: half }), ...tooLarge('metadata of billing_address', 1000))
    const { customer } = await expectSuccess(ada.get('/store/customers/me'))
    expect([customer.metadata, customer.billing_address.metadata]).toEqual([{ one: half }, { one: half }])
  })

  const place = (street: string, metadata: object = {}) => ({
    ...{ first_name: 'Ada', last_name: 'Byron', address_1: street, city: 'Town', postal_code: '1000', metadata },
    country_code: region.countries[0].iso_2,
  })
  const save = (address: object, by: Caller = ada) => by.post('/store/customers/me/addresses', { address })

  test('the metadata of a saved address is limited', async () => {
    await expectError(save(place('Main Street', { one: half, two: half })), ...tooLarge('metadata', 1000))
    const { customer } = await expectSuccess(save(place('Main Street', { one: half })))
    const { id } = customer.shipping_addresses[0]
    const change = ada.post(`/store/customers/me/addresses/${id}`, { metadata: { two: half } })
    await expectError(change, ...tooLarge('metadata', 1000))
  })

  test('a customer can save at most a hundred addresses', async () => {
    const bob = await shop.given.customer()
    const em = shop.orm.em.fork()
    for (let n = 1; n < 100; n++) em.create(Address, { customer_id: bob.id, address_1: `Street ${n}` })
    await em.flush()
    await expectSuccess(save(place('Main Street'), bob))
    const message = 'A customer can save at most 100 addresses. Delete an address first.'
    await expectError(save(place('Side Street'), bob), 400, 'not_allowed', message)
    const { customer } = await expectSuccess(save(place('Main Street'), bob))
    expect(customer.shipping_addresses).toHaveLength(100)
  })

  test('the data of a payment session is limited', async () => {
    const { id } = await shop.given.payableCart({ region, lines: [[variant, 1]] })
    const send = (data: object) => shop.post(`/store/carts/${id}/payment-sessions/manual`, { data })
    await expectSuccess(send({ one: 'a'.repeat(40_000) }))
    const message = 'The data of a payment session must not be larger than 65536 bytes'
    await expectError(send({ two: 'a'.repeat(40_000) }), 400, 'invalid_data', message)
  })
})
