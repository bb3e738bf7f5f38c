import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineShop } from '#server/process/define-shop.ts'
import { promises } from '#server/testing/index.ts'
import { expectOrder, expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity, orderActions } from '#test/support/order-actions.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'
import { loyalty } from '../../plugins/loyalty/index.ts'
import { keptPoints } from '../../plugins/loyalty/points.ts'

const definition = defineShop({ plugins: [loyalty] })
const env = { LOYALTY_AMOUNT_PER_POINT: '50' }

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ plugins: definition.plugins, env })
})
afterAll(() => shop[Symbol.asyncDispose]())

const orders = orderActions(() => shop)
type Customer = Awaited<ReturnType<TestShop['given']['customer']>>

const balancesOf = async (customer: Customer) =>
  (await expectSuccess(customer.get('/store/customers/me/balances'))).balances

const pointsOf = async (customer: Customer): Promise<number> => (await balancesOf(customer))[0]?.balance ?? 0

const grant = ({ id: customer_id }: Customer, amount: number) =>
  expectSuccess(
    shop.admin.post('/admin/balances', { customer_id, kind: 'points', currency_code: 'eur', amount, note: 'Welcome' }),
  )

/** Places an order of 1200 for each unit: 1000 with 20 % tax. */
async function placeOrder(customer: Customer, { quantity = 1, spent = 0 } = {}) {
  const region = await shop.given.region()
  const option = await shop.given.freeShippingOption(region)
  const lines = [[await shop.given.variant(), quantity]] as const
  const cart = await shop.given.payableCart({ region, option, by: customer, email: customer.email, lines })
  const tenders = spent > 0 ? [{ kind: 'points', max_amount: spent }] : []
  await expectSuccess(customer.post(`/store/carts/${cart.id}/tenders`, { tenders }))
  return expectOrder(customer.post(`/store/carts/${cart.id}/complete`))
}

test('money earns points with the order, and points do not', async () => {
  const customer = await shop.given.customer()
  const order = await placeOrder(customer)
  expect(order).toMatchObject({ earned_points: 24, kept_points: 24 })
  expect(await pointsOf(customer)).toBe(24)
  await grant(customer, 576)
  const paid = await placeOrder(customer, { spent: 600 })
  expect(paid).toMatchObject({ total: 1200, tax_total: 200, paid_total: 1200, earned_points: 12 })
  expect(await pointsOf(customer)).toBe(12)
})

test('the points of an order in one currency do not pay in another', async () => {
  const customer = await shop.given.customer()
  const price = { currency_code: 'usd', amount: 1_000_000 }
  const dollars = await shop.given.region({ currency_code: 'usd' })
  const variant = await shop.given.variant({
    variants: [{ title: 'V1', prices: [price], inventory_quantity: 9, options: [{ value: 'V1' }] }],
  })
  const cartInDollars = await shop.given.payableCart({
    ...{ region: dollars, option: await shop.given.freeShippingOption(dollars) },
    ...{ by: customer, email: customer.email, lines: [[variant, 1]] },
  })
  const order = await expectOrder(customer.post(`/store/carts/${cartInDollars.id}/complete`))
  const earned = Math.floor(order.total / 50)
  expect(await balancesOf(customer)).toMatchObject([{ kind: 'points', currency_code: 'usd', balance: earned }])
  const region = await shop.given.region()
  const option = await shop.given.freeShippingOption(region)
  const cart = await shop.given.payableCart({ region, option, by: customer, email: customer.email })
  const chosen = await expectSuccess(
    customer.post(`/store/carts/${cart.id}/tenders`, { tenders: [{ kind: 'points' }] }),
  )
  expect(chosen).toMatchObject({ due: chosen.total, tenders: [] })
  await orders.act(order, 'cancel')
  expect(await balancesOf(customer)).toMatchObject([{ currency_code: 'usd', balance: 0 }])
})

test('the kept points are the exact share of the money that is kept, rounded down', () => {
  expect(keptPoints(100, { paid: 10_000, refunded: 4200 })).toBe(58)
  const amount = fc.integer({ min: 1, max: 2 ** 52 })
  fc.assert(
    fc.property(amount, amount, fc.nat({ max: 2 ** 30 }), (paid, earned, part) => {
      const refunded = Math.min(paid, part)
      const kept = BigInt(keptPoints(earned, { paid, refunded }))
      const share = BigInt(earned) * BigInt(paid - refunded)
      expect(kept * BigInt(paid) <= share && share < (kept + 1n) * BigInt(paid)).toBe(true)
    }),
  )
  expect(keptPoints(100, { paid: 0, refunded: 0 })).toBe(0)
})

test('the order of a guest gives no points', async () => {
  const region = await shop.given.region()
  const order = await shop.given.order({ region, option: await shop.given.freeShippingOption(region) })
  expect(order).toMatchObject({ earned_points: null })
})

test('a canceled order takes its points back and returns the spent ones', async () => {
  const customer = await shop.given.customer()
  await grant(customer, 600)
  const order = await placeOrder(customer, { spent: 600 })
  expect(await pointsOf(customer)).toBe(12)
  await orders.act(order, 'cancel')
  expect(await pointsOf(customer)).toBe(600)
})

test('refunds take earned points in proportion to the money, and return spent points last', async () => {
  const customer = await shop.given.customer()
  await grant(customer, 1000)
  const order = await placeOrder(customer, { quantity: 4, spent: 1000 })
  expect(await pointsOf(customer)).toBe(76)
  await orders.act(order, 'capture')
  await orders.ship(order)
  await orders.act(order, 'return', { items: firstLineQuantity(order, 1), receive_now: true })
  expect(await pointsOf(customer)).toBe(Math.floor((76 * 2600) / 3800))
  await orders.act(order, 'claims', {
    type: 'refund',
    claim_items: [{ ...firstLineQuantity(order, 1)[0], reason: 'other' }],
  })
  expect(await pointsOf(customer)).toBe(Math.floor((76 * 1400) / 3800))
  await orders.act(order, 'return', { items: firstLineQuantity(order, 2), receive_now: true })
  expect(await pointsOf(customer)).toBe(1000)
  expect(await orders.readOrder(order)).toMatchObject({ kept_points: 0, refunded_total: 4800 })
})

test('a customer who has spent the points of a refunded order owes them', async () => {
  const customer = await shop.given.customer()
  const first = await placeOrder(customer, { quantity: 5 })
  await orders.act(first, 'capture')
  await placeOrder(customer, { spent: 120 })
  const before = await pointsOf(customer)
  await orders.act(first, 'refund', { amount: 6000, reason: 'other' })
  expect(await pointsOf(customer)).toBe(before - 120)
  expect(before - 120).toBeLessThan(0)
})

for (const { name, check } of promises(definition, 'loyalty', { env })) test(name, check)
