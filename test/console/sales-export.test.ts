import { expect, test } from 'vitest'
import { currencyDecimals } from '#client/currency-decimals.ts'
import { figuresOf, marketsOf, partsOf, salesOfMarket } from '#console/screens/home/sales.ts'
import { salesCsv } from '#console/screens/home/sales-csv.ts'
import { type CsvRow, readCsv } from '#test/support/csv.ts'
import { expectSuccess } from '#test/support/factories.ts'
import { orderActions } from '#test/support/order-actions.ts'
import { populateShop } from '#test/support/populate-shop.ts'
import { openTestShop } from '#test/support/shop.ts'

/** Adds decimal texts in minor units. */
const sumOf = (lines: readonly CsvRow[], name: string) =>
  Number(lines.reduce((sum, line) => sum + BigInt((line[name] ?? '').replace('.', '')), 0n))

test.each(['day', 'month'])('an export by %s adds up to the screen in each region and currency', async (grain) => {
  await using shop = await openTestShop()
  const { act } = orderActions(() => shop)
  await populateShop(shop)
  const yen = await shop.given.region({ currency_code: 'jpy', name: '=Japan, "east"' })
  const { variants } = await shop.given.product({
    variants: [
      { title: 'S', inventory_quantity: 5, options: [{ value: 'S' }], prices: [{ currency_code: 'jpy', amount: 999 }] },
    ],
  })
  for (const quantity of [1, 2]) {
    const order = await shop.given.order({ region: yen, lines: [[variants[0], quantity]] })
    await act(order, 'capture')
    await act(order, 'refund', { amount: 7, reason: 'other' })
  }
  const day = (distance: number) => new Date(Date.now() + distance * 86_400_000).toISOString().slice(0, 10)
  const path = `/admin/statistics/sales?from=${day(-700)}&to=${day(1)}&grain=${grain}` as '/admin/statistics/sales'
  const { sales } = await expectSuccess(shop.admin.get(path))
  const markets = marketsOf(sales)
  expect(markets.length).toBeGreaterThan(1)
  for (const market of markets) {
    const { rows: lines } = readCsv(salesCsv(salesOfMarket(sales, market)), ',')
    expect(
      lines.every(({ refunds }) => (refunds?.split('.')[1]?.length ?? 0) === currencyDecimals(market.currency)),
    ).toBe(true)
    const shown = figuresOf(salesOfMarket(sales, market))
    const parts = Object.fromEntries(partsOf(shown).map(({ name, amount }) => [name, amount]))
    expect({
      ...Object.fromEntries(
        ['subtotal', 'netGoods', 'shipping', 'taxes', 'total', 'paid', 'net'].map((name) => [name, parts[name]]),
      ),
      ...{ discounts: shown.discounts, refunds: shown.refunds, giftCards: shown.giftCards },
    }).toEqual({
      ...{ subtotal: sumOf(lines, 'goods_before_discounts'), netGoods: sumOf(lines, 'net_goods') },
      ...{ shipping: sumOf(lines, 'shipping'), taxes: sumOf(lines, 'taxes'), total: sumOf(lines, 'total') },
      ...{ paid: sumOf(lines, 'sales'), net: sumOf(lines, 'net_sales'), discounts: sumOf(lines, 'discounts') },
      ...{ refunds: sumOf(lines, 'refunds'), giftCards: sumOf(lines, 'gift_cards') },
    })
    expect([sumOf(lines, 'orders'), sumOf(lines, 'returning_orders')]).toEqual([shown.orders, shown.returning])
  }
})
