import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { applyChanges, type Changes } from '#entities/values/apply-changes.ts'
import type { NewShippingOption } from './create-shipping-option.ts'
import { lockShippingOption } from './find-shipping-option.ts'
import type { FulfillmentProviders } from './fulfillment-port.ts'
import { type RequirementInput, setRequirements } from './set-requirements.ts'
import type { ShippingOption } from './shipping-option.ts'

export type ShippingOptionChanges = Changes<
  Pick<NewShippingOption, 'name' | 'amount' | 'price_type' | 'admin_only' | 'includes_tax' | 'metadata'>
> & { requirements: RequirementInput[] }

export async function updateShippingOption(
  em: EntityManager,
  providers: FulfillmentProviders,
  id: string,
  { requirements, price_type, amount, ...changes }: ShippingOptionChanges,
): Promise<void> {
  const option = await lockShippingOption(em, id)
  await waitForCurrency(em)
  await option.changePrice(providers.get(option.provider_id), { price_type, amount })
  applyChanges<Row<ShippingOption>>(option, changes)
  await setRequirements(em, option, requirements)
}

/** A change of the currency of a region locks the table and counts the amounts of the options. */
const waitForCurrency = statement('select from region limit 1')
