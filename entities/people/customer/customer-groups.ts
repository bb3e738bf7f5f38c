import type { EntityManager } from '@mikro-orm/postgresql'
import { query } from '#entities/query.ts'

/** Returns the ids of the customer's groups, sorted. */
export async function findCustomerGroups(em: EntityManager, customer_id: string | null | undefined): Promise<string[]> {
  if (!customer_id) return []
  const groups = await selectCustomerGroups(em, customer_id)
  return groups.map(({ customer_group_id }) => customer_group_id)
}

export const selectCustomerGroups = query((db, customer_id: string) =>
  db
    .selectFrom('customer_group_customers')
    .select('customer_group_id')
    .where('customer_id', '=', customer_id)
    .orderBy('customer_group_id'),
)
