import type { EntityManager } from '@mikro-orm/postgresql'
import type { Changes } from '#entities/change.ts'
import { InvalidData } from '#entities/errors.ts'
import { announce } from '#entities/event/announce.ts'
import { currencyOfStore } from '#entities/store/find-store.ts'
import { TaxProvider } from '#entities/tax/tax-provider.ts'
import type { NewRegion } from './create-region.ts'
import { lockRegion } from './find-region.ts'
import type { Region } from './region.ts'
import { setCountries } from './region-countries.ts'
import { setProviders } from './region-providers.ts'

export type RegionChanges = Changes<
  NewRegion & Pick<Region, 'gift_cards_taxable' | 'automatic_taxes' | 'tax_provider_id'>
>

/** Changes what is named; lists of countries and providers take the place of those before. */
export async function updateRegion(
  em: EntityManager,
  id: string,
  { payment_providers, fulfillment_providers, countries, currency_code, ...changes }: RegionChanges,
): Promise<void> {
  const region = await lockRegion(em, id)
  const { tax_provider_id } = changes
  if (tax_provider_id && (await em.count(TaxProvider, { id: tax_provider_id })) === 0)
    throw new InvalidData('Tax provider not found')
  if (currency_code) region.currency_code = await currencyOfStore(em, currency_code)
  region.update(changes)
  if (countries) await setCountries(em, id, countries)
  if (payment_providers) await setProviders(em, 'Payment', id, payment_providers)
  if (fulfillment_providers) await setProviders(em, 'Fulfillment', id, fulfillment_providers)
  await announce(em, 'region.updated', { id })
}
