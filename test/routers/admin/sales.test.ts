import { afterAll, beforeAll, expect, test } from 'vitest'
import { Cart } from '#entities/cart/cart/cart.ts'
import { deleteExpiredCarts } from '#entities/cart/cart/delete-expired-carts.ts'
import { LineItem } from '#entities/cart/line-item/line-item.ts'
import { countViolations } from '#entities/invariants/find-violations.ts'
import { SALES_INVARIANTS } from '#entities/invariants/sales-invariants.ts'
import { Order } from '#entities/orders/order/order.ts'
import { storeSoldAmounts } from '#entities/orders/order/store-sold-amounts.ts'
import { foldSales, followTimeZone } from '#entities/statistics/stored-sales.ts'
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
  await foldSales(shop.orm.em.fork())
  expect(await netSales()).toEqual(net)
})

test('a later change of an old order changes its day, and a refund counts on its own day', async () => {
  const region = await shop.given.region()
  const order = await shop.given.order({ region })
  await changeRows(shop, Order, { id: order.id }, { created_at: new Date(Date.now() - 90 * DAY) })
  await foldSales(shop.orm.em.fork())
  const ofRegion = async (from: string, to: string) =>
    (await salesSince(from, to)).filter(({ region_id }) => region_id === region.id)
  const [day] = await ofRegion(dayAgo(91), dayAgo(89))
  expect(day).toMatchObject({ orders: 1, refunded: 0 })
  await act(order, 'capture')
  await act(order, 'refund', { amount: 100, reason: 'other' })
  expect(await ofRegion(dayAgo(91), dayAgo(89))).toEqual([day])
  expect(await ofRegion(dayAgo(1), dayAgo(-1))).toMatchObject([{ orders: 0, revenue: 0, refunded: 100 }])
})

test('months and years have the sums of their days, also of a part of a month, and of more than 800 days', async () => {
  const region = await shop.given.region()
  for (const at of ['2021-01-15', '2021-01-31', '2021-02-01', '2022-02-01']) {
    const order = await shop.given.order({ region })
    await changeRows(shop, Order, { id: order.id }, { created_at: new Date(`${at}T10:00:00Z`) })
  }
  const ordersOf = async (query: string) => {
    const { sales } = await expectSuccess(
      shop.admin.get(`/admin/statistics/sales?${query}` as '/admin/statistics/sales'),
    )
    return sales.filter(({ region_id }) => region_id === region.id).map(({ date, orders }) => [date, orders])
  }
  for (const zone of ['UTC', 'Asia/Kolkata']) {
    const period = `time_zone=${zone}&from=2021-01-20&to=${dayAgo(0)}`
    expect(await ordersOf(`${period}&grain=month`)).toEqual([
      ['2021-01-20', 1],
      ['2021-02-01', 1],
      ['2022-02-01', 1],
    ])
    expect(await ordersOf(`time_zone=${zone}&from=1970-01-01&to=9999-12-31&grain=year`)).toEqual([
      ['2021-01-01', 3],
      ['2022-01-01', 1],
    ])
  }
  const read = (query: string) => shop.admin.get(`/admin/statistics/sales?${query}` as '/admin/statistics/sales')
  expect((await read(`from=1970-01-01&to=${dayAgo(0)}`)).status).toBe(400)
  expect((await read(`from=2021-01-01&to=${dayAgo(0)}&grain=week`)).status).toBe(400)
  expect((await read(`from=1969-12-31&to=${dayAgo(0)}&grain=month`)).status).toBe(400)
})

