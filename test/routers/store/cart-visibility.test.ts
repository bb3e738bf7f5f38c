import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { Cart, Order, Region, Variant } from '#test/support/resources.ts'
import { type Caller, openTestShop, type TestShop } from '#test/support/shop.ts'

/* A caller who knows the id of a cart or order can read it, but not its customer's account. */

let shop: TestShop
let region: Region
let variant: Variant
let ada: Caller & { id: string; email: string }
let bob: typeof ada
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
  variant = await shop.given.variant()
  ada = await shop.given.customer()
  bob = await shop.given.customer()
  await expectSuccess(ada.post('/store/customers/me', profile))
})
afterAll(() => shop[Symbol.asyncDispose]())

const profile = { first_name: 'Ada', last_name: 'Byron', phone: '0123', metadata: { note: 'likes looms' } }
const otherCallers = () => [shop, bob]

describe('the customer of a cart', () => {
  const cartOf = (reply: { cart: Cart }) => reply.cart
  let cart: Cart
  beforeAll(async () => {
    cart = await shop.given.cart({ region, lines: [[variant, 1]] })
    await expectSuccess(ada.get(`/store/carts/${cart.id}`))
  })

  const answers = (caller: Caller): Promise<{ cart: Cart }>[] => [
    expectSuccess(caller.get(`/store/carts/${cart.id}?expand=customer`)),
    expectSuccess(caller.post(`/store/carts/${cart.id}/line-items`, { variant_id: variant.id, quantity: 1 })),
    expectSuccess(caller.post(`/store/carts/${cart.id}/payment-sessions`)),
  ]

  test('a cart includes its customer for this customer', async () => {
    for (const answer of answers(ada))
      expect(cartOf(await answer)).toMatchObject({ customer: { id: ada.id, email: ada.email, ...profile } })
  })

  test('a cart does not include its customer for other callers', async () => {
    for (const caller of otherCallers())
      for (const answer of answers(caller)) {
        const cartOrCustomer = cartOf(await answer)
        expect(cartOrCustomer.customer).toBeNull()
        expect(JSON.stringify(cartOrCustomer)).not.toContain('likes looms')
      }
  })
})

test('a cart with a guest includes only the email of the guest', async () => {
  const email = 'grace@example.com'
  const cart = await shop.given.cart({ region, lines: [[variant, 1]] })
  const { customer_id } = (await expectSuccess(shop.post(`/store/carts/${cart.id}`, { email }))).cart
  await expectSuccess(shop.admin.post(`/admin/customers/${customer_id}`, profile))
  const cartOrCustomer = (await expectSuccess(shop.get(`/store/carts/${cart.id}?expand=customer`))).cart.customer
  const hidden = { first_name: null, last_name: null, phone: null, metadata: null }
  expect(cartOrCustomer).toMatchObject({ id: customer_id, email, has_account: false, ...hidden })
})

describe('personal data in a cart', () => {
  const PERSONAL = ['customer.groups', 'customer.shipping_addresses', 'customer.orders']
  let cart: Cart
  let order: Order
  beforeAll(async () => {
    const { customer_group } = await expectSuccess(shop.admin.post('/admin/customer-groups', { name: 'Weavers' }))
    const customer_ids = { customer_ids: [{ id: ada.id }] }
    await expectSuccess(shop.admin.post(`/admin/customer-groups/${customer_group.id}/customers/batch`, customer_ids))
    const country_code = region.countries[0].iso_2
    const place = { address_1: 'Main Street 1', city: 'Town', postal_code: '1000', country_code }
    await expectSuccess(
      ada.post('/store/customers/me/addresses', { address: { ...place, first_name: 'A', last_name: 'B' } }),
    )
    order = await shop.given.order({ region, lines: [[variant, 1]], by: ada })
    cart = await shop.given.cart({ region, lines: [[variant, 1]], by: ada })
  })

  const readCart = (caller: Caller, query: string) => caller.get(`/store/carts/${cart.id}?${query}`)

  test('a cart expands personal data for its customer', async () => {
    const { customer, items } = (
      await expectSuccess(readCart(ada, `expand=${PERSONAL},customer.orders.items,items.cart`))
    ).cart
    expect(customer).toMatchObject({
      ...profile,
      groups: [{ name: 'Weavers' }],
      shipping_addresses: [{ address_1: 'Main Street 1' }],
      orders: [{ id: order.id, items: [{ variant_id: variant.id }] }],
    })
    expect(items).toMatchObject([{ total: 1200, cart: { object: 'cart', id: cart.id, email: ada.email } }])
    expect((await expectSuccess(readCart(ada, 'fields=*customer.groups'))).cart.customer).toMatchObject({
      groups: [{}],
    })
  })

  test('a cart does not expand personal data for other callers', async () => {
    for (const path of PERSONAL) {
      const message = `Only the customer of the cart can expand [${path}]. Log in as this customer.`
      for (const caller of otherCallers())
        for (const query of [`expand=${path}`, `fields=*${path}`])
          await expectError(readCart(caller, query), 400, 'not_allowed', message)
    }
  })

  test('a cart without a customer expands no personal data', async () => {
    const open = await shop.given.cart({ region, lines: [[variant, 1]] })
    for (const path of PERSONAL)
      expect((await expectSuccess(shop.get(`/store/carts/${open.id}?expand=${path}`))).cart.customer).toBeNull()
  })

  test('the cart of a line does not include the customer', async () => {
    expect((await expectSuccess(readCart(shop, 'expand=items.cart'))).cart.items[0].cart).toMatchObject({ id: cart.id })
    const message = 'Requested fields [items.cart.customer] are not valid'
    await expectError(readCart(ada, 'expand=items.cart.customer'), 400, 'invalid_data', message)
  })
})

describe('the customer of an order', () => {
  let paths: string[]
  beforeAll(async () => {
    const { id, cart_id, display_id } = await shop.given.order({ region, lines: [[variant, 1]], by: ada })
    paths = [id, `cart/${cart_id}`].map((path) => `/store/orders/${path}?`)
    paths.push(`/store/orders?display_id=${display_id}&email=${encodeURIComponent(ada.email)}&`)
  })

  const queries = ['', 'expand=customer', 'expand=customer&fields=customer.first_name', 'fields=*customer']

  test('an order includes its customer for this customer', async () => {
    for (const path of paths)
      for (const query of queries)
        expect((await expectSuccess(ada.get(path + query))).order.customer).toMatchObject({ first_name: 'Ada' })
  })

  test('an order does not include its customer for other callers', async () => {
    for (const caller of otherCallers())
      for (const path of paths)
        for (const query of queries) {
          const { order } = await expectSuccess(caller.get(path + query))
          expect(order).toMatchObject({ total: 1200, customer: null })
        }
  })
})
