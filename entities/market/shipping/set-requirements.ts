import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, insertRow } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import { now } from '#entities/values/clock.ts'
import type { Requirement } from './requirements.ts'
import { ShippingOptionRequirement } from './shipping-option-requirement.ts'

export async function setRequirements(
  em: EntityManager,
  option: { id: string },
  inputs: readonly RequirementInput[],
): Promise<void> {
  assertValidRequirements(inputs)
  const storedRequirements = await findRows(em, ShippingOptionRequirement, { shipping_option_id: option.id })
  for (const { id } of inputs) {
    if (id != null && !storedRequirements.some((requirement) => requirement.id === id))
      throw new InvalidData(`Shipping option requirement with id ${id} does not exist`).because({
        name: 'entry_missing',
      })
  }
  for (const requirement of storedRequirements) {
    if (!inputs.some(({ type }) => type === requirement.type)) requirement.deleted_at = now()
  }
  for (const { type, amount } of inputs) {
    const existing = storedRequirements.find((requirement) => requirement.type === type)
    if (existing) existing.amount = amount
    else insertRow(em, ShippingOptionRequirement, { shipping_option_id: option.id, type, amount })
  }
}

export interface RequirementInput extends Requirement {
  id?: string | null | undefined
}

function assertValidRequirements(inputs: readonly Requirement[]): void {
  const amounts = new Map(inputs.map(({ type, amount }) => [type, amount]))
  if (amounts.size < inputs.length)
    throw new InvalidData('Only one requirement of each type is allowed')
      .about('requirements')
      .because({ name: 'duplicate_requirement' })
  const [minimum, maximum] = [amounts.get('min_subtotal'), amounts.get('max_subtotal')]
  if (minimum !== undefined && maximum !== undefined && maximum <= minimum)
    throw new InvalidData('Max. subtotal must be greater than Min. subtotal').because({ name: 'maximum_below_minimum' })
}
