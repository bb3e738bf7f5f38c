import { type EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql'
import type { Metadata } from '#entities/base.ts'
import { Duplicate } from '#entities/errors.ts'
import { CustomerGroup } from './customer-group.ts'

export async function createCustomerGroup(
  em: EntityManager,
  values: { name: string; metadata?: Metadata | null | undefined },
): Promise<CustomerGroup> {
  const group = em.create(CustomerGroup, values)
  try {
    await em.flush()
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw new Duplicate(`Key (name)=(${values.name}) already exists.`)
      .about('name')
      .because({ name: 'value_exists', field: 'name', value: values.name })
  }
  return group
}
