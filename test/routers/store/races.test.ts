import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '#test/support/factories.ts'
import type { Reply } from '#test/support/sample-api.ts'
import { sendWhileLocked } from '#test/support/send-while-locked.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

/* Requests that really are under way at one time. */

let shop: TestShop
let region: Json
beforeAll(async () => {
  shop = await openTestShop()
  region = await shop.given.region({ gift_cards_taxable: false })
})
afterAll(() => shop[Symbol.asyncDispose]())

const complete = ({ id }: Json) => shop.post(`/store/carts/${id}/complete`)
const read = async ({ id }: Json): Promise<Json> => (await shop.get(`/store/carts/${id}`)).body.cart
const times = <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => make(i)))
const statuses = (replies: Reply[]) => replies.map(({ status }) => status).toSorted()
const ordersOf = (replies: Reply[]): Json[] =>
  replies.filter(({ body }) => body.type === 'order').map(({ body }) => body.data)
const stockOf = async ({ id }: Json): Promise<number> =>
  (await shop.admin.get(`/admin/variants/${id}`)).body.variant.inventory_quantity

async function payableCarts(count: number, wanted: object): Promise<Json[]> {
  const carts = []
  for (let i = 0; i < count; i++) carts.push(await shop.given.payableCart({ region, ...wanted }))
  return carts
}

test('ten completions of one cart give one order, and all answer it', async () => {
  const variant = await shop.given.variant({ stock: 20 })
  const [cart] = await payableCarts(1, { lines: [[variant, 1]] })
  const replies = await times(10, () => complete(cart))
  expect(statuses(replies)).toEqual(Array(10).fill(200))
  expect(new Set(ordersOf(replies).map((order) => JSON.stringify(order))).size).toBe(1)
  expect(await stockOf(variant)).toBe(19)
})

test('the last piece is sold to one of six carts', async () => {
  const variant = await shop.given.variant({ stock: 1 })
  const carts = await payableCarts(6, { lines: [[variant, 1]] })
  const replies = await times(6, (i) => complete(carts[i]))
  expect(statuses(replies)).toEqual([200, 409, 409, 409, 409, 409])
  const message = `Variant with id: ${variant.id} does not have the required inventory`
  for (const { body } of replies.filter(({ status }) => status === 409))
    expect(body.errors).toEqual([{ message, type: 'not_allowed', code: 'insufficient_inventory' }])
  expect(await stockOf(variant)).toBe(0)
})

test('carts with the same goods in another order do not wait for each other for ever', async () => {
  const { variants } = await shop.given.product({ prices: [100, 200, 300], stock: 100 })
  const carts = await times(8, (i) => {
    const shifted = [...variants.slice(i % 3), ...variants.slice(0, i % 3)]
    return shop.given.payableCart({ region, lines: shifted.map((variant) => [variant, 1]) })
  })
  expect(statuses(await times(8, (i) => complete(carts[i])))).toEqual(Array(8).fill(200))
  expect(await Promise.all(variants.map(stockOf))).toEqual([92, 92, 92])
})

test('five adds of one variant are one line of five', async () => {
  const { id: variant_id } = await shop.given.variant()
  const cart = await shop.given.cart({ region, lines: [] })
  const replies = await times(5, () => shop.post(`/store/carts/${cart.id}/line-items`, { variant_id, quantity: 1 }))
  expect(statuses(replies)).toEqual(Array(5).fill(200))
  expect((await read(cart)).items).toMatchObject([{ quantity: 5 }])
})

test('shipping and payment that are chosen several times at once are chosen once', async () => {
  const option = await shop.given.shippingOption(region)
  const cart = await shop.given.cart({ region })
  const choose = () => shop.post(`/store/carts/${cart.id}/shipping-methods`, { option_id: option.id })
  expect(statuses(await times(3, choose))).toEqual([200, 200, 200])
  expect(statuses(await times(3, () => shop.post(`/store/carts/${cart.id}/payment-sessions`)))).toEqual([200, 200, 200])
  expect(await read(cart)).toMatchObject({ shipping_methods: [{}], payment_sessions: [{ amount: 1800 }] })
})

