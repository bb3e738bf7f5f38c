import { expect, test } from 'vitest'
import { expectSuccess } from '#test/support/factories.ts'
import { useOrderShop } from '#test/support/order-shop.ts'

const { shop } = await useOrderShop()
const { given } = shop

test('a draft order is open', async () => {
  expect(await given.draftOrder()).toMatchObject({ status: 'open', cart: { items: [{ quantity: 1 }] } })
})

test('the cart of an order is completed', async () => {
  const { order, cart } = await given.completedCart()
  expect(order.cart_id).toBe(cart.id)
  expect((await expectSuccess(shop.get(`/store/carts/${cart.id}`))).cart.completed_at).not.toBeNull()
})

test.each(['requested', 'received'] as const)('an order can have a %s return', async (status) => {
  const { order, returnId } = await given.returnedOrder(status)
  const { returns } = (await expectSuccess(shop.admin.get(`/admin/orders/${order.id}`))).order
  expect(returns).toMatchObject([{ id: returnId, status }])
})

test('a swap can be created, paid and canceled', async () => {
  expect((await given.swap('created')).swap).toMatchObject({ confirmed_at: null, canceled_at: null })
  expect((await given.swap('paid')).swap).toMatchObject({ confirmed_at: expect.any(String), canceled_at: null })
  expect((await given.swap('canceled')).swap).toMatchObject({ canceled_at: expect.any(String) })
})

test.each(['refund', 'replace'] as const)('an order can have a %s claim', async (type) => {
  expect((await given.claim(type)).claim).toMatchObject({ type })
})

test.each([
  'created',
  'requested',
  'confirmed',
  'declined',
  'canceled',
] as const)('an order edit can be %s', async (status) => {
  expect((await given.orderEdit(status)).status).toBe(status)
})
