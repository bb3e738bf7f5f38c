import type { EntityManager } from '@mikro-orm/postgresql'
import { query } from '#entities/query.ts'

/** If false, customers can complete a cart without a shipping method, as in Medusa v1. */
export async function setRequiredShipping(em: EntityManager, isRequired: boolean): Promise<void> {
  await updateStore(em, isRequired)
}

const updateStore = query((db, isRequired: boolean) =>
  db.updateTable('store').set({ requires_shipping: isRequired }).where('requires_shipping', '<>', isRequired),
)
