import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import { Discount } from './discount.ts'

/** The discount and its dynamic codes are gone for new orders, and the codes are free. One not there is no fault. */
export async function deleteDiscount(em: EntityManager, id: string): Promise<void> {
  // Somebody may be making a dynamic code of it.
  await em.findOne(Discount, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  await em.nativeUpdate(Discount, { $or: [{ id }, { parent_discount_id: id }] }, { deleted_at: new Date() })
}
