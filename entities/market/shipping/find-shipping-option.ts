import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { ShippingOption } from './shipping-option.ts'

export async function lockShippingOption(em: EntityManager, id: string): Promise<ShippingOption> {
  const option = await em.findOne(ShippingOption, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!option) throw new NotFound(`Shipping Option with ${id} was not found`)
  await em.populate(option, ['requirements'])
  return option
}
