import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventNamesOf } from '#test/support/events.ts'
import { expectError } from '#test/support/expect-error.ts'
import { addressIn, expectSuccess } from '#test/support/factories.ts'
import type { Reply } from '#test/support/reply.ts'
import type { DraftOrder, Region, ShippingOption, Variant } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
let option: ShippingOption
let variant: Variant
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region({ countries: 2 })
  option = await shop.given.shippingOption(region, { amount: 500 })
  variant = await shop.given.variant({ prices: [1000], stock: 10 })
})
afterAll(() => shop[Symbol.asyncDispose]())

const path = '/admin/draft-orders'
const draftIn = async (reply: Promise<Reply<{ draft_order: DraftOrder }>>) => (await expectSuccess(reply)).draft_order
const bodyOf = (over: object = {}) => ({
  email: 'Ada@Example.com',
  region_id: region.id,
  items: [{ variant_id: variant.id, quantity: 2 }],
  shipping_methods: [{ option_id: option.id }],
  ...over,
})
const draft = (over?: object) => draftIn(shop.admin.post(path, bodyOf(over)))
const line = (id: string, body: object, line_id = '') =>
  draftIn(shop.admin.post(`${path}/${id}/line-items${line_id && `/${line_id}`}`, body))

describe('creating a draft order', () => {
  test('a draft is a cart for a guest with the prices of the catalogue', async () => {
    const createdDraft = await draft({ no_notification_order: true, metadata: { by: 'phone' } })
    expect(createdDraft).toMatchObject({
      status: 'open',
      order_id: null,
      order: null,
      no_notification_order: true,
      metadata: { by: 'phone' },
      cart: {
        type: 'draft_order',
        metadata: { by: 'phone' },
        email: 'ada@example.com',
        customer: { email: 'ada@example.com', has_account: false },
        items: [{ variant_id: variant.id, unit_price: 1000, quantity: 2, subtotal: 2000 }],
        shipping_methods: [{ shipping_option_id: option.id, price: 500 }],
        subtotal: 2000,
        shipping_total: 500,
        tax_total: 500,
        total: 3000,
      },
    })
    expect(createdDraft.display_id).toEqual(expect.any(Number))
    expect(await draftIn(shop.admin.get(`${path}/${createdDraft.id}`))).toEqual(createdDraft)
  })

  test('a draft accepts custom prices, lines, shipping, addresses and discounts', async () => {
    const { code } = await shop.given.discount(region, { value: 10 })
    const hidden = await shop.given.shippingOption(region, { admin_only: true })
    const unpublished = await shop.given.variant({ status: 'draft', prices: [700] })
    const createdDraft = await draft({
      items: [
        { variant_id: variant.id, quantity: 2, unit_price: 900 },
        { variant_id: unpublished.id, quantity: 1 },
        { title: 'Engraving', unit_price: 250, quantity: 1, metadata: { text: 'A' } },
        { quantity: 3 },
      ],
      shipping_methods: [{ option_id: option.id }, { option_id: hidden.id, price: 123 }],
      shipping_address: { ...addressIn(region), country_code: region.countries[0].iso_2.toUpperCase() },
      discounts: [{ code }],
    })
    const { cart } = createdDraft
    expect(cart.items.map((item) => [item.title, item.unit_price, item.quantity, item.discount_total])).toEqual([
      [expect.any(String), 900, 2, 180],
      [expect.any(String), 700, 1, 70],
      ['Engraving', 250, 1, 0],
      ['Custom item', 0, 3, 0],
    ])
    expect(cart.shipping_methods.map(({ price }) => price)).toEqual([123])
    const { iso_2, display_name } = region.countries[0]
    expect(cart.shipping_address).toMatchObject({ ...addressIn(region), country: { iso_2, display_name } })
    expect([cart.billing_address, cart.metadata]).toEqual([null, {}])
    expect(cart).toMatchObject({ subtotal: 2750, discount_total: 250, shipping_total: 123 })
  })

  test('a draft belongs to the given customer and copies a saved address', async () => {
    const customer = await shop.given.customer()
    const { customer: saved } = await expectSuccess(
      customer.post('/store/customers/me/addresses', { address: addressIn(region) }),
    )
    const [address] = saved.shipping_addresses
    const createdDraft = await draft({ customer_id: customer.id, billing_address: address.id })
    expect(createdDraft.cart).toMatchObject({ customer_id: customer.id, email: customer.email })
    const { iso_2 } = region.countries[0]
    expect(createdDraft.cart.billing_address).toMatchObject({ ...addressIn(region), country: { iso_2 } })
    expect(createdDraft.cart.billing_address_id).not.toBe(address.id)
  })

  test('a draft may have no lines at first', async () => {
    const empty = await draft({ items: [] })
    expect((await draft({ items: undefined })).cart.items).toEqual([])
    const nothing = 'Cannot create order from empty cart'
    await expectError(shop.admin.post(`${path}/${empty.id}/pay`, {}), 400, 'invalid_data', nothing)
    const { cart } = await line(empty.id, { variant_id: variant.id, quantity: 1 })
    expect(cart).toMatchObject({ items: [{ quantity: 1 }], subtotal: 1000 })
  })

  test('an invalid draft is rejected and not stored', async () => {
    const { count } = await expectSuccess(shop.admin.get(path))
    const elsewhere = await shop.given.shippingOption(await shop.given.region())
    const returnOption = await shop.given.shippingOption(region, { is_return: true })
    expect((await shop.post(path, bodyOf())).status).toBe(401)
    const inv = 'invalid_data'
    const refusals: [object, number, string, string][] = [
      [{ shipping_methods: [] }, 400, inv, 'shipping_methods should not be empty'],
      [{ email: 'x' }, 400, inv, 'email must be an email'],
      [{ items: [{ quantity: 0 }] }, 400, inv, 'quantity must not be less than 1'],
      [{ items: [{ quantity: 1, unit_price: -1 }] }, 400, inv, 'unit_price must not be less than 0'],
      [
        { status: 'completed' },
        400,
        'not_allowed',
        'A draft order cannot be completed directly. Pay it with POST /admin/draft-orders/{id}/pay.',
      ],
      [{ region_id: 'reg_no' }, 404, 'not_found', 'Region with reg_no was not found'],
      [{ customer_id: 'cus_no' }, 404, 'not_found', 'Customer with id: cus_no was not found'],
      [{ billing_address: 'addr_no' }, 404, 'not_found', 'Address with id addr_no was not found'],
      [{ discounts: [{ code: 'NO' }] }, 404, 'not_found', 'Discounts with code [NO] was not found'],
      [{ shipping_methods: [{ option_id: 'so_no' }] }, 404, 'not_found', 'Shipping Option with so_no was not found'],
      [
        { shipping_methods: [{ option_id: returnOption.id }] },
        400,
        'not_allowed',
        'The shipping option can only be used for returns',
      ],
      [
        { shipping_methods: [{ option_id: elsewhere.id }] },
        400,
        inv,
        "The shipping option is not available in the cart's region",
      ],
      [
        { items: [{ variant_id: 'variant_no', quantity: 1 }] },
        400,
        inv,
        'Unable to generate the line items, some variant has not been found: variant_no',
      ],
    ]
    for (const [over, ...refusal] of refusals) await expectError(shop.admin.post(path, bodyOf(over)), ...refusal)
    const message = `Variant with id: ${variant.id} does not have the required inventory`
    const tooMany = bodyOf({ items: [{ variant_id: variant.id, quantity: 11 }] })
    await expectError(shop.admin.post(path, tooMany), 400, 'not_allowed', message, 'insufficient_inventory')
    expect((await expectSuccess(shop.admin.get(path))).count).toBe(count)
  })
})

