import type { EntityManager } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
import { linkRows, unlinkRows } from '#entities/platform/links/links.ts'
import { missingIds } from '#entities/values/missing-ids.ts'
import { Customer } from './customer.ts'
import { lockCustomerGroup } from './find-customer-group.ts'

export async function addCustomers(em: EntityManager, groupId: string, ids: readonly string[]): Promise<void> {
  await lockCustomerGroup(em, groupId)
  const missing = await missingIds(em, Customer, ids)
  if (missing.length > 0) throw new NotFound(`The following customer ids do not exist: "${missing.join(', ')}"`)
  await linkRows(em, 'customer_group_customers', groupId, ids)
}

export async function removeCustomers(em: EntityManager, groupId: string, ids: readonly string[]): Promise<void> {
  await lockCustomerGroup(em, groupId)
  await unlinkRows(em, 'customer_group_customers', groupId, ids)
}
