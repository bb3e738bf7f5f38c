import { afterAll, expect, test } from 'vitest'
import { expectSuccess } from '#test/support/expect-success.ts'
import { addressIn } from '#test/support/factories.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({ plugins: [storefront({ country: 'de' })] })
afterAll(() => shop[Symbol.asyncDispose]())
const region = await shop.given.region()
const option = await shop.given.shippingOption(region)

async function linkedDraft() {
  const { draft_order } = await expectSuccess(
    shop.admin.post('/admin/draft-orders', {
      ...{ email: 'buyer@example.com', region_id: region.id },
      items: [{ title: 'Repair <b>now</b>', unit_price: 700, quantity: 2 }],
      shipping_methods: [{ option_id: option.id }],
      shipping_address: addressIn(region),
    }),
  )
  const path = `/admin/draft-orders/${draft_order.id}/payment-link` as const
  const { payment_link } = await expectSuccess(shop.admin.post(path, {}))
  return { id: draft_order.id, total: draft_order.cart.total, token: payment_link.token }
}

test('a customer reviews a draft order at its link, pays it, and sees the order, also when the link is opened again', async () => {
  const { id, token } = await linkedDraft()
  const visitor = await new Visitor(shop.url).open(`/pay?token=${token}`)
  expect(visitor.html).toContain('Repair &lt;b&gt;now&lt;/b&gt;')
  expect(visitor.html).toContain('value="manual"')
  await visitor.submit('/pay', { provider: 'manual' })
  expect(visitor.path).toMatch(/^\/orders\/order_\w+\?thanks/)
  const { draft_order } = await expectSuccess(shop.admin.get(`/admin/draft-orders/${id}`))
  expect(draft_order.status).toBe('completed')
  await visitor.open(`/pay?token=${token}`)
  expect(visitor.path).toBe(`/orders/${draft_order.order_id}?thanks`)
})

test('a changed total, an unknown provider and a revoked link place no order', async () => {
  const { id, token, total } = await linkedDraft()
  const visitor = await new Visitor(shop.url).open(`/pay?token=${token}`)
  await visitor.submit('/pay', { total: `${(total ?? 0) - 1}` })
  expect(visitor.html).toContain('The total has changed')
  await visitor.submit('/pay', { provider: 'nobody' })
  expect(visitor.html).toContain('role="alert"')
  await expectSuccess(shop.admin.delete(`/admin/draft-orders/${id}/payment-link`))
  await visitor.open(`/pay?token=${token}`)
  expect(visitor.status).toBe(404)
  await visitor.open('/pay')
  expect(visitor.status).toBe(404)
  expect((await expectSuccess(shop.admin.get(`/admin/draft-orders/${id}`))).draft_order.status).toBe('open')
})
