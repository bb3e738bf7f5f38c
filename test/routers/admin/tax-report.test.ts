import { afterAll, beforeAll, expect, test } from 'vitest'
import { countViolations } from '#entities/invariants/find-violations.ts'
import { SALES_INVARIANTS } from '#entities/invariants/sales-invariants.ts'
import { Order } from '#entities/orders/order/order.ts'
import { storeSoldAmounts } from '#entities/orders/order/store-sold-amounts.ts'
import { Swap } from '#entities/orders/swap/swap.ts'
import { isSameBooking } from '#entities/orders/taxes/booked-taxes.ts'
import { storeSwapTaxes } from '#entities/orders/taxes/store-swap-taxes.ts'
import { foldSales } from '#entities/statistics/stored-sales.ts'
import { changeRows } from '#test/support/change-rows.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { firstLineQuantity, orderActions } from '#test/support/order-actions.ts'
import { orderEditActions } from '#test/support/order-edit-actions.ts'
import { populateShop } from '#test/support/populate-shop.ts'
import { executeSql } from '#test/support/postgres.ts'
import { openTestShop, type TestShop } from '#test/support/shop.ts'

let shop: TestShop
const { act, ship } = orderActions(() => shop)
const edits = orderEditActions(() => shop)
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop[Symbol.asyncDispose]())

const DAY = 86_400_000
const dayAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10)

/** The report of one currency, which only one test uses. */
async function reportOf(currency: string, from = dayAgo(1), to = dayAgo(-1)) {
  const { taxes } = await expectSuccess(shop.admin.get(`/admin/statistics/taxes?from=${from}&to=${to}`))
  return taxes.filter(({ currency_code }) => currency_code === currency)
}

/** Makes an order one of an earlier month whose taxes an earlier version has not stored. */
async function moveToThePast({ id }: { id: string }) {
  await changeRows(shop, Order, { id }, { created_at: new Date(Date.now() - 60 * DAY), taxes: null })
  await storeSoldAmounts(shop.orm.em.fork())
}

async function violations() {
  const names: string[] = []
  for (const [name, invariant] of Object.entries(SALES_INVARIANTS))
    if ((await countViolations((sql) => executeSql(shop.databaseUrl, sql), invariant)).count > 0) names.push(name)
  return names
}

/** Two units at 10.00 with 19 % tax, and shipping at 5.00 with 19 % tax. */
async function givenSale(currency: string) {
  const region = await shop.given.region({ currency_code: currency, tax_rate: 19, countries: 2 })
  const option = await shop.given.shippingOption(region, { amount: 500 })
  const order = await shop.given.order({ region, option, lines: [[await shop.given.regionalVariant(region, 1000), 2]] })
  return { region, option, order }
}

test('the report shows the sales of each country, without and with tax', async () => {
  const { order } = await givenSale('nok')
  const { country_code } = order.shipping_address
  expect(await reportOf('nok')).toEqual([
    {
      currency_code: 'nok',
      country_code,
      ...{ name: 'default', code: 'default', rate: 19, is_giftcard: false },
      ...{ taxable: 2500, tax: 475, net: 2500 },
      ...{ refunded_taxable: 0, refunded_tax: 0, refunded_net: 0 },
    },
  ])
})

test('a refund contains the tax of the order, and a return the tax of its items', async () => {
  const { order } = await givenSale('sek')
  await act(order, 'capture')
  await act(order, 'refund', { amount: 119, reason: 'discount' })
  expect(await reportOf('sek')).toMatchObject([{ tax: 475, refunded_taxable: 100, refunded_tax: 19 }])
  await ship(order)
  const { returns } = await act(order, 'return', { items: firstLineQuantity(order, 1) })
  await expectSuccess(
    shop.admin.post(`/admin/returns/${returns[0].id}/receive`, { items: firstLineQuantity(order, 1) }),
  )
  expect(await reportOf('sek')).toMatchObject([{ taxable: 2500, refunded_taxable: 1100, refunded_tax: 209 }])
  expect(await violations()).toEqual([])
})

