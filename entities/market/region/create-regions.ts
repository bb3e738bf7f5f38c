import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import { findCurrency } from '#entities/market/currency/find-currency.ts'
import { createShippingOption } from '#entities/market/shipping/create-shipping-option.ts'
import type { FulfillmentData, FulfillmentProviders } from '#entities/market/shipping/fulfillment-port.ts'
import { ensureStoreCurrency } from '#entities/market/store/update-store.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { createRegion, type NewRegion } from './create-region.ts'
import { lockCountries } from './region-countries.ts'

export const STORE_CURRENCIES = ['added', 'default'] as const

export type StoreCurrency = (typeof STORE_CURRENCIES)[number]

export interface NewRegions extends Omit<NewRegion, 'name' | 'countries' | 'tax_rate'> {
  regions: Pick<NewRegion, 'name' | 'countries' | 'tax_rate'>[]
  /** The way to ship to each region. The amount is in minor units. */
  shipping?: { name: string; amount: number } | undefined
  /** What the currency becomes in the store before the regions use it. Without it, the store must have the currency. */
  store_currency?: StoreCurrency | undefined
}

/**
 * Creates regions that differ only in their countries and their tax, all or none. With `includes_tax`, the prices in their
 * currency include tax too, if the shop has none yet: products have prices in a currency, not in a region.
 * @returns The ids in the order of `regions`.
 * @throws InvalidData if a country is named twice, or if no provider has a method for the shipping option.
 */
export async function createRegions(
  em: EntityManager,
  providers: FulfillmentProviders,
  { regions, shipping, store_currency, ...shared }: NewRegions,
): Promise<string[]> {
  const codes = regions.flatMap(({ countries }) => countries.map((code) => code.toLowerCase()))
  if (new Set(codes).size < codes.length)
    throw new InvalidData('A country can be in one region only').about('regions').because({ name: 'country_repeated' })
  const method = shipping && (await methodOf(providers, shared.fulfillment_providers))
  if (store_currency) await ensureStoreCurrency(em, shared.currency_code, { isDefault: store_currency === 'default' })
  await lockCountries(em, codes, '')
  const ids: string[] = []
  for (const region of regions) {
    const { id } = await createRegion(em, { ...shared, ...region })
    ids.push(id)
    if (shipping && method)
      await createShippingOption(em, providers, {
        ...{ ...shipping, ...method, region_id: id, price_type: 'flat_rate' },
        includes_tax: shared.includes_tax,
      })
  }
  if (shared.includes_tax) await includeTaxInFirstPrices(em, shared.currency_code)
  return ids
}

async function includeTaxInFirstPrices(em: EntityManager, code: string): Promise<void> {
  const currency = await findCurrency(em, code)
  if (currency.includes_tax) return
  const [prices] = await selectAnyPrice(em, currency.code)
  if (prices?.exist) return
  currency.includes_tax = true
  await announce(em, 'currency.updated', { id: currency.code, code: currency.code })
}

const selectAnyPrice = statement<{ exist: boolean }>(
  'select exists (select from money_amount where currency_code = $1) as exist',
)

/** Returns the first way to ship to a customer. */
async function methodOf(
  providers: FulfillmentProviders,
  ids: readonly string[],
): Promise<{ provider_id: string; data: FulfillmentData }> {
  for (const provider_id of ids) {
    const options = (await providers.get(provider_id)?.options()) ?? []
    const data = options.find((option) => !option.is_return)
    if (data) return { provider_id, data: { ...data } }
  }
  throw new InvalidData('No fulfillment provider has a method for the shipping option')
    .about('fulfillment_providers')
    .because({ name: 'provider_without_method' })
}
