import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDeliveredLine, refundClaimBody } from '#test/support/delivered-line.ts'
import { expectError } from '#test/support/expect-error.ts'
import { addressIn, expectSuccess } from '#test/support/factories.ts'
import type { Region, ShippingOption } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Postal codes and phone numbers may be JSON numbers in every address input. The shop stores them as text. */

let shop: TestShop
let region: Region
let option: ShippingOption
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
  option = await shop.given.shippingOption(region)
})
afterAll(() => shop[Symbol.asyncDispose]())

const numbers = { postal_code: 1015, phone: 4_915_112_345_678 }
const texts = { postal_code: '1015', phone: '4915112345678' }
const numbered = () => ({ ...addressIn(region), ...numbers })

test('a cart stores numeric postal codes and phone numbers as text', async () => {
  const { id } = await shop.given.cart({ region })
  const addresses = { shipping_address: numbered(), billing_address: numbered() }
  const { cart } = await expectSuccess(shop.post(`/store/carts/${id}`, addresses))
  expect(cart).toMatchObject({ shipping_address: texts, billing_address: texts })
})

test('a customer stores numeric postal codes and phone numbers as text', async () => {
  const customer = await shop.given.customer()
  const saving = customer.post('/store/customers/me/addresses', { address: numbered() })
  const [saved] = (await expectSuccess(saving)).customer.shipping_addresses
  expect(saved).toMatchObject(texts)
  const changing = customer.post(`/store/customers/me/addresses/${saved.id}`, { postal_code: 20_095, phone: 0 })
  const [changed] = (await expectSuccess(changing)).customer.shipping_addresses
  expect(changed).toMatchObject({ postal_code: '20095', phone: '0' })
  const { customer: me } = await expectSuccess(customer.post('/store/customers/me', { billing_address: numbered() }))
  expect(me.billing_address).toMatchObject(texts)
})

test('an order, a draft order and a claim store numeric postal codes and phone numbers as text', async () => {
  const sale = await createDeliveredLine(shop, { region })
  const addresses = { shipping_address: numbers, billing_address: numbers }
  const { order } = await expectSuccess(shop.admin.post(`/admin/orders/${sale.order.id}`, addresses))
  expect(order).toMatchObject({ shipping_address: texts, billing_address: texts })
  const drafting = shop.admin.post('/admin/draft-orders', {
    email: 'ada@example.com',
    region_id: region.id,
    items: [{ title: 'Engraving', unit_price: 250, quantity: 1 }],
    shipping_methods: [{ option_id: option.id }],
    shipping_address: numbered(),
    billing_address: numbered(),
  })
  expect((await expectSuccess(drafting)).draft_order.cart).toMatchObject({
    shipping_address: texts,
    billing_address: texts,
  })
  const spare = await shop.given.variant()
  const claim = refundClaimBody(sale, {
    type: 'replace',
    additional_items: [{ variant_id: spare.id, quantity: 1 }],
    shipping_methods: [{ option_id: option.id, price: 0 }],
    shipping_address: numbers,
  })
  const [claimed] = (await expectSuccess(shop.admin.post(sale.path, claim))).order.claims
  expect(claimed.shipping_address).toMatchObject(texts)
})

test('a negative or fractional number is rejected', async () => {
  const customer = await shop.given.customer()
  for (const postal_code of [-1, 10.5, 1e21, true]) {
    const saving = customer.post('/store/customers/me/addresses', { address: { ...numbered(), postal_code } })
    await expectError(saving, 400, 'invalid_data', 'postal_code must be a string')
  }
  const phone = { address: { ...numbered(), phone: 0.5 } }
  const saving = customer.post('/store/customers/me/addresses', phone)
  await expectError(saving, 400, 'invalid_data', 'phone must be a string')
})
