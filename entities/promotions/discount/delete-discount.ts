import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { Discount } from './discount.ts'

export async function deleteDiscount(em: EntityManager, id: string): Promise<void> {
  // Another request may be creating a dynamic code of this discount.
  await em.findOne(Discount, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  await em.nativeUpdate(Discount, { $or: [{ id }, { parent_discount_id: id }] }, { deleted_at: new Date() })
}
