import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow } from '#database/rows.ts'
import { now } from '#entities/values/clock.ts'
import { Discount } from './discount.ts'

export async function deleteDiscount(em: EntityManager, id: string): Promise<void> {
  // The lock waits for a request that is creating a dynamic code of this discount, so that the update deletes this
  // code too.
  await lockRow(em, Discount, { id })
  await em.nativeUpdate(Discount, { $or: [{ id }, { parent_discount_id: id }] }, { deleted_at: now() })
}
