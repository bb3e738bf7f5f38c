import { afterAll, beforeAll, expect, test } from 'vitest'
import { createShopClient, type ShopClient, shopError } from '#client/index.ts'
import { expectReason } from '#test/support/expect-error.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
let admin: ShopClient['admin']
beforeAll(async () => {
  shop = await openTestShop()
  admin = createShopClient({ url: shop.url, token: shop.token }).admin
})
afterAll(() => shop[Symbol.asyncDispose]())

const fieldsOf = async (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable(),
    (error) => shopError(error)?.fields,
  )

test('an invalid input names its fields', async () => {
  const input = { title: 'Mug', variants: [{ title: 'Blue', prices: [{ currency_code: 'eur', amount: -1 }] }] }
  expect(await fieldsOf(admin.products.create.mutate(input))).toEqual([
    {
      path: 'variants.0.prices.0.amount',
      message: 'amount must not be less than 0',
      rule: { name: 'minimum', limit: 0 },
    },
  ])
})

test('a value that exists names its column', async () => {
  await shop.given.product({ handle: 'mug' })
  const fields = await fieldsOf(admin.products.create.mutate({ title: 'Mug', handle: 'mug' }))
  expect(fields).toEqual([{ path: 'handle', message: 'Product with handle mug already exists.' }])
})

test('a broken rule names its field', async () => {
  const { id, total, currency_code } = await shop.given.order()
  await admin.orders.capture.mutate({ id })
  const input = { id, amount: (total ?? 0) + 1, reason: 'other' as const }
  expect(await fieldsOf(admin.orders.refund.mutate(input))).toMatchObject([{ path: 'amount' }])
  const reason = { name: 'refund_too_large', refundable: total ?? 0, currency_code } as const
  await expectReason(admin.orders.refund.mutate(input), reason)
})

test('a broken rule has a reason with the values for its text, which REST leaves out', async () => {
  const { id, title } = await shop.given.product({ options: [{ title: 'Size' }] })
  const refused = await admin.products.addOption.mutate({ id, title: 'size' }).then(
    () => expect.unreachable(title),
    (error) => shopError(error),
  )
  expect(refused).toMatchObject({ type: 'duplicate_error', reason: { name: 'option_exists', title: 'size' } })
  const { body } = await shop.admin.post(`/admin/products/${id}/options`, { title: 'size' })
  expect(body).toEqual({
    code: 'invalid_request_error',
    type: 'duplicate_error',
    message: 'An option with the title: size already exists',
  })
})

test('a value that exists has a reason with the value', async () => {
  await shop.given.product({ handle: 'vase' })
  const refused = await admin.products.create.mutate({ title: 'Vase', handle: 'vase' }).catch(shopError)
  expect(refused).toMatchObject({ reason: { name: 'value_exists', field: 'handle', value: 'vase' } })
})

test('another error names no field, and REST sends no fields', async () => {
  expect(await fieldsOf(admin.orders.get.query({ id: 'order_unknown' }))).toEqual([])
  const { body } = await shop.admin.post('/admin/products', { title: 5 })
  expect(body).toEqual({ type: 'invalid_data', message: 'title must be a string' })
})
