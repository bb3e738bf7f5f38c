import type { EntityManager } from '@mikro-orm/postgresql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Discount } from '#entities/promotions/discount/discount.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { orderIn } from '#test/support/factories.ts'
import { holdLock } from '#test/support/hold-lock.ts'
import type { Reply } from '#test/support/reply.ts'
import type { Completion, Identified, Region } from '#test/support/resources.ts'
import { sendWhileLocked, waitForBlockedRequest } from '#test/support/send-while-locked.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Truly simultaneous requests. */

let shop: TestShop
let region: Region
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region({ gift_cards_taxable: false })
})
afterAll(() => shop[Symbol.asyncDispose]())

const complete = (cart: Identified | undefined) => shop.post(`/store/carts/${cart?.id}/complete`)
const readCart = async (cart: Identified | undefined) => (await shop.get(`/store/carts/${cart?.id}`)).body.cart
const times = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)))
const statuses = (replies: Reply[]) => replies.map(({ status }) => status).toSorted()
const ordersOf = (replies: Reply<Completion>[]) =>
  replies.flatMap(({ body }) => (body.type === 'order' ? [body.data] : []))
const stockOf = async ({ id }: Identified): Promise<number> =>
  (await shop.admin.get(`/admin/variants/${id}`)).body.variant.inventory_quantity

async function payableCarts(count: number, options: object) {
  const carts = []
  for (let i = 0; i < count; i++) carts.push(await shop.given.payableCart({ region, ...options }))
  return carts
}

test('ten simultaneous completions of a cart return the same order', async () => {
  const variant = await shop.given.variant({ stock: 20 })
  const [cart] = await payableCarts(1, { lines: [[variant, 1]] })
  const replies = await times(10, () => complete(cart))
  expect(statuses(replies)).toEqual(Array(10).fill(200))
  expect(new Set(ordersOf(replies).map((order) => JSON.stringify(order))).size).toBe(1)
  expect(await stockOf(variant)).toBe(19)
})

test('six simultaneous completions sell the last item once', async () => {
  const variant = await shop.given.variant({ stock: 1 })
  const carts = await payableCarts(6, { lines: [[variant, 1]] })
  const replies = await times(6, (i) => complete(carts[i]))
  expect(statuses(replies)).toEqual([200, 409, 409, 409, 409, 409])
  const message = `Variant with id: ${variant.id} does not have the required inventory`
  for (const { body } of replies.filter(({ status }) => status === 409))
    expect(body.errors).toEqual([{ message, type: 'not_allowed', code: 'insufficient_inventory' }])
  expect(await stockOf(variant)).toBe(0)
})

test('simultaneous completions with the same variants in another order do not deadlock', async () => {
  const { variants } = await shop.given.product({ prices: [100, 200, 300], stock: 100 })
  const carts = await times(8, (i) => {
    const shifted = [...variants.slice(i % 3), ...variants.slice(0, i % 3)]
    return shop.given.payableCart({ region, lines: shifted.map((variant) => [variant, 1]) })
  })
  expect(statuses(await times(8, (i) => complete(carts[i])))).toEqual(Array(8).fill(200))
  expect(await Promise.all(variants.map(stockOf))).toEqual([92, 92, 92])
})

test('five simultaneous additions of a variant make one line of quantity five', async () => {
  const { id: variant_id } = await shop.given.variant()
  const cart = await shop.given.cart({ region, lines: [] })
  const replies = await times(5, () => shop.post(`/store/carts/${cart?.id}/line-items`, { variant_id, quantity: 1 }))
  expect(statuses(replies)).toEqual(Array(5).fill(200))
  expect((await readCart(cart)).items).toMatchObject([{ quantity: 5 }])
})

test('simultaneous requests add one shipping method and one payment session', async () => {
  const option = await shop.given.shippingOption(region)
  const cart = await shop.given.cart({ region })
  const choose = () => shop.post(`/store/carts/${cart.id}/shipping-methods`, { option_id: option.id })
  expect(statuses(await times(3, choose))).toEqual([200, 200, 200])
  expect(statuses(await times(3, () => shop.post(`/store/carts/${cart.id}/payment-sessions`)))).toEqual([200, 200, 200])
  expect(await readCart(cart)).toMatchObject({ shipping_methods: [{}], payment_sessions: [{ amount: 1800 }] })
})

