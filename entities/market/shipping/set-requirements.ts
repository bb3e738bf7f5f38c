import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { InvalidData } from '#entities/errors.ts'
import type { Requirement } from './requirements.ts'
import type { ShippingOption } from './shipping-option.ts'
import { ShippingOptionRequirement } from './shipping-option-requirement.ts'

/** Replaces all requirements. There is at most one of each type. */
export function setRequirements(em: EntityManager, option: ShippingOption, wanted: readonly RequirementInput[]): void {
  checkRequirements(wanted)
  const before = option.requirements.getItems()
  for (const { id } of wanted) {
    if (id != null && !before.some((requirement) => requirement.id === id))
      throw new InvalidData(`Shipping option requirement with id ${id} does not exist`)
  }
  for (const requirement of before) {
    if (!wanted.some(({ type }) => type === requirement.type)) requirement.deleted_at = now()
  }
  for (const { type, amount } of wanted) {
    const known = before.find((requirement) => requirement.type === type)
    if (known) known.amount = amount
    else em.create(ShippingOptionRequirement, { shipping_option_id: option.id, type, amount })
  }
}

export interface RequirementInput extends Requirement {
  id?: string | null | undefined
}

function checkRequirements(wanted: readonly Requirement[]): void {
  const amounts = new Map(wanted.map(({ type, amount }) => [type, amount]))
  if (amounts.size < wanted.length) throw new InvalidData('Only one requirement of each type is allowed')
  const [least, most] = [amounts.get('min_subtotal'), amounts.get('max_subtotal')]
  if (least !== undefined && most !== undefined && most <= least)
    throw new InvalidData('Max. subtotal must be greater than Min. subtotal')
}
