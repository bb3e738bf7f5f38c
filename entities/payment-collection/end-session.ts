import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '../clock.ts'
import { Conflict } from '../errors.ts'
import { giveUp, liveAttemptOfSession } from '../payment/keep-attempt.ts'
import { type PaymentProviders, providerOf } from '../payment/sync-payment-sessions.ts'
import type { CollectionSession } from './collection-session.ts'

/**
 * Ends a session that was not authorised, of a collection that is locked. What its provider may have taken is cancelled
 * by `reconcilePayments`.
 * @throws Conflict while the provider is asked for the money.
 */
export async function endSession(
  em: EntityManager,
  providers: PaymentProviders,
  session: CollectionSession,
): Promise<void> {
  const attempt = await liveAttemptOfSession(em, session.id)
  if (attempt?.isUnderWay(now())) throw new Conflict()
  if (attempt) await giveUp(em, attempt)
  await providerOf(providers, session).delete(session.data)
  em.remove(session)
}
