import { expect, test } from 'vitest'
import { addUserWithScopes } from '#test/support/add-member.ts'
import { useConsistentShop } from '#test/support/consistent-shop.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { notInRole } from '#test/support/not-in-role.ts'

const { shop, region, option, orders } = await useConsistentShop()
const { given, admin } = shop

const copy = (order_id: string, prices?: string) => admin.post('/admin/draft-orders/from-order', { order_id, prices })
const setPrice = async ({ id, product_id }: { id: string; product_id: string }, amount: number) =>
  expectSuccess(
    admin.post(`/admin/products/${product_id}/variants/${id}`, { prices: [{ currency_code: 'eur', amount }] }),
  )

test('a draft order copies the customer, the addresses, the lines and the shipping with the prices of today', async () => {
  const variant = await given.variant({ prices: [1000] })
  const order = await given.order({ region, option, email: 'again@example.com', lines: [[variant, 3]] })
  await setPrice(variant, 1500)
  const { draft_order, omitted } = await expectSuccess(copy(order.id))
  expect(omitted).toEqual([])
  expect(draft_order).toMatchObject({
    status: 'open',
    cart: {
      email: 'again@example.com',
      customer_id: order.customer_id,
      items: [{ variant_id: variant.id, quantity: 3, unit_price: 1500 }],
      shipping_methods: [{ shipping_option_id: option.id, price: 500 }],
      shipping_address: {
        address_1: order.shipping_address.address_1,
        country_code: order.shipping_address.country_code,
      },
    },
  })
  expect(draft_order.cart.shipping_address?.id).not.toBe(order.shipping_address.id)
  const paid = (await expectSuccess(admin.post(`/admin/draft-orders/${draft_order.id}/pay`))).order
  expect(paid).toMatchObject({ customer_id: order.customer_id, subtotal: 4500 })
  expect(paid.id).not.toBe(order.id)
})

test('a draft order can keep the agreed prices, and discounts and gift cards stay with the order', async () => {
  const variant = await given.variant({ prices: [1000] })
  const discount = await given.discount(region, { type: 'percentage', value: 10 })
  const cart = await given.payableCart({ region, option, lines: [[variant, 2]] })
  await expectSuccess(shop.post(`/store/carts/${cart.id}`, { discounts: [{ code: discount.code }] }))
  await expectSuccess(shop.post(`/store/carts/${cart.id}/payment-sessions`))
  const completed = await expectSuccess(shop.post(`/store/carts/${cart.id}/complete`))
  await setPrice(variant, 9000)
  const { draft_order } = await expectSuccess(copy(completed.data.id, 'agreed'))
  expect(draft_order.cart).toMatchObject({
    items: [{ unit_price: 1000, quantity: 2 }],
    discounts: [],
    discount_total: 0,
  })
})

test('goods that are not sold any longer are omitted and listed', async () => {
  const [sold, scarce, deleted] = [
    await given.variant(),
    await given.variant({ stock: 2 }),
    await given.variant({ title: 'Deleted mug' }),
  ]
  const lines = [
    [sold, 1],
    [scarce, 2],
    [deleted, 1],
  ] as const
  const order = await given.order({ region, option, lines })
  await expectSuccess(admin.delete(`/admin/products/${deleted.product_id}`))
  const { draft_order, omitted } = await expectSuccess(copy(order.id))
  expect(draft_order.cart.items).toMatchObject([{ variant_id: sold.id }])
  expect(omitted).toMatchObject([
    { quantity: 2, reason: 'out_of_stock' },
    { title: 'Deleted mug', quantity: 1, reason: 'not_sold' },
  ])
})

test('a canceled order can be copied, and an unknown order or a role without the right cannot', async () => {
  const order = await given.order({ region, option })
  await orders.act(order, 'cancel')
  await expectSuccess(copy(order.id))
  await expectError(copy('order_no'), 404, 'not_found', 'Order with id: order_no was not found')
  const { caller, role } = await addUserWithScopes(shop, 'read:orders.*')
  const refused = caller.post('/admin/draft-orders/from-order', { order_id: order.id })
  await expectError(refused, ...notInRole(role.name, 'draftOrders.createFromOrder'))
})

test('two copies at the same time are two draft orders', async () => {
  const order = await given.order({ region, option })
  const drafts = await Promise.all([copy(order.id), copy(order.id)].map((reply) => expectSuccess(reply)))
  expect(new Set(drafts.map(({ draft_order }) => draft_order.id)).size).toBe(2)
})