describe('lines of a draft order', () => {
  test('the shipping of a draft is replaced, also after a change of its region', async () => {
    const { id } = await draft({ shipping_methods: [{ option_id: option.id, price: 50 }] })
    const update = (body: object) => shop.admin.post(`/admin/draft-orders/${id}`, body)
    const ship = async (...shipping_methods: object[]) =>
      (await expectSuccess(update({ shipping_methods }))).draft_order.cart.shipping_methods
    const other = await shop.given.shippingOption(region, { amount: 700 })
    expect(await ship({ option_id: other.id })).toMatchObject([{ shipping_option_id: other.id, price: 700 }])
    expect(await ship({ option_id: option.id, price: 0 })).toMatchObject([{ price: 0 }])
    const elsewhere = await shop.given.region({ currency_code: 'eur' })
    const away = await shop.given.shippingOption(elsewhere, { amount: 900 })
    for (const shipping_methods of [[], [{ option_id: away.id }], [{ option_id: 'so_no' }]])
      expect((await update({ shipping_methods })).status).toBeGreaterThanOrEqual(400)
    expect((await expectSuccess(shop.admin.get(`/admin/draft-orders/${id}`))).draft_order.cart).toMatchObject({
      shipping_methods: [{ shipping_option_id: option.id, price: 0 }],
    })
    const moved = await expectSuccess(update({ region_id: elsewhere.id, shipping_methods: [{ option_id: away.id }] }))
    expect(moved.draft_order.cart).toMatchObject({
      region_id: elsewhere.id,
      shipping_methods: [{ price: 900 }],
    })
  })

  test('lines of a draft can be added, changed and removed without changing its shipping', async () => {
    const { id, cart } = await draft({ shipping_methods: [{ option_id: option.id, price: 50 }] })
    const [first] = cart.items
    const items = async (createdDraft: Promise<DraftOrder>) => {
      const { cart } = await createdDraft
      expect(cart.shipping_methods).toMatchObject([{ price: 50 }])
      return cart.items.map((item) => [item.title, item.unit_price, item.quantity])
    }
    const { title } = first
    expect(await items(line(id, { variant_id: variant.id, quantity: 1 }))).toEqual([[title, 1000, 3]])
    const expectedLine = [title, 1000, 3]
    expect(await items(line(id, { quantity: 1, unit_price: 70 }))).toEqual([expectedLine, ['Custom item', 70, 1]])
    expect(await items(line(id, { unit_price: 800, title: 'Special' }, first.id))).toEqual([
      ['Special', 800, 3],
      ['Custom item', 70, 1],
    ])
    expect(await items(line(id, { quantity: 4, metadata: { a: 1 } }, first.id))).toContainEqual(['Special', 800, 4])
    expect(await items(line(id, { variant_id: variant.id, quantity: 1 }))).toHaveLength(3)
    expect(await items(line(id, { quantity: 0 }, first.id))).toHaveLength(2)
    const deletion = shop.admin.delete(`${path}/${id}/line-items/${first.id}`)
    expect(await items(draftIn(deletion))).toEqual([
      ['Custom item', 70, 1],
      [title, 1000, 1],
    ])
  })

  test('a line is rejected if the draft, the line or the stock does not exist', async () => {
    const { id, cart } = await draft()
    const to = `${path}/${id}/line-items`
    const missing = 'Draft order with dorder_no was not found'
    await expectError(shop.admin.post(`${path}/dorder_no/line-items`, { quantity: 1 }), 404, 'not_found', missing)
    await expectError(
      shop.admin.post(`${to}/item_no`, { quantity: 1 }),
      400,
      'invalid_data',
      'Could not find the line item',
    )
    const short = "Inventory doesn't cover the desired quantity"
    const body = { quantity: 11, unit_price: 1 }
    await expectError(
      shop.admin.post(`${to}/${cart.items[0].id}`, body),
      400,
      'not_allowed',
      short,
      'insufficient_inventory',
    )
    expect((await draftIn(shop.admin.get(`${path}/${id}`))).cart.items).toEqual(cart.items)
  })
})

