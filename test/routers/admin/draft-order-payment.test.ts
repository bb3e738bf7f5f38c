import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DraftOrder as DraftOrderEntity } from '#entities/orders/draft-order/draft-order.ts'
import { Event } from '#entities/platform/event/event.ts'
import { expectError } from '#test/support/expect-error.ts'
import { expectSuccess } from '#test/support/factories.ts'
import type { DraftOrder, Identified, Region, ShippingOption, Variant } from '#test/support/resources.ts'
import { sendWhileLocked } from '#test/support/send-while-locked.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { openCountedShop } from '../../../bench/statements.ts'

let shop: TestShop
let region: Region
let option: ShippingOption
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region()
  option = await shop.given.shippingOption(region, { amount: 500 })
})
afterAll(() => shop[Symbol.asyncDispose]())

const path = '/admin/draft-orders'
async function draft(variant: Variant, quantity: number, over: object = {}) {
  const items = [{ variant_id: variant.id, quantity }]
  const shipping_methods = [{ option_id: option.id, price: 100 }]
  const body = { email: 'ada@example.com', region_id: region.id, items, shipping_methods, ...over }
  return (await expectSuccess(shop.admin.post(path, body))).draft_order
}
const pay = ({ id }: Identified) => shop.admin.post(`${path}/${id}/pay`)
const stockOf = async ({ id }: Identified) =>
  (await expectSuccess(shop.admin.get(`/admin/variants/${id}`))).variant.inventory_quantity

test('a paid draft becomes an order with a captured payment of the system provider', async () => {
  const variant = await shop.given.variant({ prices: [1000], stock: 5 })
  const { code, id: discount_id } = await shop.given.discount(region, { value: 10 })
  const items = [
    { variant_id: variant.id, quantity: 2 },
    { title: 'Engraving', unit_price: 300, quantity: 1 },
  ]
  const draftOrder = await draft(variant, 2, {
    items,
    discounts: [{ code }],
    no_notification_order: true,
    metadata: { a: 1 },
  })
  const { order } = await expectSuccess(pay(draftOrder))
  const total = 1800 + 360 + 300 + 100 + 20
  expect(draftOrder.cart.total).toBe(total)
  expect(order).toMatchObject({
    status: 'pending',
    payment_status: 'captured',
    fulfillment_status: 'not_fulfilled',
    draft_order_id: draftOrder.id,
    cart_id: draftOrder.cart_id,
    email: 'ada@example.com',
    no_notification: true,
    metadata: { a: 1 },
    subtotal: 2300,
    discount_total: 200,
    shipping_total: 100,
    tax_total: 380,
    total,
    paid_total: total,
    payments: [{ provider_id: 'system', amount: total, captured_at: expect.any(String) }],
    shipping_methods: [{ price: 100 }],
  })
  expect(await stockOf(variant)).toBe(3)
  expect((await expectSuccess(shop.admin.get(`/admin/discounts/${discount_id}`))).discount.usage_count).toBe(1)
  const { draft_order } = await expectSuccess(shop.admin.get(`${path}/${draftOrder.id}`))
  expect(draft_order).toMatchObject({
    status: 'completed',
    order_id: order.id,
    order: { id: order.id },
    cart: { total },
  })
  const orderEvents = await shop.orm.em.fork().find(Event, { name: { $like: 'order.%' } }, { orderBy: { id: 'asc' } })
  expect(orderEvents.map(({ name, payload }) => [name, payload])).toEqual([
    ['order.placed', { id: order.id, no_notification: true }],
    ['order.payment_captured', { id: order.id, no_notification: true }],
  ])
})

test('a draft cannot be changed while it is being paid', async () => {
  const variant = await shop.given.variant({ stock: 10 })
  const draftOrder = await draft(variant, 1)
  const { id } = await shop.given.order({ region })
  const paying = (em: EntityManager) =>
    em.nativeUpdate(DraftOrderEntity, { id: draftOrder.id }, { status: 'completed', order_id: id })
  const line = { variant_id: variant.id, quantity: 1 }
  await expectError(
    sendWhileLocked(shop, paying, () => shop.admin.post(`${path}/${draftOrder.id}/line-items`, line)),
    400,
    'not_allowed',
    'You are only allowed to update open draft orders',
  )
})