test('the store has the first month of its fiscal year, which begins in January at first', async () => {
  const month = async () => (await expectSuccess(shop.admin.get('/admin/auth/permissions'))).fiscal_year_start_month
  expect(await month()).toBe(1)
  const change = (fiscal_year_start_month: unknown) => shop.admin.post('/admin/store', { fiscal_year_start_month })
  expect((await expectSuccess(change(4))).store.fiscal_year_start_month).toBe(4)
  for (const wrong of [0, 13, 1.5, '4', null, {}]) expect((await change(wrong)).status).toBe(400)
  expect(await month()).toBe(4)
  await expectSuccess(change(1))
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

const ofRegionSince = async (region: { id: string }, from: string, zone = 'UTC') => {
  const { sales } = await expectSuccess(
    shop.admin.get(`/admin/statistics/sales?from=${from}&to=${dayAgo(-1)}&time_zone=${zone}`),
  )
  return sales.filter(({ region_id }) => region_id === region.id)
}

const violations = async () => {
  const names: string[] = []
  for (const [name, invariant] of Object.entries(SALES_INVARIANTS)) {
    const { count } = await countViolations((sql) => executeSql(shop.databaseUrl, sql), invariant)
    if (count > 0) names.push(name)
  }
  return names
}

test('an order with an earlier date makes the later order of the same buyer a returning one', async () => {
  const region = await shop.given.region()
  const [first, second] = [
    await shop.given.order({ region, email: 'Same.Buyer@gmail.com' }),
    await shop.given.order({ region, email: 'samebuyer+shop@googlemail.com' }),
  ]
  const returning = async () =>
    sum((await ofRegionSince(region, dayAgo(400))).map(({ returning_orders }) => returning_orders))
  expect(await returning()).toBe(1)
  await changeRows(shop, Order, { id: second.id }, { created_at: new Date(Date.now() - 300 * DAY) })
  expect(await returning()).toBe(1)
  expect(await ofRegionSince(region, dayAgo(1))).toMatchObject([{ orders: 1, returning_orders: 1 }])
  await changeRows(shop, Order, { id: first.id }, { email: 'other@example.com', customer_id: second.customer_id })
  expect(await returning()).toBe(1)
  expect(await violations()).toEqual([])
})

test('of two orders of a buyer at the same time one is a returning order', async () => {
  const region = await shop.given.region()
  const email = 'at-once@example.com'
  await Promise.all(Array.from({ length: 4 }, () => shop.given.order({ region, email })))
  expect(await ofRegionSince(region, dayAgo(1))).toMatchObject([{ orders: 4, returning_orders: 3 }])
  expect(await violations()).toEqual([])
})

test('subtotal, discounts, shipping and taxes of a day are those of its orders', async () => {
  const region = await shop.given.region({ tax_rate: 19 })
  const orders = [await shop.given.order({ region }), await shop.given.order({ region })]
  const [day] = await ofRegionSince(region, dayAgo(1))
  const totals = await Promise.all(
    orders.map(async ({ id }) => (await expectSuccess(shop.admin.get(`/admin/orders/${id}`))).order),
  )
  expect(day).toMatchObject({
    subtotal: sum(totals.map(({ subtotal }) => subtotal)),
    discount_total: sum(totals.map(({ discount_total }) => discount_total)),
    shipping_total: sum(totals.map(({ shipping_total }) => shipping_total)),
    tax_total: sum(totals.map(({ tax_total }) => tax_total ?? 0)),
  })
  const { subtotal, discount_total, shipping_total, tax_total, revenue } = day!
  expect(subtotal - discount_total + shipping_total + tax_total).toBe(revenue)
  expect(tax_total).toBeGreaterThan(0)
})

test('orders without computed amounts get them from the housekeeping', async () => {
  const region = await shop.given.region({ tax_rate: 19 })
  const order = await shop.given.order({ region })
  const [before] = await ofRegionSince(region, dayAgo(1))
  const nothing = { sold_subtotal: null, sold_discount: null, sold_shipping: null, sold_tax: null, taxes: null }
  await changeRows(shop, Order, { id: order.id }, nothing)
  expect(await ofRegionSince(region, dayAgo(1))).toMatchObject([{ subtotal: 0, tax_total: 0, orders: 1 }])
  await storeSoldAmounts(shop.orm.em.fork())
  expect(await ofRegionSince(region, dayAgo(1))).toEqual([before])
})

test('the sums are the same in each time zone, before and after they are moved, and after the zone of the days changes', async () => {
  const region = await shop.given.region()
  const orders = [await shop.given.order({ region }), await shop.given.order({ region })]
  // Half past midnight in Kolkata is the day before in UTC. Berlin has 23 hours on this day.
  await changeRows(shop, Order, { id: orders[0]!.id }, { created_at: new Date('2026-03-28T19:00:00Z') })
  await changeRows(shop, Order, { id: orders[1]!.id }, { created_at: new Date('2026-03-29T21:59:00Z') })
  const datesIn = async (zone: string) => (await ofRegionSince(region, dayAgo(700), zone)).map(({ date }) => date)
  const check = async () => {
    expect(await datesIn('UTC')).toEqual(['2026-03-28', '2026-03-29'])
    expect(await datesIn('Asia/Kolkata')).toEqual(['2026-03-29', '2026-03-30'])
    expect(await datesIn('Europe/Berlin')).toEqual(['2026-03-28', '2026-03-29'])
    expect(await violations()).toEqual([])
  }
  await check()
  await foldSales(shop.orm.em.fork())
  await check()
  await executeSql(shop.databaseUrl, `select rebuild_sales_of_days('Asia/Kolkata')`)
  await check()
  await executeSql(shop.databaseUrl, `select rebuild_sales()`)
  await check()
  await executeSql(shop.databaseUrl, `select rebuild_sales_of_days('UTC')`)
})

test('the time zone of the store begins the days of statistics, also before and after the stored days follow it', async () => {
  const region = await shop.given.region()
  const order = await shop.given.order({ region })
  await changeRows(shop, Order, { id: order.id }, { created_at: new Date('2026-06-30T19:00:00Z') })
  const change = (time_zone: string | null) => shop.admin.post('/admin/store', { time_zone })
  const dates = async () => {
    const { sales } = await expectSuccess(
      shop.admin.get(`/admin/statistics/sales?from=${dayAgo(700)}&to=${dayAgo(-1)}`),
    )
    return sales.filter(({ region_id }) => region_id === region.id).map(({ date }) => date)
  }
  expect(await dates()).toEqual(['2026-06-30'])
  expect((await expectSuccess(change('Asia/Calcutta'))).store.time_zone).toMatch(/^Asia\/(Kolkata|Calcutta)$/)
  expect(await dates()).toEqual(['2026-07-01'])
  await followTimeZone(shop.orm.em.fork())
  expect(await dates()).toEqual(['2026-07-01'])
  expect(await violations()).toEqual([])
  for (const wrong of ['Mars/Base', '+05:30', 'x'.repeat(5000)]) expect((await change(wrong)).status).toBe(400)
  expect(await dates()).toEqual(['2026-07-01'])
  expect((await expectSuccess(change(null))).store.time_zone).toBeNull()
  await followTimeZone(shop.orm.em.fork())
  expect(await dates()).toEqual(['2026-06-30'])
  expect(await violations()).toEqual([])
})

test.each([
  'UTC',
  'Pacific/Auckland',
])('the most sold products of a long period count each order once in %s', async (zone) => {
  const region = await shop.given.region()
  const variant = await shop.given.variant({ stock: 1000 })
  const times = ['2024-12-31T10:00:00Z', '2025-06-15T10:00:00Z', '2026-01-31T10:00:00Z', '2026-02-01T11:30:00Z']
  for (const at of times) {
    const order = await shop.given.order({ region, lines: [[variant, 200]] })
    await changeRows(shop, Order, { id: order.id }, { created_at: new Date(at) })
  }
  const unitsOf = async (from: string, to: string) => {
    const { products } = await expectSuccess(
      shop.admin.get(`/admin/statistics/top-products?from=${from}&to=${to}&time_zone=${zone}&limit=100`),
    )
    const found = products.find(({ id }) => id === variant.product_id)
    return found && 'units' in found ? found.units : undefined
  }
  for (const _ of ['appended', 'moved']) {
    expect(await unitsOf('2024-12-30', '2026-02-10')).toBe(800)
    expect(await unitsOf('2025-01-01', '2026-01-31')).toBe(400)
    expect(await unitsOf('2025-06-01', '2025-06-30')).toBe(200)
    await foldSales(shop.orm.em.fork())
  }
  expect(await violations()).toEqual([])
})

test('expired carts stay in the number of carts', async () => {
  const region = await shop.given.region()
  const read = async () => {
    const path = `/admin/statistics/conversion?from=${dayAgo(700)}&to=${dayAgo(-1)}` as const
    return (await expectSuccess(shop.admin.get(path))).conversion
  }
  const before = await read()
  const variant = await shop.given.variant()
  const [empty, filled] = [
    await shop.given.cart({ region, lines: [] }),
    await shop.given.cart({ region, lines: [[variant, 1]] }),
  ]
  const [country] = region.countries
  await expectSuccess(shop.post(`/store/carts/${filled.id}`, { country_code: country.iso_2 }))
  await shop.given.order({ region })
  const after = {
    ...{ carts: before.carts + 3, with_items: before.with_items + 2 },
    ...{ with_contact: before.with_contact + 1, orders: before.orders + 1 },
  }
  expect(await read()).toMatchObject(after)
  const old = new Date(Date.now() - 90 * DAY)
  await changeRows(shop, Cart, { id: [empty.id, filled.id] }, { created_at: old, updated_at: old })
  await changeRows(shop, LineItem, { cart_id: filled.id }, { updated_at: old })
  await deleteExpiredCarts(shop.orm.em.fork(), new Map(), { days: 30 })
  expect(await shop.orm.em.fork().count(Cart, { id: [empty.id, filled.id] })).toBe(0)
  expect(await read()).toMatchObject(after)
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

test('a day on which midnight occurs twice has both first hours', async () => {
  const region = await shop.given.region()
  // Clocks in Havana went back from 1:00 to 0:00 on 3 November 2024 at 05:00 UTC.
  for (const at of ['2024-11-03T04:30:00Z', '2024-11-03T05:30:00Z', '2024-11-03T03:59:00Z', '2024-11-04T05:00:00Z']) {
    const order = await shop.given.order({ region })
    await changeRows(shop, Order, { id: order.id }, { created_at: new Date(at) })
  }
  const ofDays = async (from: string, to: string) => {
    const path = `/admin/statistics/sales?from=${from}&to=${to}&time_zone=America/Havana` as const
    const { sales } = await expectSuccess(shop.admin.get(path))
    return sales.filter(({ region_id }) => region_id === region.id).map(({ date, orders }) => [date, orders])
  }
  expect(await ofDays('2024-11-03', '2024-11-03')).toEqual([['2024-11-03', 2]])
  expect(await ofDays('2024-11-01', '2024-11-02')).toEqual([['2024-11-02', 1]])
  expect(await ofDays('2024-11-04', '2024-11-05')).toEqual([['2024-11-04', 1]])
})

test('the conversion of a period in another time zone has the orders of its hours', async () => {
  const region = await shop.given.region()
  for (const at of [
    '2023-05-01T03:59:59Z',
    '2023-05-01T04:00:00Z',
    '2023-05-15T12:00:00Z',
    '2023-06-01T03:59:59Z',
    '2023-06-01T04:00:00Z',
  ]) {
    const order = await shop.given.order({ region })
    await changeRows(shop, Order, { id: order.id }, { created_at: new Date(at) })
  }
  const ordersOf = async (from: string, to: string) => {
    const path = `/admin/statistics/conversion?from=${from}&to=${to}&time_zone=America/New_York` as const
    return (await expectSuccess(shop.admin.get(path))).conversion.orders
  }
  for (const _ of ['appended', 'moved']) {
    expect(await ordersOf('2023-05-01', '2023-05-31')).toBe(3)
    expect(await ordersOf('2023-05-01', '2023-05-01')).toBe(1)
    expect(await ordersOf('2023-04-01', '2023-06-30')).toBe(5)
    await foldSales(shop.orm.em.fork())
  }
})