test('a cancellation counts on its own day, and the month of the sale keeps its taxes', async () => {
  const { order } = await givenSale('dkk')
  await act(order, 'capture')
  await moveToThePast(order)
  const past = () => reportOf('dkk', dayAgo(90), dayAgo(30))
  const before = await past()
  expect(before).toMatchObject([{ taxable: 2500, tax: 475 }])
  await act(order, 'cancel')
  expect(await past()).toEqual(before)
  expect(await reportOf('dkk')).toMatchObject([{ taxable: -2500, tax: -475, refunded_tax: 0 }])
})

test('an order edit counts on its own day, and paying back its difference is no second refund of tax', async () => {
  const { order } = await givenSale('chf')
  await act(order, 'capture')
  await moveToThePast(order)
  const edit = await edits.begin(order)
  await edits.change(edit, edit.items[0], 1)
  await edits.act(edit, 'confirm')
  expect(await reportOf('chf')).toMatchObject([{ taxable: -1000, tax: -190 }])
  await act(order, 'refund', { amount: 1190, reason: 'other' })
  expect(await reportOf('chf')).toMatchObject([{ taxable: -1000, tax: -190, refunded_tax: 0 }])
  await act(order, 'refund', { amount: 119, reason: 'other' })
  expect(await reportOf('chf')).toMatchObject([{ refunded_taxable: 100, refunded_tax: 19 }])
  expect(await violations()).toEqual([])
})

test('a corrected country moves the taxes of the order', async () => {
  const { order, region } = await givenSale('pln')
  const other = region.countries.find(({ iso_2 }: { iso_2: string }) => iso_2 !== order.shipping_address.country_code)
  if (!other) throw new Error('The region has one country')
  await expectSuccess(shop.admin.post(`/admin/orders/${order.id}`, { shipping_address: { country_code: other.iso_2 } }))
  const report = await reportOf('pln')
  expect(report.filter(({ tax }) => tax !== 0)).toMatchObject([{ country_code: other.iso_2, taxable: 2500, tax: 475 }])
  expect(await violations()).toEqual([])
})

test('orders of earlier versions get their taxes, on the days of the orders and refunds', async () => {
  const { order } = await givenSale('czk')
  await act(order, 'capture')
  await act(order, 'refund', { amount: 119, reason: 'discount' })
  const before = await reportOf('czk')
  await moveToThePast(order)
  expect(await reportOf('czk', dayAgo(90))).toEqual(before)
  expect(await reportOf('czk')).toMatchObject([{ tax: 0, refunded_tax: 19 }])
  expect(await violations()).toEqual([])
})

test('the taxes agree with the orders after every kind of operation', async () => {
  await populateShop(shop)
  expect(await violations()).toEqual([])
  const swapTaxes = () => shop.orm.em.fork().find(Swap, { confirmed_at: { $ne: null } }, { orderBy: { id: 'asc' } })
  const [stored] = await swapTaxes()
  expect(stored?.taxes).toContainEqual(expect.objectContaining({ kind: 'refund' }))
  await changeRows(shop, Swap, { id: stored?.id ?? '' }, { taxes: null })
  await storeSwapTaxes(shop.orm.em.fork())
  const [computed] = await swapTaxes()
  expect(isSameBooking(stored?.taxes, computed?.taxes ?? [])).toBe(true)
  expect(await violations()).toEqual([])
})

test('the report of a period is the same in each time zone, before and after its entries are moved into sums of days', async () => {
  const { order } = await givenSale('ron')
  const at = async (time: string) => {
    await executeSql(shop.databaseUrl, `update tax_entry set at = '${time}' where order_id = '${order.id}'`)
    await executeSql(shop.databaseUrl, `select rebuild_sales()`)
  }
  const taxIn = async (zone: string, from: string, to: string) => {
    const path = `/admin/statistics/taxes?from=${from}&to=${to}&time_zone=${zone}` as const
    const { taxes } = await expectSuccess(shop.admin.get(path))
    return taxes.filter(({ currency_code }) => currency_code === 'ron').map(({ tax }) => tax)
  }
  await at('2026-01-31T23:30:00Z')
  expect(await taxIn('UTC', '2026-01-01', '2026-01-31')).toEqual([475])
  expect(await taxIn('Europe/Copenhagen', '2026-01-01', '2026-01-31')).toEqual([])
  expect(await taxIn('Europe/Copenhagen', '2026-02-01', '2026-02-28')).toEqual([475])
  expect(await taxIn('Pacific/Kiritimati', '2026-02-01', '2026-02-01')).toEqual([475])
  expect(await taxIn('Pacific/Pago_Pago', '2026-01-31', '2026-01-31')).toEqual([475])
  expect(await taxIn('Asia/Kolkata', '2020-01-01', '2026-11-30')).toEqual([475])
  expect(await violations()).toEqual([])
})

