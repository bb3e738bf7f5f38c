import type { EntityManager } from '@mikro-orm/postgresql'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { lockCollectionAttempts } from '#entities/cart/payment/record-payment-attempt.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { assertNoSessionInProgress, endCollectionSessions } from './end-collection-sessions.ts'
import { initiateSession } from './initiate-session.ts'
import { findCollectionSessions, lockPayableCollection, nothingDueError } from './lock-payment-collection.ts'

/** Replaces a session by a new one, for at most the amount due. Returns the id of the new session. */
export async function refreshCollectionSession(
  em: EntityManager,
  providers: PaymentProviders,
  { id, session_id }: { id: string; session_id: string },
): Promise<string> {
  const lockedCollection = await lockPayableCollection(em, providers, id)
  const session = (await findCollectionSessions(em, id)).find((candidate) => candidate.id === session_id)
  if (!session) throw new NotFound(`Payment session with id ${session_id} was not found`)
  if (session.status === 'authorized') throw new NotAllowed('A payment session that is authorized cannot be refreshed')
  if (lockedCollection.due === 0) throw nothingDueError()
  assertNoSessionInProgress([session], await lockCollectionAttempts(em, id))
  const { provider_id } = session
  const amount = Math.min(session.amount, lockedCollection.due)
  const newSession = await initiateSession(em, providers, { lockedCollection, provider_id, amount })
  await endCollectionSessions(em, providers, [session])
  return newSession.id
}
