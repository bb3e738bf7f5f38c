import { afterAll, expect, test } from 'vitest'
import { PaymentProvider } from '#entities/market/region/payment-provider.ts'
import { expectSuccess } from '#test/support/expect-success.ts'
import { addressIn, expectOrder } from '#test/support/factories.ts'
import { orderEditActions } from '#test/support/order-edit-actions.ts'
import { lineOfVariant } from '#test/support/order-edit-shop.ts'
import { executeSql } from '#test/support/postgres.ts'
import type { Order } from '#test/support/resources.ts'
import { openTestShop } from '#test/support/shop.ts'
import { Visitor } from '#test/support/visitor.ts'
import { storefront, testPayment } from '../../../plugins/storefront/index.ts'

const shop = await openTestShop({
  plugins: [storefront({ country: 'de' }), testPayment],
  config: { production: false },
})
afterAll(() => shop[Symbol.asyncDispose]())
const region = await shop.given.region()
await shop.orm.em.fork().upsert(PaymentProvider, { id: 'test' }, { onConflictAction: 'ignore' })
await expectSuccess(shop.admin.post(`/admin/regions/${region.id}`, { payment_providers: ['manual', 'test'] }))
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

/** An order by invoice with a link. */
async function linkedOrder() {
  const variant = await shop.given.variant({ stock: 10 })
  const cart = await shop.given.payableCart({ region, option, lines: [[variant, 1]] })
  await expectSuccess(shop.post(`/store/carts/${cart.id}/payment-session`, { provider_id: 'manual' }))
  const order = await expectOrder(shop.post(`/store/carts/${cart.id}/complete`))
  const { payment_link } = await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/payment-link`, {}))
  return { order, token: payment_link.token, variant }
}

const edits = orderEditActions(() => shop)

/** The customer is on the page of the provider when an administrator changes the quantity of the order to 2. */
async function orderEditedDuringPayment() {
  const { order, token, variant } = await linkedOrder()
  const visitor = await new Visitor(shop.url).open(`/pay?token=${token}`)
  await visitor.submit('/pay', { provider: 'test' })
  const edit = await edits.begin(order)
  await edits.change(edit, lineOfVariant(edit, variant), 2)
  await edits.act(edit, 'confirm')
  await visitor.submit(visitor.path, { outcome: 'paid' })
  expect(visitor.path).toContain('returned=1')
  return { order, visitor }
}

const paymentOf = async ({ id }: Pick<Order, 'id'>) =>
  (await expectSuccess(shop.admin.get(`/admin/orders/${id}`))).order.payment_status

test('a customer pays an invoice on the page of a provider, and the link then shows that the order is paid', async () => {
  const { order, token } = await linkedOrder()
  const visitor = await new Visitor(shop.url).open(`/pay?token=${token}`)
  expect(visitor.text).toContain(`Order ${order.display_id}`)
  expect(visitor.text).toContain('You have chosen to pay by invoice.')
  expect(visitor.html).not.toContain('value="manual"')
  await visitor.submit('/pay', { provider: 'test' })
  expect(visitor.path).toMatch(/^\/dev\/pay\/paycol_/)
  await visitor.submit(visitor.path, { outcome: 'paid' })
  expect(visitor.path).toContain('returned=1')
  await visitor.submit('/pay')
  expect(visitor.text).toContain('Nothing to pay')
  const read = await expectSuccess(shop.admin.get(`/admin/orders/${order.id}`))
  expect(read.order).toMatchObject({ payment_status: 'captured', difference_due: 0 })
  await visitor.open(`/pay?token=${token}&returned=1`)
  expect(visitor.text).toContain('Nothing to pay')
})

test('a refused payment of an order is explained, and the customer tries again', async () => {
  const { token } = await linkedOrder()
  const visitor = await new Visitor(shop.url).open(`/pay?token=${token}`)
  await visitor.submit('/pay', { provider: 'test' })
  await visitor.submit(visitor.path, { outcome: 'refused' })
  await visitor.submit('/pay')
  expect([visitor.status, visitor.text]).toEqual([422, expect.stringContaining('The payment was not accepted.')])
  await visitor.submit('/pay', { provider: 'test' })
  await visitor.submit(visitor.path, { outcome: 'paid' })
  await visitor.submit('/pay')
  expect(visitor.text).toContain('Nothing to pay')
})

test('a customer whose order costs more since the payment began sees the new total, and pays it', async () => {
  const { order, visitor } = await orderEditedDuringPayment()
  await visitor.submit('/pay')
  expect([visitor.status, visitor.text]).toEqual([422, expect.stringContaining('The total has changed')])
  expect(await paymentOf(order)).toBe('awaiting')
  await visitor.submit('/pay', { provider: 'test' })
  expect(visitor.text).toContain('Nothing to pay')
  expect(await paymentOf(order)).toBe('captured')
})

test('a payment that the provider reports for a smaller total is not called declined, and the customer pays the rest', async () => {
  const { order, visitor } = await orderEditedDuringPayment()
  const [session] = await executeSql(
    shop.databaseUrl,
    `select s.id, c.id as collection from payment_collection_session s
      join payment_collection c on c.id = s.payment_collection_id where c.order_id = '${order.id}'`,
  )
  const path = `/store/payment-collections/${session?.collection}/sessions/batch/authorize` as const
  await expectSuccess(shop.post(path, { session_ids: [session?.id] }))
  await visitor.submit('/pay')
  expect([visitor.status, visitor.html]).toEqual([200, expect.not.stringContaining('role="alert"')])
  expect(visitor.text).toContain('Already paid')
  await visitor.submit('/pay', { provider: 'test' })
  await visitor.submit(visitor.path, { outcome: 'paid' })
  await visitor.submit('/pay')
  expect(await paymentOf(order)).toBe('captured')
})

test('a link of a canceled order is explained, in the language of the visitor', async () => {
  const { order, token } = await linkedOrder()
  await expectSuccess(shop.admin.post(`/admin/orders/${order.id}/cancel`))
  const visitor = await new Visitor(shop.url).open(`/de/pay?token=${token}`)
  expect([visitor.status, visitor.text]).toEqual([404, expect.stringContaining('Dieser Zahlungslink gilt nicht')])
})