test('the last use of a code is granted to one of four carts', async () => {
  const { id, code } = await shop.given.discount(region, {}, { usage_limit: 1 })
  const carts = await payableCarts(4, { discounts: [code] })
  const replies = await times(4, (i) => complete(carts[i]))
  expect(statuses(replies)).toEqual([200, 400, 400, 400])
  const refusal = { type: 'not_allowed', message: `Discount ${code} has been used maximum allowed times` }
  for (const { body } of replies.filter(({ status }) => status === 400)) expect(body).toEqual(refusal)
  expect((await shop.admin.get(`/admin/discounts/${id}`)).body.discount.usage_count).toBe(1)
})

test('each use of a code that anybody may use is counted', async () => {
  const { id, code } = await shop.given.discount(region)
  const carts = await payableCarts(6, { discounts: [code] })
  expect(ordersOf(await times(6, (i) => complete(carts[i])))).toHaveLength(6)
  expect((await shop.admin.get(`/admin/discounts/${id}`)).body.discount.usage_count).toBe(6)
})

test('a code that is limited while it is used is not used more often', async () => {
  const { id, code } = await shop.given.discount(region)
  const [cart] = await payableCarts(1, { discounts: [code] })
  const limit = ['update discount set usage_limit = 0 where id = ?', [id]] as const
  expect((await sendWhileLocked(shop, limit, () => complete(cart))).status).toBe(400)
  expect(await read(cart)).toMatchObject({ completed_at: null })
  const message = `Discount ${code} has been used maximum allowed times`
  expect((await complete(cart)).body).toMatchObject({ type: 'not_allowed', message })
})

test('a gift card pays no more than it holds, however many carts it is in', async () => {
  const card = await shop.given.giftCard(region, 1200)
  const carts = await payableCarts(6, { gift_cards: [card.code] })
  const replies = await times(6, (i) => complete(carts[i]))
  const spent = ordersOf(replies).flatMap((order) => order.gift_card_transactions)
  expect(spent.reduce((sum, { amount }) => sum + amount, 0)).toBe(1200)
  const { gift_card } = (await shop.admin.get(`/admin/gift-cards/${card.id}`)).body
  expect(gift_card).toMatchObject({ balance: 0, is_disabled: true })
})

test('what is taken from a gift card while a cart with it is completed is to be paid otherwise', async () => {
  const card = await shop.given.giftCard(region, 500)
  const [cart] = await payableCarts(1, { gift_cards: [card.code] })
  const take = ['update gift_card set balance = 100 where id = ?', [card.id]] as const
  const { body } = await sendWhileLocked(shop, take, () => complete(cart))
  expect(body).toMatchObject({ type: 'cart', payment_status: 'requires_more', data: { total: 1100 } })
})

test('a cart that is changed while it is completed is either changed or an order of what it was', async () => {
  const { id: variant_id } = await shop.given.variant()
  for (let round = 0; round < 4; round++) {
    const [cart] = await payableCarts(1, {})
    const [completed, added] = await Promise.all([
      complete(cart),
      shop.post(`/store/carts/${cart.id}/line-items`, { variant_id, quantity: 1 }),
    ])
    expect(completed.body.type).toBe('order')
    const { total, paid_total } = completed.body.data
    expect(paid_total).toBe(total)
    expect([added.status, total]).toEqual(added.status === 200 ? [200, 2400] : [400, 1200])
  }
})

test('a new guest who fills in two carts at once is one guest', async () => {
  const carts = await times(4, () => shop.given.cart({ region: region }))
  const replies = await times(4, (i) => shop.post(`/store/carts/${carts[i].id}`, { email: 'twice@example.com' }))
  expect(new Set(replies.map(({ body }) => body.cart.customer_id)).size).toBe(1)
})
