import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { Currency } from '#entities/market/currency/currency.ts'
import { Country } from '#entities/market/region/country.ts'
import { PaymentProvider } from '#entities/market/region/payment-provider.ts'
import { Region } from '#entities/market/region/region.ts'
import { FulfillmentProvider } from '#entities/market/shipping/fulfillment-provider.ts'
import { ShippingOption } from '#entities/market/shipping/shipping-option.ts'
import { ShippingOptionRequirement } from '#entities/market/shipping/shipping-option-requirement.ts'
import { ShippingProfile } from '#entities/market/shipping/shipping-profile.ts'
import { Store } from '#entities/market/store/store.ts'
import { Discount } from '#entities/promotions/discount/discount.ts'
import { DiscountRule } from '#entities/promotions/discount/discount-rule.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { analyzeTables } from '#server/database/analyze-tables.ts'
import { makeDemoCatalogue, type ShippingProfiles } from '#server/database/demo-catalogue.ts'

/** Adds and analyzes demo data and returns true, unless the shop has or had a region. The base data must exist. */
export async function seedDemoShop(orm: MikroORM): Promise<boolean> {
  const em = orm.em.fork()
  if ((await em.count(Region, {}, { filters: false })) > 0) return false
  const [store] = await em.findAll(Store, { populate: ['currencies', 'default_sales_channel'], limit: 1 })
  if (!store?.default_sales_channel) throw new Error('The base data is missing. Call seedBaseData first.')
  const profiles = {
    ofGoods: await em.findOneOrFail(ShippingProfile, { type: 'default' }),
    ofGiftCards: await em.findOneOrFail(ShippingProfile, { type: 'gift_card' }),
  }
  const countries = await em.findAll(Country)

  store.currencies.add(em.getReference(Currency, 'eur'), em.getReference(Currency, 'usd'))
  makeDemoCatalogue(em, store.default_sales_channel, profiles)
  const europe = makeRegion(em, countries, {
    name: 'Europe',
    currency_code: 'eur',
    tax_rate: 20,
    countries: ['at', 'be', 'de', 'dk', 'es', 'fi', 'fr', 'ie', 'it', 'nl', 'pl', 'pt', 'se'],
  })
  const northAmerica = makeRegion(em, countries, {
    name: 'North America',
    currency_code: 'usd',
    tax_rate: 8,
    countries: ['ca', 'us'],
  })
  makeShippingOptions(em, profiles, { region: europe, standard: 490, express: 1290, freeFrom: 7500, giveBack: 390 })
  makeShippingOptions(em, profiles, {
    region: northAmerica,
    standard: 690,
    express: 1890,
    freeFrom: 10000,
    giveBack: 590,
  })
  makeDiscounts(em, europe, northAmerica)
  // This code is public, but it can only pay for demo products.
  em.create(GiftCard, { code: 'DEMO-GIFT-CARD-0050', value: 5000, balance: 5000, region_id: europe.id })
  await em.flush()
  await analyzeTables(em)
  return true
}

type DemoRegion = { name: string; currency_code: string; tax_rate: number; countries: readonly string[] }

function makeRegion(
  em: EntityManager,
  countries: readonly Country[],
  { countries: codes, ...demo }: DemoRegion,
): Region {
  const region = em.create(Region, {
    ...demo,
    gift_cards_taxable: false,
    payment_providers: [em.getReference(PaymentProvider, 'manual')],
    fulfillment_providers: [em.getReference(FulfillmentProvider, 'manual')],
  })
  for (const country of countries) if (codes.includes(country.iso_2)) country.region_id = region.id
  return region
}

type DemoShipping = { region: Region; standard: number; express: number; freeFrom: number; giveBack: number }

function makeShippingOptions(em: EntityManager, profiles: ShippingProfiles, demo: DemoShipping): void {
  const usual = {
    region_id: demo.region.id,
    profile_id: profiles.ofGoods.id,
    provider_id: 'manual',
    price_type: 'flat_rate',
    data: { id: 'manual-fulfillment' },
  } as const
  em.create(ShippingOption, { ...usual, name: 'Standard', amount: demo.standard })
  em.create(ShippingOption, { ...usual, name: 'Express', amount: demo.express })
  const free = em.create(ShippingOption, { ...usual, name: 'Free of charge', amount: 0 })
  em.create(ShippingOptionRequirement, { shipping_option_id: free.id, type: 'min_subtotal', amount: demo.freeFrom })
  em.create(ShippingOption, { ...usual, name: 'By e-mail', amount: 0, profile_id: profiles.ofGiftCards.id })
  em.create(ShippingOption, {
    ...usual,
    name: 'Return by mail',
    amount: demo.giveBack,
    is_return: true,
    data: { id: 'manual-fulfillment-return', is_return: true },
  })
}

function makeDiscounts(em: EntityManager, europe: Region, northAmerica: Region): void {
  const percentage = em.create(DiscountRule, {
    type: 'percentage',
    value: 10,
    allocation: 'total',
    description: '10 % off the first order',
  })
  const fixed = em.create(DiscountRule, { type: 'fixed', value: 500, allocation: 'total', description: '€5 off' })
  const freeShipping = em.create(DiscountRule, {
    type: 'free_shipping',
    value: 0,
    allocation: 'total',
    description: 'Free shipping',
  })
  em.create(Discount, { code: 'WELCOME10', rule_id: percentage.id, regions: [europe, northAmerica] })
  em.create(Discount, { code: 'FIVEOFF', rule_id: fixed.id, regions: [europe] })
  em.create(Discount, { code: 'FREESHIP', rule_id: freeShipping.id, regions: [europe, northAmerica] })
}
