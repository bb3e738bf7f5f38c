import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '../clock.ts'
import { Conflict } from '../errors.ts'
import { giveUpSessions, liveAttemptsOf } from '../payment/keep-attempt.ts'
import { type PaymentProviders, providerOf } from '../payment/sync-payment-sessions.ts'
import type { CollectionSession } from './collection-session.ts'

/**
 * Ends sessions that were not authorised, of a collection that is locked. What their providers may have taken is cancelled
 * by `reconcilePayments`.
 * @throws Conflict while a provider is asked for the money.
 */
export async function endSessions(
  em: EntityManager,
  providers: PaymentProviders,
  sessions: readonly CollectionSession[],
): Promise<void> {
  const [first] = sessions
  if (!first) return
  const attempts = await liveAttemptsOf(em, first.payment_collection_id)
  if (sessions.some(({ id }) => attempts.get(id)?.isUnderWay(now()))) throw new Conflict()
  await giveUpSessions(
    em,
    sessions.map(({ id }) => id),
  )
  for (const session of sessions) {
    await providerOf(providers, session).delete(session.data)
    em.remove(session)
  }
}
