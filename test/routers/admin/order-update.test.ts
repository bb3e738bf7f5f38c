import { afterAll, beforeAll, expect, test } from 'vitest'
import { Order } from '#entities/orders/order/order.ts'
import { Address } from '#entities/people/customer/address.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectError } from '#test/support/expect-error.ts'
import { addressIn, expectSuccess } from '#test/support/factories.ts'
import type { Identified, Order as PlacedOrder, Region, ShippingOption } from '#test/support/resources.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let region: Region
let option: ShippingOption
let order: PlacedOrder
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
  option = await shop.given.shippingOption(region)
  order = await shop.given.order({ region, option })
})
afterAll(() => shop[Symbol.asyncDispose]())

const send = (body: object, { id }: Identified = order) => shop.admin.post(`/admin/orders/${id}`, body)
const update = async (body: object) => (await expectSuccess(send(body))).order
const read = async () => (await expectSuccess(shop.admin.get(`/admin/orders/${order.id}`))).order

test('an update changes the customer, email and addresses of an order', async () => {
  const { id: customer_id } = await shop.given.customer()
  const changed = await update({
    email: 'New@Example.com',
    shipping_address: { city: 'Elsewhere', country_code: region.countries[0].iso_2.toUpperCase() },
    billing_address: { last_name: 'Lovelace' },
    customer_id,
    no_notification: true,
  })
  expect(changed).toMatchObject({ email: 'new@example.com', customer_id, no_notification: true })
  expect(changed.shipping_address).toMatchObject({ ...addressIn(region), city: 'Elsewhere' })
  expect(changed.billing_address).toMatchObject({ ...addressIn(region), last_name: 'Lovelace' })
})

test('an address can be corrected after its region is deleted', async () => {
  const deleted = await shop.given.region()
  const old = await shop.given.order({ region: deleted })
  const { country_code } = old.shipping_address
  await expectSuccess(shop.admin.delete(`/admin/regions/${deleted.id}`))
  const moved = await expectSuccess(send({ shipping_address: { city: 'Elsewhere', country_code } }, old))
  expect(moved.order.shipping_address).toMatchObject({ ...addressIn(deleted), city: 'Elsewhere' })
  const elsewhere = { shipping_address: { country_code: region.countries[0].iso_2 } }
  await expectError(send(elsewhere, old), 400, 'invalid_data', 'Shipping country must be in the order region')
})

test('a correction of a shared address changes only the order', async () => {
  const email = 'shared@example.com'
  const sold = await shop.given.order({ region, option, email })
  const { shipping_address } = sold
  const ids = { billing_address_id: shipping_address.id, shipping_address_id: shipping_address.id }
  await changeRows(shop, Order, { id: sold.id }, ids)
  const billed = await expectSuccess(send({ billing_address: { city: 'Billed' } }, sold))
  expect(billed.order).toMatchObject({
    billing_address: { ...addressIn(region), city: 'Billed' },
    shipping_address: { id: shipping_address.id, city: shipping_address.city },
  })
  const { customer_id } = sold
  await changeRows(shop, Address, { id: shipping_address.id }, { customer_id })
  const sent = await expectSuccess(send({ shipping_address: { address_1: '<script>alert(1)</script>' } }, sold))
  expect(sent.order.shipping_address).toMatchObject({ ...addressIn(region), address_1: '<script>alert(1)</script>' })
  expect(sent.order.shipping_address_id).not.toBe(shipping_address.id)
  const { customer } = await expectSuccess(shop.admin.get(`/admin/customers/${customer_id}?expand=shipping_addresses`))
  expect(customer.shipping_addresses).toMatchObject([
    { id: shipping_address.id, address_1: addressIn(region).address_1 },
  ])
})

test('two corrections at the same time both arrive', async () => {
  const sold = await shop.given.order({ region, option })
  const bodies = [
    { email: 'second@example.com' },
    { shipping_address: { city: 'Second' } },
    { billing_address: { city: 'Third' } },
  ]
  await Promise.all(bodies.map((body) => expectSuccess(send(body, sold))))
  const { order: corrected } = await expectSuccess(shop.admin.get(`/admin/orders/${sold.id}`))
  expect(corrected).toMatchObject({
    email: 'second@example.com',
    shipping_address: { city: 'Second' },
    billing_address: { city: 'Third' },
    total: sold.total,
    tax_total: sold.tax_total,
  })
})