test('simultaneous payments of a draft create one order', async () => {
  const variant = await shop.given.variant({ stock: 10 })
  const draftOrder = await draft(variant, 3)
  const replies = await Promise.all([pay(draftOrder), pay(draftOrder), pay(draftOrder)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  expect(await stockOf(variant)).toBe(7)
  const completed = [400, 'not_allowed', 'You are only allowed to update open draft orders'] as const
  const draftPath = `${path}/${draftOrder.id}`
  await expectError(pay(draftOrder), ...completed)
  await expectError(shop.admin.post(draftPath, { email: 'b@example.com' }), ...completed)
  await expectError(shop.admin.post(`${draftPath}/line-items`, { quantity: 1 }), ...completed)
  await expectError(
    shop.admin.post(`${draftPath}/line-items/${draftOrder.cart.items[0].id}`, { quantity: 1 }),
    ...completed,
  )
  await expectError(shop.admin.delete(`${draftPath}/line-items/${draftOrder.cart.items[0].id}`), ...completed)
  await expectError(shop.admin.delete(draftPath), 400, 'not_allowed', 'A completed draft order cannot be deleted')
  expect((await shop.post(`${draftPath}/pay`)).status).toBe(401)
})

test('a payment repeated with its idempotency key returns the same order', async () => {
  const draftOrder = await draft(await shop.given.variant(), 1)
  const send = () => shop.admin.post(`${path}/${draftOrder.id}/pay`, undefined, { 'idempotency-key': 'pay once' })
  const [first, second] = [await expectSuccess(send()), await expectSuccess(send())]
  expect(second.order.id).toBe(first.order.id)
})

test('two drafts for the last item create one order, and the other draft stays open', async () => {
  const variant = await shop.given.variant({ stock: 1 })
  const drafts = [await draft(variant, 1), await draft(variant, 1)]
  const replies = await Promise.all(drafts.map(pay))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await stockOf(variant)).toBe(0)
  const states = await Promise.all(
    drafts.map(async ({ id }: Identified) => (await expectSuccess(shop.admin.get(`${path}/${id}`))).draft_order.status),
  )
  expect(states.sort()).toEqual(['completed', 'open'])
})

test('a discount code with one use is used by one of two drafts', async () => {
  const { code } = await shop.given.discount(region, {}, { usage_limit: 1 })
  const variant = await shop.given.variant({ stock: 10 })
  const drafts = [
    await draft(variant, 1, { discounts: [{ code }] }),
    await draft(variant, 1, { discounts: [{ code }] }),
  ]
  const replies = await Promise.all(drafts.map(pay))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await stockOf(variant)).toBe(9)
})

test('a draft with a total of zero can be paid, and its gift cards are issued', async () => {
  const card = await shop.given.variant({ is_giftcard: true, prices: [2500] })
  const draftOrder = await draft(card, 1, {
    items: [{ variant_id: card.id, quantity: 1, unit_price: 0 }],
    shipping_methods: [{ option_id: option.id, price: 0 }],
  })
  const { order } = await expectSuccess(pay(draftOrder))
  expect(order).toMatchObject({ total: 0, payment_status: 'captured', payments: [{ amount: 0 }] })
  const giftCardDraft = await draft(card, 2)
  const { order: second } = await expectSuccess(pay(giftCardDraft))
  const { gift_cards } = await expectSuccess(shop.admin.get('/admin/gift-cards'))
  const issued = gift_cards.filter((draftPath) => draftPath.order_id === second.id)
  expect(issued.map(({ value }) => value)).toEqual([2500, 2500])
})

