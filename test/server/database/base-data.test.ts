import type { MikroORM } from '@mikro-orm/postgresql'
import { expect, test } from 'vitest'
import { Currency } from '#entities/market/currency/currency.ts'
import { Country } from '#entities/market/region/country.ts'
import { PaymentProvider } from '#entities/market/region/payment-provider.ts'
import { SalesChannel } from '#entities/market/sales-channel/sales-channel.ts'
import { FulfillmentProvider } from '#entities/market/shipping/fulfillment-provider.ts'
import { ShippingProfile } from '#entities/market/shipping/shipping-profile.ts'
import { Store } from '#entities/market/store/store.ts'
import { seedBaseData } from '#server/database/base-data.ts'
import { countries } from '#server/database/data/countries.ts'
import { currencies } from '#server/database/data/currencies.ts'
import { openClone } from '#test/support/cloned-orm.ts'

const complete = {
  currencies: 120,
  countries: 250,
  stores: 1,
  salesChannels: 1,
  shippingProfiles: 2,
  paymentProviders: 1,
  fulfillmentProviders: 1,
}

test('seeding base data twice creates it once', async () => {
  await using shop = await openClone()
  await seedBaseData(shop.orm)
  await seedBaseData(shop.orm)
  expect(await counts(shop.orm)).toEqual(complete)
})

test('seeding base data on several servers at the same time creates it once', async () => {
  await using shop = await openClone()
  await Promise.all(Array.from({ length: 4 }, () => seedBaseData(shop.orm)))
  expect(await counts(shop.orm)).toEqual(complete)
})

test('adding the base data again keeps the changes of the shop and restores missing rows', async () => {
  await using shop = await openClone()
  await seedBaseData(shop.orm)
  const em = shop.orm.em.fork()
  await em.nativeUpdate(Currency, { code: 'eur' }, { includes_tax: true })
  await em.nativeUpdate(Store, {}, { name: 'Corner Shop' })
  await em.nativeDelete(Currency, { code: 'zwl' })

  await seedBaseData(shop.orm)

  expect(await counts(shop.orm)).toEqual(complete)
  expect(await em.findOneOrFail(Currency, 'eur')).toMatchObject({ includes_tax: true })
  expect(await em.findAll(Store)).toMatchObject([{ name: 'Corner Shop' }])
})

test('base data updates symbols and names of currencies and no other existing data', async () => {
  await using shop = await openClone()
  await seedBaseData(shop.orm)
  const em = shop.orm.em.fork()
  const older = { symbol: 'A$', symbol_native: 'A$', name: 'Dollar (Australia)' }
  await em.nativeUpdate(Currency, { code: 'aud' }, { ...older, includes_tax: true, decimal_digits: 3 })
  await em.insert(Currency, { code: 'xxa', ...older, includes_tax: false, decimal_digits: 2 })

  await seedBaseData(shop.orm)

  const changed = { symbol: 'AU$', symbol_native: '$', name: 'Australian Dollar' }
  expect(await em.findOneOrFail(Currency, 'aud')).toMatchObject({ ...changed, includes_tax: true, decimal_digits: 3 })
  expect(await em.findOneOrFail(Currency, 'xxa')).toMatchObject(older)
})

test('a new shop sells in US dollars through the default sales channel', async () => {
  await using shop = await openClone()
  await seedBaseData(shop.orm)
  const em = shop.orm.em.fork()
  const [store] = await em.findAll(Store, { populate: ['currencies', 'default_sales_channel'] })
  expect(store!.default_currency_code).toBe('usd')
  expect(store!.currencies.map(({ code }) => code)).toEqual(['usd'])
  expect(store!.default_sales_channel!.name).toBe('Default Sales Channel')
  expect(await em.findAll(ShippingProfile, { orderBy: { type: 'asc' } })).toMatchObject([
    { type: 'default', name: 'Default Shipping Profile' },
    { type: 'gift_card', name: 'Gift Card Profile' },
  ])
})

test('currencies have unique codes and the digits of their minor unit', () => {
  expect(new Set(currencies.map(({ code }) => code)).size).toBe(120)
  const withDigits = (digits: number) =>
    currencies.filter((row) => row.decimal_digits === digits).map(({ code }) => code)
  expect(withDigits(0).join(' ')).toBe('bif clp djf gnf isk jpy kmf krw pyg rwf ugx vnd xaf xof')
  expect(withDigits(3).join(' ')).toBe('bhd iqd jod kwd lyd omr tnd')
  expect(withDigits(2)).toHaveLength(99)
  expect(currencies.find(({ code }) => code === 'cad')).toMatchObject({ symbol: 'CA$', name: 'Canadian Dollar' })
})

test('currencies have the symbols and names of Medusa v1', () => {
  const labelsOf = (code: string) => {
    const { symbol, symbol_native, name } = currencies.find((currency) => currency.code === code)!
    return [symbol, symbol_native, name]
  }
  expect(labelsOf('inr')).toEqual(['Rs', '₹', 'Indian Rupee'])
  expect(labelsOf('sek')).toEqual(['Skr', 'kr', 'Swedish Krona'])
  expect(labelsOf('gbp')).toEqual(['£', '£', 'British Pound Sterling'])
  expect(labelsOf('xof')).toEqual(['CFA', 'CFA', 'CFA Franc BCEAO'])
  expect(labelsOf('jpy')).toEqual(['¥', '￥', 'Japanese Yen'])
  expect(labelsOf('aed')).toEqual(['AED', 'د.إ.\u200f', 'United Arab Emirates Dirham'])
})

test('countries have unique codes and are sorted by name', () => {
  for (const key of ['iso_2', 'iso_3', 'num_code', 'name'] as const) {
    expect(new Set(countries.map((country) => country[key])).size).toBe(250)
  }
  const names = countries.map(({ display_name }) => display_name)
  expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')))
  const { id, ...germany } = countries.find(({ iso_2 }) => iso_2 === 'de')!
  expect(germany).toEqual({ iso_2: 'de', iso_3: 'deu', num_code: 276, name: 'GERMANY', display_name: 'Germany' })
  expect(countries[id - 1]!.iso_2).toBe('de')
})

async function counts(orm: MikroORM): Promise<typeof complete> {
  const em = orm.em.fork()
  return {
    currencies: await em.count(Currency),
    countries: await em.count(Country),
    stores: await em.count(Store),
    salesChannels: await em.count(SalesChannel),
    shippingProfiles: await em.count(ShippingProfile),
    paymentProviders: await em.count(PaymentProvider),
    fulfillmentProviders: await em.count(FulfillmentProvider),
  }
}
