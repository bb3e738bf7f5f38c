import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '../clock.ts'
import { Conflict } from '../errors.ts'
import { giveUpSessions } from '../payment/keep-attempt.ts'
import type { PaymentAttempt } from '../payment/payment-attempt.ts'
import { type PaymentProviders, providerOf } from '../payment/sync-payment-sessions.ts'
import type { CollectionSession } from './collection-session.ts'

/** Of a collection that is locked, by the ids of its sessions, as `liveAttemptsOf`. */
export type AttemptsOf = ReadonlyMap<string, PaymentAttempt>

/** @throws Conflict while a provider is asked for the money of one of them. */
export function refuseUnderWay(sessions: readonly CollectionSession[], attempts: AttemptsOf): void {
  if (sessions.some(({ id }) => attempts.get(id)?.isUnderWay(now()))) throw new Conflict()
}

/**
 * Ends sessions that were not authorised and are not under way, of a collection that is locked. What their providers may
 * have taken is cancelled by `reconcilePayments`.
 */
export async function endSessions(
  em: EntityManager,
  providers: PaymentProviders,
  sessions: readonly CollectionSession[],
): Promise<void> {
  if (sessions.length === 0) return
  await giveUpSessions(
    em,
    sessions.map(({ id }) => id),
  )
  for (const session of sessions) {
    await providerOf(providers, session).delete(session.data)
    em.remove(session)
  }
}