test('an update changes the customer, address and discounts of a draft', async () => {
  const { id } = await draft({ items: [{ variant_id: variant.id, quantity: 1, unit_price: 600 }] })
  const customer = await shop.given.customer()
  const { code } = await shop.given.discount(region, { type: 'fixed', value: 100 })
  const update = (body: object) => draftIn(shop.admin.post(`${path}/${id}`, body))
  const shipping_address = addressIn(region)
  const changed = await update({ customer_id: customer.id, shipping_address, discounts: [{ code }] })
  expect(changed.cart).toMatchObject({ customer_id: customer.id, shipping_address, subtotal: 600, discount_total: 100 })
  expect((await update({ email: 'New@Example.com', no_notification_order: true })).cart.email).toBe('new@example.com')
  expect((await update({ discounts: [] })).cart.discount_total).toBe(0)
  const away = { region_id: (await shop.given.region({ currency_code: 'eur' })).id }
  expect((await update(away)).cart).toMatchObject({ items: [{ unit_price: 600 }], shipping_methods: [] })
  const other = { region_id: (await shop.given.region({ currency_code: 'usd' })).id }
  const message = 'Custom prices in eur cannot be converted to usd'
  await expectError(shop.admin.post(`${path}/${id}`, other), 400, 'not_allowed', message)
  expect(await eventNamesOf(shop, { id })).toEqual(['draft_order.created', ...Array(4).fill('draft_order.updated')])
})

test('drafts can be filtered by status, email and number', async () => {
  const { code } = await shop.given.discount(region, { value: 50 })
  const email = 'found@example.com'
  const { id, display_id } = await draft({ email, discounts: [{ code }] })
  const list = async (query: string) => expectSuccess(shop.admin.get(`${path}?${query}`))
  for (const query of ['q=FOUND@', 'status[]=open&q=found']) {
    const { draft_orders, count } = await list(query)
    expect([draft_orders.map((one) => one.id), count]).toEqual([[id], 1])
  }
  const numbered = (await list(`q=${display_id}`)).draft_orders
  expect(numbered.map((one) => one.id)).toContain(id)
  expect((await list('status[]=completed&q=found')).count).toBe(0)
  const [listed] = (await list('q=found')).draft_orders
  expect(listed.cart.items).toMatchObject([{ variant_id: variant.id, adjustments: [{ amount: 1000 }] }])
  expect([listed.order, listed.cart.object]).toEqual([null, 'cart'])
  const [narrow] = (await list('q=found&expand=cart&fields=status,cart.email')).draft_orders
  expect(narrow).toEqual({ id, status: 'open', cart: { id: expect.any(String), email } })
  const message = 'status must be one of the following values: open, completed'
  const reply = await shop.admin.get(`${path}?status[]=x`)
  expect([reply.status, reply.body.message]).toEqual([400, `each value in ${message}`])
})

test('deleting a draft deletes its cart', async () => {
  const { id, cart_id } = await draft()
  const deletion = { id, object: 'draft-order', deleted: true }
  for (let time = 0; time < 2; time++) expect(await expectSuccess(shop.admin.delete(`${path}/${id}`))).toEqual(deletion)
  await expectError(shop.admin.get(`${path}/${id}`), 404, 'not_found', `Draft order with ${id} was not found`)
  await expectError(shop.admin.post(`${path}/${id}/pay`), 404, 'not_found', `Draft order with ${id} was not found`)
  expect((await shop.get(`/store/carts/${cart_id}`)).status).toBe(404)
})
