import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import { currencyOfStore } from '#entities/market/store/find-store.ts'
import { TaxProvider } from '#entities/market/tax/tax-provider.ts'
import { announce } from '#entities/platform/event/announce.ts'
import type { Changes } from '#entities/values/apply-changes.ts'
import { assertHoldsNoMoney } from './assert-holds-no-money.ts'
import type { NewRegion } from './create-region.ts'
import { lockRegion } from './find-region.ts'
import type { Region } from './region.ts'
import { setCountries } from './region-countries.ts'
import { setProviders } from './region-providers.ts'

export type RegionChanges = Changes<
  NewRegion & Pick<Region, 'gift_cards_taxable' | 'automatic_taxes' | 'tax_provider_id'>
>

export async function updateRegion(
  em: EntityManager,
  id: string,
  { payment_providers, fulfillment_providers, countries, currency_code, ...changes }: RegionChanges,
): Promise<void> {
  if (currency_code) await waitForPricing(em)
  const region = await lockRegion(em, id)
  const { tax_provider_id } = changes
  if (tax_provider_id && (await em.count(TaxProvider, { id: tax_provider_id })) === 0)
    throw new InvalidData('Tax provider not found').about('tax_provider_id').because({ name: 'references_missing' })
  if (currency_code) await changeCurrency(em, region, currency_code)
  region.update(changes)
  if (countries) await setCountries(em, id, countries)
  if (payment_providers) await setProviders(em, 'Payment', id, payment_providers)
  if (fulfillment_providers) await setProviders(em, 'Fulfillment', id, fulfillment_providers)
  await announce(em, 'region.updated', { id })
}

/**
 * Each transaction that prices a line or creates a cart, a gift card or a discount of a region reads this table first. So the
 * count of the money sees their rows, and later transactions use the new currency. The lock comes before the lock of the
 * region, for which they also wait.
 */
const waitForPricing = statement('lock table region in access exclusive mode')

async function changeCurrency(em: EntityManager, region: Row<Region>, code: string): Promise<void> {
  const currentCode = region.currency_code
  region.currency_code = await currencyOfStore(em, code)
  if (region.currency_code !== currentCode) await assertHoldsNoMoney(em, region.id)
}
