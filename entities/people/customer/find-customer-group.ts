import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { CustomerGroup } from './customer-group.ts'

export async function lockCustomerGroup(em: EntityManager, id: string): Promise<CustomerGroup> {
  const group = await em.findOne(CustomerGroup, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!group) throw new NotFound(`CustomerGroup with id ${id} was not found`)
  return group
}
