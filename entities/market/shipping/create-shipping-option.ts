import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import type { Metadata } from '#entities/base.ts'
import { InvalidData } from '#entities/errors.ts'
import { fulfillmentProvidersOf } from '#entities/market/region/region-providers.ts'
import { defaultShippingProfile, findShippingProfile } from './find-shipping-profile.ts'
import type { FulfillmentData, FulfillmentProviders } from './fulfillment-port.ts'
import { type RequirementInput, setRequirements } from './set-requirements.ts'
import { ShippingOption } from './shipping-option.ts'
import { resolveStoredAmount, type ShippingPrice } from './shipping-price.ts'

export interface NewShippingOption extends ShippingPrice {
  name: string
  region_id: string
  provider_id: string
  profile_id?: string | null | undefined
  data: FulfillmentData
  requirements?: RequirementInput[] | null | undefined
  admin_only?: boolean | undefined
  is_return?: boolean | undefined
  includes_tax?: boolean | undefined
  metadata?: Metadata | null | undefined
}

export async function createShippingOption(
  em: EntityManager,
  providers: FulfillmentProviders,
  { requirements, profile_id, ...values }: NewShippingOption,
): Promise<{ id: string }> {
  const available = await fulfillmentProvidersOf(em, values.region_id)
  const provider = available.includes(values.provider_id) ? providers.get(values.provider_id) : undefined
  if (!provider)
    throw new InvalidData('The fulfillment provider is not available in the provided region').because({
      name: 'provider_outside_region',
    })
  const amount = await resolveStoredAmount(provider, values, values.data)
  if (!(await provider.validateOption(values.data)))
    throw new InvalidData('The fulfillment provider cannot validate the shipping option').because({
      name: 'option_rejected_by_provider',
    })
  const profile = profile_id ? await findShippingProfile(em, profile_id) : await defaultShippingProfile(em)
  const option = insertRow(em, ShippingOption, { ...values, amount, profile_id: profile.id })
  await setRequirements(em, option, requirements ?? [])
  return option
}
