import { afterAll, beforeAll, expect, test } from 'vitest'
import { Order } from '#entities/orders/order/order.ts'
import { sumUpSales } from '#entities/statistics/stored-sales.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { orderActions } from '#test/support/order-actions.ts'
import { populateShop } from '#test/support/populate-shop.ts'
import { executeSql } from '#test/support/postgres.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
const { act } = orderActions(() => shop)
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const DAY = 86_400_000
const dayAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10)

const salesSince = async (from: string, to = dayAgo(-1)) =>
  (await expectSuccess(shop.admin.get(`/admin/statistics/sales?from=${from}&to=${to}`))).sales

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

/** The money that the shop kept, by currency, without the table of sales. */
async function keptMoney(): Promise<Record<string, number>> {
  const rows = await executeSql(
    shop.databaseUrl,
    `select currency_code, sum(amount)::float8 as amount from (
       select currency_code, amount from payment where canceled_at is null and order_id is not null
       union all
       select o.currency_code, -r.amount from refund r join "order" o on o.id = r.order_id where r.status <> 'failed'
     ) money group by 1`,
  )
  return Object.fromEntries(rows.map(({ currency_code, amount }) => [currency_code, amount]))
}

async function netSales(): Promise<Record<string, number>> {
  const sales = await salesSince(dayAgo(700))
  const currencies = [...new Set(sales.map(({ currency_code }) => currency_code))]
  return Object.fromEntries(
    currencies.map((code) => [
      code,
      sum(sales.filter((sale) => sale.currency_code === code).map(({ revenue, refunded }) => revenue - refunded)),
    ]),
  )
}

test('the days add up to the payments minus the refunds after every kind of operation', async () => {
  await populateShop(shop)
  const net = await netSales()
  expect(Object.keys(net).length).toBeGreaterThan(0)
  expect(net).toEqual(await keptMoney())
  await sumUpSales(shop.orm.em.fork())
  expect(await netSales()).toEqual(net)
})

test('a later change of an old order changes its day, and a refund counts on its own day', async () => {
  const region = await shop.given.region()
  const order = await shop.given.order({ region })
  await changeRows(shop, Order, { id: order.id }, { created_at: new Date(Date.now() - 90 * DAY) })
  await sumUpSales(shop.orm.em.fork())
  const ofRegion = async (from: string, to: string) =>
    (await salesSince(from, to)).filter(({ region_id }) => region_id === region.id)
  const [day] = await ofRegion(dayAgo(91), dayAgo(89))
  expect(day).toMatchObject({ orders: 1, refunded: 0 })
  await act(order, 'capture')
  await act(order, 'refund', { amount: 100, reason: 'other' })
  expect(await ofRegion(dayAgo(91), dayAgo(89))).toEqual([day])
  expect(await ofRegion(dayAgo(1), dayAgo(-1))).toMatchObject([{ orders: 0, revenue: 0, refunded: 100 }])
})

test('a canceled order counts as no order and leaves no money', async () => {
  const region = await shop.given.region()
  const [unpaid, paid] = [await shop.given.order({ region }), await shop.given.order({ region })]
  await act(paid, 'capture')
  const ofRegion = async () => (await salesSince(dayAgo(1))).filter(({ region_id }) => region_id === region.id)
  expect(await ofRegion()).toMatchObject([{ orders: 2 }])
  await act(unpaid, 'cancel')
  await act(paid, 'cancel')
  const [day] = await ofRegion()
  expect(day).toMatchObject({ orders: 0 })
  expect(day!.revenue).toBe(day!.refunded)
})

test('orders of a customer with an earlier order are returning orders', async () => {
  const region = await shop.given.region()
  for (const email of ['first@example.com', 'twice@example.com', 'twice@example.com'])
    await shop.given.order({ region, email })
  const [day] = (await salesSince(dayAgo(1))).filter(({ region_id }) => region_id === region.id)
  expect(day).toMatchObject({ orders: 3, returning_orders: 1 })
})

test('the most sold products and the variants that run out are listed', async () => {
  const region = await shop.given.region()
  const variant = await shop.given.variant({ stock: 40 })
  await shop.given.order({ region, lines: [[variant, 30]] })
  const { products } = await expectSuccess(
    shop.admin.get(`/admin/statistics/top-products?from=${dayAgo(1)}&to=${dayAgo(-1)}&limit=1`),
  )
  expect(products).toMatchObject([{ id: variant.product_id, units: 30 }])
  const { variants } = await expectSuccess(shop.admin.get('/admin/statistics/running-out?days=20'))
  expect(variants.find(({ id }) => id === variant.id)).toMatchObject({ inventory_quantity: 10, days_left: 10 })
  const sooner = await expectSuccess(shop.admin.get('/admin/statistics/running-out?days=5'))
  expect(sooner.variants.filter(({ id }) => id === variant.id)).toEqual([])
})

test('two orders at the same time append to the sales without waiting for each other', async () => {
  const region = await shop.given.region()
  await Promise.all(Array.from({ length: 4 }, () => shop.given.order({ region })))
  const [day] = (await salesSince(dayAgo(1))).filter(({ region_id }) => region_id === region.id)
  expect(day).toMatchObject({ orders: 4 })
})
