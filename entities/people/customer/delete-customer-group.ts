import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { CustomerGroup } from './customer-group.ts'

/**
 * Also deletes the memberships and the links to discount conditions and price lists. A price list for this group only
 * becomes a draft, because without a group it would apply to every customer.
 */
export async function deleteCustomerGroup(em: EntityManager, id: string): Promise<void> {
  // Two deletions at the same time must see the price list one after the other.
  await lockLists(em, id)
  // Waits for requests that link a price list to the group.
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