test('an update without values changes nothing', async () => {
  const before = await read()
  expect(await update({ email: null, shipping_address: null, no_notification: null })).toEqual(before)
  expect(await update({ email: before.email })).toEqual(before)
})

test('an update is rejected for another region or an unknown customer', async () => {
  const other = await shop.given.region()
  const elsewhere = { shipping_address: { country_code: other.countries[0].iso_2 } }
  await expectError(send(elsewhere), 400, 'invalid_data', 'Shipping country must be in the order region')
  const unknownCustomer = 'Customer with customer_id cus_no does not exist.'
  await expectError(send({ customer_id: 'cus_no', email: 'x@example.com' }), 404, 'not_found', unknownCustomer)
  expect((await read()).email).not.toBe('x@example.com')
})

test('an update of the items, payments, metadata or status is rejected', async () => {
  await expectError(send({ items: [{}] }), 400, 'not_allowed', 'The items of an order cannot be changed')
  await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/capture`))
  const processed = "Can't update shipping, billing, items and payment method when order is processed"
  for (const body of [{ items: [{}] }, { payment_method: { provider_id: 'manual' } }])
    await expectError(send(body), 400, 'not_allowed', processed)
  for (const name of ['metadata', 'status'])
    await expectError(send({ [name]: {} }), 400, 'invalid_data', `property ${name} should not exist`)
  await expectError(send({ email: 'nobody' }), 400, 'invalid_data', 'email must be an email')
})

test('a new shipping method replaces the one with the same profile', async () => {
  const cheap = await shop.given.shippingOption(region, { amount: 200 })
  const choose = async (body: object) =>
    (await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/shipping-methods`, body))).order
  const changed = await choose({ option_id: cheap.id, price: 100 })
  expect(changed.shipping_methods).toMatchObject([
    { shipping_option_id: cheap.id, price: 100, tax_total: 20, total: 120, tax_lines: [{ rate: 20 }] },
  ])
  expect(changed).toMatchObject({ shipping_total: 100, shipping_tax_total: 20, total: 1320 })
  const replies = await Promise.all([50, 60].map((price) => choose({ option_id: option.id, price })))
  expect(replies.map(({ shipping_methods }) => shipping_methods.length)).toEqual([1, 1])
  expect((await read()).shipping_methods).toHaveLength(1)
})

test('a new shipping method is taxed even if the region does not tax automatically', async () => {
  const untaxed = await shop.given.region({ automatic_taxes: false })
  const untaxedOption = await shop.given.shippingOption(untaxed)
  const { id, shipping_methods } = await shop.given.order({ region: untaxed, option: untaxedOption })
  expect(shipping_methods).toMatchObject([{ price: 500, tax_total: 100 }])
  const body = { option_id: untaxedOption.id, price: 300 }
  const { order: changed } = await expectSuccess(shop.admin.post(`/admin/orders/${id}/shipping-methods`, body))
  expect(changed.shipping_methods).toMatchObject([{ price: 300, tax_total: 60, total: 360 }])
})

test('an order accepts only outbound shipping options of its region', async () => {
  const choose = (option_id: string, price: unknown = 1) =>
    shop.admin.post(`/admin/orders/${order.id}/shipping-methods`, { option_id, price })
  await expectError(choose('so_no'), 404, 'not_found', 'Shipping Option with so_no was not found')
  const foreign = await shop.given.shippingOption(await shop.given.region())
  const text = "The shipping option is not available in the order's region"
  await expectError(choose(foreign.id), 400, 'invalid_data', text)
  const back = await shop.given.shippingOption(region, { is_return: true })
  await expectError(choose(back.id), 400, 'invalid_data', 'The shipping option can only be used for returns')
  await expectError(choose(option.id, -1), 400, 'invalid_data', 'price must not be less than 0')
})

test('a canceled order cannot be updated', async () => {
  const canceled = await shop.given.order({ region, option })
  await expectSuccess(shop.admin.post(`/admin/orders/${canceled.id}/cancel`))
  await expectError(
    send({ email: 'a@example.com' }, canceled),
    400,
    'not_allowed',
    'A canceled order cannot be updated',
  )
  const shipping = shop.admin.post(`/admin/orders/${canceled.id}/shipping-methods`, { option_id: option.id, price: 1 })
  await expectError(shipping, 400, 'not_allowed', 'A shipping method cannot be added to a canceled order')
  await expectError(send({}, { id: 'order_no' }), 404, 'not_found', 'Order with id: order_no was not found')
})
