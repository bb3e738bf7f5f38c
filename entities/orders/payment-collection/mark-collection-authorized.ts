import type { EntityManager } from '@mikro-orm/postgresql'
import { SYSTEM } from '#entities/cart/payment/system-payment.ts'
import { lockPayableCollection } from './lock-payment-collection.ts'
import { recordCollectionPayments } from './record-collection-payments.ts'

/**
 * The shop says that it has got what is still due of a collection, once however often it is called.
 * @throws as `lockPayable`.
 */
export async function markCollectionAuthorized(em: EntityManager, id: string): Promise<void> {
  const locked = await lockPayableCollection(em, id)
  const { due: amount } = locked
  if (amount > 0) await recordCollectionPayments(em, locked, [{ provider_id: SYSTEM, amount, data: {} }])
}
