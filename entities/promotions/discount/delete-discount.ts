import type { EntityManager } from '@mikro-orm/postgresql'
import { lockRow } from '#database/rows.ts'
import { Discount } from './discount.ts'

export async function deleteDiscount(em: EntityManager, id: string): Promise<void> {
  // Another request may be creating a dynamic code of this discount.
  await lockRow(em, Discount, { id })
  await em.nativeUpdate(Discount, { $or: [{ id }, { parent_discount_id: id }] }, { deleted_at: new Date() })
}
