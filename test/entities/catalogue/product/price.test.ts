import { describe, expect, test } from 'vitest'
import {
  eligibleAmounts,
  NO_PRICE,
  type PriceAmount,
  type PriceContext,
  type PriceListTerms,
  priceTaxes,
  selectPrice,
} from '#entities/catalogue/product/price.ts'

const now = new Date('2026-06-01T12:00:00.000Z')
const before = new Date('2026-05-01')
const after = new Date('2026-07-01')

const eur = (amount: number, over: Partial<PriceAmount> = {}): PriceAmount => ({
  amount,
  currency_code: 'eur',
  region_id: null,
  min_quantity: null,
  max_quantity: null,
  price_list_id: null,
  price_list: null,
  ...over,
})
const here = (amount: number, over: Partial<PriceAmount> = {}) => eur(amount, { region_id: 'reg_here', ...over })
const onList = (amount: number, over: Partial<PriceListTerms> = {}): PriceAmount =>
  eur(amount, {
    price_list_id: 'pl_1',
    price_list: {
      type: 'sale',
      status: 'active',
      starts_at: null,
      ends_at: null,
      includes_tax: false,
      customer_group_ids: [],
      ...over,
    },
  })

const context = (over: Partial<PriceContext> = {}): PriceContext => ({
  currency: { code: 'eur', includes_tax: false },
  region: { id: 'reg_here', includes_tax: false },
  customer_group_ids: [],
  quantity: null,
  tax_rates: [{ rate: 20 }],
  now,
  ...over,
})
const gross = { region: { id: 'reg_here', includes_tax: true } }

const lowest = (amounts: PriceAmount[], over?: Partial<PriceContext>) =>
  selectPrice(amounts, context(over)).calculated_price
const original = (amounts: PriceAmount[], over?: Partial<PriceContext>) =>
  selectPrice(amounts, context(over)).original_price

describe('the lowest price', () => {
  test('a higher price of the region is only the original price', () => {
    expect(selectPrice([eur(1000), here(1300)], context())).toEqual({
      original_price: 1300,
      original_price_includes_tax: false,
      calculated_price: 1000,
      calculated_price_includes_tax: false,
      calculated_price_type: 'default',
    })
  })

  test.each([
    ['sale', 900, 900, 'sale'],
    ['override', 900, 900, 'override'],
    ['override', 1100, 1000, 'default'],
    ['sale', 1000, 1000, 'default'],
  ] as const)('a list price (%s) of %d next to 1000 selects %d (%s)', (type, amount, price, calculated_price_type) => {
    const selected = selectPrice([eur(1000), onList(amount, { type })], context())
    expect(selected).toMatchObject({ original_price: 1000, calculated_price: price, calculated_price_type })
    expect(original([onList(amount, { type }), eur(1000)])).toBe(1000)
  })

  test.each([
    [1100, 1100, true],
    [1199, 1199, true],
    [1200, 1200, true],
    [1201, 1000, false],
  ])('the prices 1000 net and %d gross at 20 %% select %d', (amount, price, includes_tax) => {
    const expected = { calculated_price: price, calculated_price_includes_tax: includes_tax }
    expect(selectPrice([eur(1000), here(amount)], context(gross))).toMatchObject(expected)
    expect(selectPrice([here(amount), eur(1000)], context(gross))).toMatchObject(expected)
  })
})

describe('prices of regions and currencies', () => {
  const elsewhere = eur(700, { region_id: 'reg_elsewhere' })

  test('a price of another region does not apply', () => {
    expect(selectPrice([elsewhere, eur(1000)], context())).toMatchObject({
      original_price: 1000,
      calculated_price: 1000,
    })
    expect(eligibleAmounts([elsewhere, eur(1000)], context()).map((a) => a.amount)).toEqual([1000])
  })

  test('only prices of the currency apply if no region is given', () => {
    const amounts = [eur(1000), here(800), eur(500, { currency_code: 'usd' })]
    expect(lowest(amounts, { region: null })).toBe(1000)
  })

  test('a variant without a matching price has no price', () => {
    expect(selectPrice([elsewhere], context())).toEqual(NO_PRICE)
  })
})

describe('quantity tiers', () => {
  const tiers = [eur(1000), eur(800, { min_quantity: 5 }), eur(600, { min_quantity: 10, max_quantity: 20 })]

  test.each([
    [null, 1000],
    [1, 1000],
    [4, 1000],
    [5, 800],
    [9, 800],
    [10, 600],
    [20, 600],
    [21, 800],
  ])('a quantity of %s costs %d each', (quantity, price) => {
    expect(lowest(tiers, { quantity })).toBe(price)
    expect(original(tiers, { quantity })).toBe(1000)
  })

  test('a price with a quantity tier is not an original price', () => {
    for (const tier of [{ min_quantity: 1 }, { max_quantity: 5 }]) expect(original([eur(800, tier)])).toBeNull()
  })
})

describe('price lists', () => {
  test.each([
    ['is active', {}, 700],
    ['is a draft', { status: 'draft' }, 1000],
    ['runs', { starts_at: before, ends_at: after }, 700],
    ['has ended', { ends_at: before }, 1000],
    ['has not started', { starts_at: after }, 1000],
    ['starts at this moment', { starts_at: now }, 1000],
    ['ends at this moment', { ends_at: now }, 1000],
    ['is for a group of the customer', { customer_group_ids: ['other', 'vip'] }, 700],
    ['is for other groups', { customer_group_ids: ['other'] }, 1000],
  ] as const)('with a price list that %s (%j), the lowest price is %d', (_, list, price) => {
    expect(lowest([eur(1000), onList(700, list)], { customer_group_ids: ['vip'] })).toBe(price)
  })

  test('a deleted price list does not apply', () => {
    expect(lowest([eur(1000), { ...onList(700), price_list: null }])).toBe(1000)
  })
})

describe('prices with tax', () => {
  const includes = (amount: PriceAmount, over: Partial<PriceContext>) =>
    selectPrice([amount], context(over)).calculated_price_includes_tax

  test('a price of a region includes tax if prices of the region do', () => {
    expect(includes(here(1000), gross)).toBe(true)
    expect(includes(eur(1000), gross)).toBe(false)
  })

  test('a price includes tax if prices of its currency or price list do', () => {
    expect(includes(eur(1000), { currency: { code: 'eur', includes_tax: true } })).toBe(true)
    expect(includes(onList(1000, { includes_tax: true }), {})).toBe(true)
  })
})

describe('the tax of a price', () => {
  test('the tax is added to a net price', () => {
    expect(priceTaxes(selectPrice([eur(1000)], context()), [{ rate: 20 }])).toEqual({
      original_tax: 200,
      original_price_incl_tax: 1200,
      calculated_tax: 200,
      calculated_price_incl_tax: 1200,
    })
  })

  test('the tax is extracted from a gross price', () => {
    expect(priceTaxes(selectPrice([here(1111)], context(gross)), [{ rate: 25 }])).toEqual({
      original_tax: 222,
      original_price_incl_tax: 1111,
      calculated_tax: 222,
      calculated_price_incl_tax: 1111,
    })
  })

  test('the tax is null without a price or without tax rates', () => {
    const none = {
      original_tax: null,
      original_price_incl_tax: null,
      calculated_tax: null,
      calculated_price_incl_tax: null,
    }
    expect(priceTaxes(NO_PRICE, [{ rate: 20 }])).toEqual(none)
    expect(priceTaxes(selectPrice([eur(1000)], context()), null)).toEqual(none)
  })
})