test('the report and the sales of the same days have the same amounts in each currency, also with a refund in a later month', async () => {
  const empty = await openTestShop()
  const { act } = orderActions(() => empty)
  const today = new Date().toISOString().slice(0, 10)
  const read = async (from: string, to: string, zone: string) => {
    const period = `from=${from}&to=${to}&time_zone=${zone}`
    const [{ sales }, { taxes }] = await Promise.all([
      expectSuccess(empty.admin.get(`/admin/statistics/sales?${period}` as '/admin/statistics/sales')),
      expectSuccess(empty.admin.get(`/admin/statistics/taxes?${period}` as '/admin/statistics/taxes')),
    ])
    const totals: Record<string, { sold: number; refunded: number; reported: number; reportedRefunds: number }> = {}
    const of = (code: string) => (totals[code] ??= { sold: 0, refunded: 0, reported: 0, reportedRefunds: 0 })
    for (const day of sales) {
      of(day.currency_code).sold += day.subtotal - day.discount_total + day.shipping_total + day.tax_total
      of(day.currency_code).refunded += day.refunded
    }
    for (const tax of taxes) {
      of(tax.currency_code).reported += tax.net + tax.tax
      of(tax.currency_code).reportedRefunds += tax.refunded_net + tax.refunded_tax
    }
    return totals
  }
  expect(await read(dayAgo(60), today, 'UTC')).toEqual({})
  for (const [currency_code, price] of [
    ['eur', 1999],
    ['jpy', 333],
    ['usd', 4501],
  ] as const) {
    const region = await empty.given.region({ currency_code, tax_rate: 7.7 })
    const order = await empty.given.order({ region, lines: [[await empty.given.regionalVariant(region, price), 3]] })
    await changeRows(empty, Order, { id: order.id }, { created_at: new Date('2026-03-28T23:30:00Z'), taxes: null })
    await storeSoldAmounts(empty.orm.em.fork())
    await act(order, 'capture')
    await act(order, 'refund', { amount: 101, reason: 'other' })
  }
  for (const _ of ['appended', 'moved']) {
    for (const [zone, day] of [
      ['UTC', '2026-03-28'],
      ['Europe/Berlin', '2026-03-29'],
    ] as const) {
      const month = await read(day, day, zone)
      expect(Object.keys(month).toSorted()).toEqual(['eur', 'jpy', 'usd'])
      for (const { sold, refunded, reported, reportedRefunds } of Object.values(month)) {
        expect([reported, refunded, reportedRefunds]).toEqual([sold, 0, 0])
        expect(sold).toBeGreaterThan(0)
      }
    }
    const later = await read(dayAgo(1), dayAgo(-1), 'Asia/Kolkata')
    for (const total of Object.values(later))
      expect(total).toEqual({ sold: 0, refunded: 101, reported: 0, reportedRefunds: 101 })
    expect(Object.keys(later)).toHaveLength(3)
    await foldSales(empty.orm.em.fork())
  }
  await empty[Symbol.asyncDispose]()
})

test('a deleted order leaves no taxes in the report', async () => {
  const { order } = await givenSale('isk')
  expect(await reportOf('isk')).toHaveLength(1)
  await foldSales(shop.orm.em.fork())
  await executeSql(shop.databaseUrl, `delete from tax_entry where order_id = '${order.id}'`)
  expect(await reportOf('isk')).toEqual([])
  await foldSales(shop.orm.em.fork())
  expect(await reportOf('isk')).toEqual([])
})

test('a wrong period is refused', async () => {
  const { status } = await shop.admin.get('/admin/statistics/taxes?from=2026-02-01&to=2026-01-01')
  expect(status).toBe(400)
})