test('a draft without lines cannot be paid', async () => {
  const draftOrder = await draft(await shop.given.variant(), 1)
  await expectSuccess(shop.admin.delete(`${path}/${draftOrder.id}/line-items/${draftOrder.cart.items[0].id}`))
  await expectError(pay(draftOrder), 400, 'invalid_data', 'Cannot create order from empty cart')
})

test('the system payment provider is never offered to customers', async () => {
  const { payment_providers } = await expectSuccess(shop.admin.get('/admin/store/payment-providers'))
  expect(payment_providers).toEqual([{ id: 'manual', is_installed: true, is_paid_outside: true }])
  const at = `/admin/regions/${region.id}`
  const unknown = 'Payment provider not found'
  await expectError(shop.admin.post(at, { payment_providers: ['manual', 'system'] }), 400, 'invalid_data', unknown)
  const add = shop.admin.post(`${at}/payment-providers`, { provider_id: 'system' })
  await expectError(add, 404, 'not_found', 'Payment provider system was not found')
})

test('a line added while a draft is paid is in the order or rejected', async () => {
  const variant = await shop.given.variant({ stock: 10 })
  const draftOrder = await draft(variant, 1)
  const line = { title: 'Wrapping', unit_price: 50, quantity: 1 }
  const [payment, addition] = await Promise.all([
    pay(draftOrder),
    shop.admin.post(`${path}/${draftOrder.id}/line-items`, line),
  ])
  const { items, total, payments } = payment.body.order
  expect(items).toHaveLength(addition.status === 200 ? 2 : 1)
  expect(payments).toMatchObject([{ amount: total }])
  const { draft_order } = await expectSuccess(shop.admin.get(`${path}/${draftOrder.id}`))
  expect(draft_order.cart).toMatchObject({ total, items: items.map(({ id }) => ({ id })) })
})

test('the number of lines of a draft does not change its number of statements', async () => {
  await using counted = await openCountedShop(shop.databaseUrl)
  await counted.send('POST', '/admin/auth', { email: 'admin@example.com', password: 'correct horse' })
  const { variants } = await shop.given.product({ prices: Array.from({ length: 10 }, (_, i) => 1000 + i) })
  const statementsOf = async (lines: number): Promise<number[]> => {
    const items = variants.slice(0, lines).map(({ id }) => ({ variant_id: id, quantity: 1 }))
    const body = {
      email: 'many@example.com',
      region_id: region.id,
      items,
      shipping_methods: [{ option_id: option.id }],
    }
    const draftOrder = await counted.send<{ draft_order: DraftOrder }>('POST', path, body)
    const at = `${path}/${draftOrder.answer.draft_order.id}`
    const others = [await counted.send('GET', at), await counted.send('POST', `${at}/pay`)]
    return [draftOrder, ...others].map(({ statements }) => statements)
  }
  await statementsOf(1)
  expect(await statementsOf(10)).toEqual(await statementsOf(1))
})

test('the storefront cannot access the cart of a draft', async () => {
  const variant = await shop.given.variant()
  const { id, cart } = await draft(variant, 1)
  const refusal = [404, 'not_found', `Cart with ${cart.id} was not found`] as const
  const at = `/store/carts/${cart.id}`
  const item = { variant_id: variant.id, quantity: 1 }
  const customer = await shop.given.customer()
  for (const reply of [
    shop.get(at),
    customer.get(at),
    shop.get(`${at}/totals/explain`),
    shop.get(`/store/shipping-options/${cart.id}`),
    shop.post(at, { email: 'thief@example.com' }),
    shop.post(`${at}/line-items`, item),
    shop.post(`${at}/taxes`),
    shop.post(`${at}/payment-sessions`),
    shop.post(`${at}/complete`),
    shop.delete(`${at}/line-items/${cart.items[0].id}`),
  ])
    await expectError(reply, ...refusal)
  expect((await expectSuccess(shop.admin.get(`${path}/${id}`))).draft_order.cart).toEqual(cart)
})
