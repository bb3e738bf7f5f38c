import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { currencyOfStore } from '#entities/market/store/find-store.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { assertValidTaxRate, Region } from './region.ts'
import { setCountries } from './region-countries.ts'
import { setProviders } from './region-providers.ts'

export interface NewRegion {
  name: string
  currency_code: string
  tax_code?: string | null | undefined
  tax_rate: number
  includes_tax?: boolean | undefined
  metadata?: Metadata | null | undefined
  payment_providers: string[]
  fulfillment_providers: string[]
  countries: string[]
}

export async function createRegion(
  em: EntityManager,
  { payment_providers, fulfillment_providers, countries, ...values }: NewRegion,
): Promise<{ id: string }> {
  assertValidTaxRate(values.tax_rate)
  const region = insertRow(em, Region, { ...values, currency_code: await currencyOfStore(em, values.currency_code) })
  await em.flush()
  await setCountries(em, region.id, countries)
  await setProviders(em, 'Payment', region.id, payment_providers)
  await setProviders(em, 'Fulfillment', region.id, fulfillment_providers)
  await announce(em, 'region.created', { id: region.id })
  return region
}
