import type { EntityManager } from '@mikro-orm/postgresql'
import { buildRow, insertStatement } from '#database/rows.ts'
import { batch } from '#database/statement.ts'
import type { Metadata } from '#entities/base.ts'
import { Duplicate } from '#entities/errors.ts'
import { toDomainError } from '#entities/platform/database-errors/database-errors.ts'
import { CustomerGroup } from './customer-group.ts'

export async function createCustomerGroup(
  em: EntityManager,
  values: { name: string; metadata?: Metadata | null | undefined },
): Promise<{ id: string }> {
  const group = buildRow(em, CustomerGroup, values)
  try {
    await batch(em, insertStatement(em, CustomerGroup, [group]))
  } catch (error) {
    if (!(toDomainError(error) instanceof Duplicate)) throw error
    throw new Duplicate(`Key (name)=(${values.name}) already exists.`)
      .about('name')
      .because({ name: 'value_exists', field: 'name', value: values.name })
  }
  return group
}
