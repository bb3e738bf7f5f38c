import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { archiveRow } from '#entities/platform/archive/archive-row.ts'
import { query } from '#entities/query.ts'
import { CustomerGroup } from './customer-group.ts'

/** A price list without groups applies to every customer, so a list that loses its only group becomes a draft. */
export async function deleteCustomerGroup(em: EntityManager, id: string): Promise<void> {
  // Concurrent deletions wait here, so that each of them sees the remaining groups of a price list.
  await lockLists(em, id)
  // Waits for requests that link a price list to the group.
  await lockGroup(em, id)
  await archiveRow(em, 'customer_group', id)
  await withdrawLists(em, id)
  await em.nativeDelete(CustomerGroup, { id })
}

const lockLists = query((db, customer_group_id: string) =>
  db
    .selectFrom('price_list')
    .select('id')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('price_list_customer_groups')
        .select('price_list_id')
        .where('customer_group_id', '=', customer_group_id),
    )
    .orderBy('id')
    .forNoKeyUpdate(),
)
const lockGroup = query((db, id: string) =>
  db.selectFrom('customer_group').select('id').where('id', '=', id).forUpdate(),
)
const withdrawLists = query((db, groupId: string) =>
  db
    .updateTable('price_list')
    .set({ status: 'draft', updated_at: sql`now()` })
    .where('status', '=', 'active')
    .where('id', 'in', (eb) =>
      eb.selectFrom('price_list_customer_groups').select('price_list_id').where('customer_group_id', '=', groupId),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('price_list_customer_groups')
            .select('price_list_id')
            .whereRef('price_list_id', '=', 'price_list.id')
            .where('customer_group_id', '<>', groupId),
        ),
      ),
    ),
)
