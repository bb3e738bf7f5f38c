import type { EntityManager } from '@mikro-orm/postgresql'
import { SYSTEM } from '../payment/system-payment.ts'
import { lockPayable } from './lock-collection.ts'
import { takePayments } from './take-payments.ts'

/**
 * The shop says that it has got what is still due of a collection, once however often it is called.
 * @throws as `lockPayable`.
 */
export async function markAuthorized(em: EntityManager, id: string): Promise<void> {
  const locked = await lockPayable(em, id)
  const { due: amount } = locked
  if (amount > 0) await takePayments(em, locked, [{ provider_id: SYSTEM, amount, data: {} }])
}
