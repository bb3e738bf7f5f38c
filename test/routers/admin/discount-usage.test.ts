import { expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { useOrderShop } from '#test/support/order-shop.ts'

const { shop, region, orders, placeOrder } = await useOrderShop()
const { admin } = shop

test('the usage of a discount is the money of its orders that are not canceled, by currency', async () => {
  const discount = await shop.given.discount(region, { value: 10 }, { code: 'TEN' })
  const usage = async () => (await expectSuccess(admin.get(`/admin/discounts/${discount.id}/usage`))).usage
  expect(await usage()).toEqual([])
  const first = await placeOrder({ discounts: ['TEN'] })
  const second = await placeOrder({ discounts: ['TEN'] })
  await placeOrder()
  expect(await usage()).toEqual([{ currency_code: first.currency_code, orders: 2, given: 200 }])
  const listed = await expectSuccess(admin.get(`/admin/orders?discount_id=${discount.id}`))
  expect(new Set(listed.orders.map(({ id }) => id))).toEqual(new Set([first.id, second.id]))
  await orders.act(second, 'cancel')
  expect(await usage()).toEqual([{ currency_code: first.currency_code, orders: 1, given: 100 }])
  expect((await admin.get('/admin/discounts/disc_of_nobody/usage')).status).toBe(404)
  expect((await expectSuccess(admin.get('/admin/orders?discount_id=disc_of_nobody'))).orders).toEqual([])
})
