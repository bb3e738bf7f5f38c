import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { CustomerGroup } from './customer-group.ts'

/**
 * The group is gone with its memberships, and no condition and no price list is for it any more. A price list that was
 * for it alone becomes a draft: without a group it would be for everybody. One that is gone already is no fault.
 */
export async function deleteCustomerGroup(em: EntityManager, id: string): Promise<void> {
  // Of two groups that are deleted at once, the second finds the price list without the first.
  await lockLists(em, id)
  // Whoever is about to link a list to it comes before, or finds no group.
  await lockGroup(em, id)
  await withdrawLists(em, id)
  await em.nativeDelete(CustomerGroup, { id })
}

const lockLists = statement(`
  select id from price_list where id in (select price_list_id from price_list_customer_groups where customer_group_id = $1)
  order by id for no key update`)
const lockGroup = statement('select id from customer_group where id = $1 for update')
const withdrawLists = statement(`
  update price_list set status = 'draft', updated_at = now()
  where status = 'active'
    and id in (select price_list_id from price_list_customer_groups where customer_group_id = $1)
    and not exists (select from price_list_customer_groups where price_list_id = id and customer_group_id <> $1)`)
