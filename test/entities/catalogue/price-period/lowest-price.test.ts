import { describe, expect, test } from 'vitest'
import { findLowestPrice, type VisiblePrice } from '#entities/catalogue/price-period/lowest-price.ts'

const DAY = 24 * 60 * 60 * 1000
const now = new Date('2026-06-30T12:00:00Z')
const daysAgo = (days: number) => now.getTime() - days * DAY

/** A price for all customers that began `from` days ago and ended `to` days ago. */
const price = (
  amount: number,
  from: number,
  to: number | null = null,
  over: Partial<VisiblePrice> = {},
): VisiblePrice => ({
  amount,
  visible_from: daysAgo(from),
  visible_to: to === null ? null : daysAgo(to),
  ...{ currency_code: 'eur', region_id: null, price_list_id: null, includes_tax: false, customer_group_ids: [] },
  ...over,
})

const rates = [{ rate: 20 }]
const lowest = (prices: VisiblePrice[], over = {}) =>
  findLowestPrice(prices, {
    ...{ currency: { code: 'eur', includes_tax: false }, region: { id: 'reg_1', includes_tax: false } },
    ...{ customer_group_ids: [], tax_rates: rates, shown_tax_rates: rates, now, ...over },
  })
const amounts = (prices: VisiblePrice[], over = {}) => {
  const { amount, prior_amount } = lowest(prices, over)
  return [amount, prior_amount]
}

describe('the lowest price of 30 days', () => {
  test('a reduction shows the price before it', () => {
    expect(lowest([price(1000, 400, 3), price(800, 3)])).toEqual({
      ...{ amount: 800, amount_incl_tax: 960, prior_amount: 1000, prior_amount_incl_tax: 1200 },
    })
  })

  test('an earlier and lower price counts, also after a raise before the reduction', () => {
    expect(amounts([price(700, 400, 20), price(1000, 20, 3), price(800, 3)])).toEqual([700, 700])
  })

  test.each([
    ['ended 30 days ago', 30, [900, 900]],
    ['ended a millisecond later', 30 - 1 / DAY, [500, 500]],
  ])('a price that %s', (_, to, expected) => {
    expect(amounts([price(500, 400, to), price(900, 30)])).toEqual([expected[0], 500])
  })

  test.each([
    [33 + 1 / DAY, 1000],
    [33, 1000],
    [33 - 1 / DAY, 500],
  ])('the days before a reduction three days ago begin 33 days ago: a price that ended %d days ago', (to, prior) => {
    expect(amounts([price(500, 400, to), price(1000, to, 3), price(800, 3)])).toEqual([800, prior])
  })

  test('a price that did not change has no prior price', () => {
    expect(amounts([price(1000, 400)])).toEqual([1000, null])
    expect(amounts([])).toEqual([null, null])
  })

  test('a price list that has not begun does not count, and its end counts as a change', () => {
    const list = { price_list_id: 'pl_1' }
    expect(amounts([price(1000, 400), price(600, -1, -9, list)])).toEqual([1000, null])
    expect(amounts([price(1000, 400), price(600, 9, 1, list)])).toEqual([600, null])
    expect(amounts([price(1000, 400), price(600, 9, -1, list)])).toEqual([600, 1000])
  })

  test('only the prices that the buyer could see count', () => {
    const ofFriends = price(600, 9, null, { price_list_id: 'pl_1', customer_group_ids: ['friends'] })
    const ofOthers = [price(100, 9, null, { currency_code: 'usd' }), price(100, 9, null, { region_id: 'reg_2' })]
    const prices = [price(1000, 400), price(950, 400, null, { region_id: 'reg_1' }), ofFriends, ...ofOthers]
    expect(amounts(prices)).toEqual([950, null])
    expect(amounts(prices, { customer_group_ids: ['friends'] })).toEqual([600, 950])
  })

  test('prices with tax and without tax are compared with tax', () => {
    const gross = price(1100, 9, 5, { price_list_id: 'pl_1', includes_tax: true })
    expect(lowest([price(1000, 400), gross])).toMatchObject({ amount: 1100, amount_incl_tax: 1100 })
  })
})
