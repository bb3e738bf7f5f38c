import type { EntityManager } from '@mikro-orm/postgresql'
import { CustomerGroup } from '../customer/customer-group.ts'
import { NotFound } from '../errors.ts'
import { relink } from '../links.ts'
import { missingIds } from '../missing.ts'

/** The list is for customers in one of these groups only; without any it is for everybody. It must be stored already. */
export async function setGroups(em: EntityManager, listId: string, groups: readonly { id: string }[]): Promise<void> {
  const ids = groups.map((group) => group.id)
  const [missing] = await missingIds(em, CustomerGroup, ids)
  if (missing) throw new NotFound(`CustomerGroup with id ${missing} was not found`)
  await relink(em, 'price_list_customer_groups', listId, ids)
}
