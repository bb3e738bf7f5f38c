import type { EntityManager } from '@mikro-orm/postgresql'
import { Session } from './session.ts'

/** Ends every session of the customer but this one. Where a user is logged in with it too, the user stays. */
export async function endCustomerSessions(
  em: EntityManager,
  customer_id: string,
  except: string | null,
): Promise<void> {
  const others = { customer_id, id: { $ne: except ?? '' } }
  await em.nativeDelete(Session, { ...others, user_id: null })
  await em.nativeUpdate(Session, others, { customer_id: null })
}
