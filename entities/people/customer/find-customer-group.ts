import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { CustomerGroup } from './customer-group.ts'

export async function lockCustomerGroup(em: EntityManager, id: string): Promise<Row<CustomerGroup>> {
  const group = await lockRow(em, CustomerGroup, { id })
  if (!group) throw new NotFound(`CustomerGroup with id ${id} was not found`)
  return group
}
