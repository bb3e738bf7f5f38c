import type { EntityManager } from '@mikro-orm/postgresql'
import { NotFound } from '#entities/errors.ts'
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
  await endSessionsOfUser(em, { user_id })
}

/** @throws NotFound if the user has no such session. */
export async function endUserSession(em: EntityManager, user_id: string, id: string): Promise<void> {
  const ended = await endSessionsOfUser(em, { user_id, id })
  if (ended === 0) throw new NotFound(`Session with id: ${id} was not found`)
}

/** Ends these sessions for their users. */
export async function endUserSessionsById(em: EntityManager, ids: readonly string[]): Promise<void> {
  await endSessionsOfUser(em, { id: { $in: [...ids] } })
}

interface EndedSessions {
  user_id?: string
  id?: string | { $in: string[] }
}

async function endSessionsOfUser(em: EntityManager, which: EndedSessions): Promise<number> {
  const deleted = await em.nativeDelete(Session, { ...which, customer_id: null })
  return deleted + (await em.nativeUpdate(Session, which, { user_id: null, user_agent: null, address: null }))
}
