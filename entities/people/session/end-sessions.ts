import type { EntityManager } from '@mikro-orm/postgresql'
import { Session } from './session.ts'

/** A session that also belongs to a user stays open for the user. */
export async function endCustomerSessions(
  em: EntityManager,
  customer_id: string,
  keptSessionId: string | null,
): Promise<void> {
  const others = { customer_id, id: { $ne: keptSessionId ?? '' } }
  await em.nativeDelete(Session, { ...others, user_id: null })
  await em.nativeUpdate(Session, others, { customer_id: null })
}

/** A session that also belongs to a customer stays open for the customer. */
export async function endUserSessions(em: EntityManager, user_id: string): Promise<void> {
  await em.nativeDelete(Session, { user_id, customer_id: null })
  await em.nativeUpdate(Session, { user_id }, { user_id: null })
}