test('four simultaneous completions use the last use of a discount once', async () => {
  const { id, code } = await shop.given.discount(region, {}, { usage_limit: 1 })
  const carts = await payableCarts(4, { discounts: [code] })
  const replies = await times(4, (i) => complete(carts[i]))
  expect(statuses(replies)).toEqual([200, 400, 400, 400])
  const refusal = { type: 'not_allowed', message: `Discount ${code} has been used maximum allowed times` }
  for (const { body } of replies.filter(({ status }) => status === 400)) expect(body).toEqual(refusal)
  expect((await shop.admin.get(`/admin/discounts/${id}`)).body.discount.usage_count).toBe(1)
})

test('simultaneous completions count each use of a discount', async () => {
  const { id, code } = await shop.given.discount(region)
  const carts = await payableCarts(6, { discounts: [code] })
  expect(ordersOf(await times(6, (i) => complete(carts[i])))).toHaveLength(6)
  expect((await shop.admin.get(`/admin/discounts/${id}`)).body.discount.usage_count).toBe(6)
})

test('a completion and a cancellation with the same limited and unlimited discounts both succeed', async () => {
  const free = await shop.given.discount(region, { type: 'free_shipping', value: 0 })
  const limited = await shop.given.discount(region, {}, { usage_limit: 10 })
  const discounts = [free.code, limited.code]
  const option = await shop.given.shippingOption(region)
  const placed = await shop.given.order({ region, option, discounts })
  const cart = await shop.given.payableCart({ region, option, discounts })
  const held = await holdLock(shop, 'lock table order_discounts in share mode')
  const completion = complete(cart)
  await waitForBlockedRequest(shop)
  const cancellation = shop.admin.post(`/admin/orders/${placed.id}/cancel`)
  await waitForBlockedRequest(shop, 2)
  await held[Symbol.asyncDispose]()
  expect([(await completion).status, (await cancellation).status]).toEqual([200, 200])
  for (const { id } of [free, limited])
    expect((await shop.admin.get(`/admin/discounts/${id}`)).body.discount.usage_count).toBe(1)
})

test('a usage limit set during a completion applies to it', async () => {
  const { id, code } = await shop.given.discount(region)
  const [cart] = await payableCarts(1, { discounts: [code] })
  const limit = (em: EntityManager) => em.nativeUpdate(Discount, { id }, { usage_limit: 0 })
  expect((await sendWhileLocked(shop, limit, () => complete(cart))).status).toBe(400)
  expect(await readCart(cart)).toMatchObject({ completed_at: null })
  const message = `Discount ${code} has been used maximum allowed times`
  expect((await complete(cart)).body).toMatchObject({ type: 'not_allowed', message })
})

test('simultaneous completions never spend more than the balance of a gift card', async () => {
  const card = await shop.given.giftCard(region, 1200)
  const carts = await payableCarts(6, { gift_cards: [card.code] })
  const replies = await times(6, (i) => complete(carts[i]))
  const spent = ordersOf(replies).flatMap((order) => order.gift_card_transactions)
  expect(spent.reduce((sum, { amount }) => sum + amount, 0)).toBe(1200)
  const { gift_card } = (await shop.admin.get(`/admin/gift-cards/${card.id}`)).body
  expect(gift_card).toMatchObject({ balance: 0, is_disabled: true })
})

test('a balance reduced during a completion increases the amount due', async () => {
  const card = await shop.given.giftCard(region, 500)
  const [cart] = await payableCarts(1, { gift_cards: [card.code] })
  const take = (em: EntityManager) => em.nativeUpdate(GiftCard, { id: card.id }, { balance: 100 })
  const { body } = await sendWhileLocked(shop, take, () => complete(cart))
  expect(body).toMatchObject({ type: 'cart', payment_status: 'requires_more', data: { total: 1100 } })
})

test('a cart changed during its completion is either changed before or rejected after it', async () => {
  const { id: variant_id } = await shop.given.variant()
  for (let round = 0; round < 4; round++) {
    const [cart] = await payableCarts(1, {})
    const [completed, addition] = await Promise.all([
      complete(cart),
      shop.post(`/store/carts/${cart?.id}/line-items`, { variant_id, quantity: 1 }),
    ])
    expect(completed.body.type).toBe('order')
    const { total, paid_total } = orderIn(completed.body)
    expect(paid_total).toBe(total)
    expect([addition.status, total]).toEqual(addition.status === 200 ? [200, 2400] : [400, 1200])
  }
})

test('simultaneous updates of carts with a new email create one guest', async () => {
  const carts = await times(4, () => shop.given.cart({ region: region }))
  const replies = await times(4, (i) => shop.post(`/store/carts/${carts[i]?.id}`, { email: 'twice@example.com' }))
  expect(new Set(replies.map(({ body }) => body.cart.customer_id)).size).toBe(1)
})
