import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import type { Row } from '#database/rows.ts'
import type { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import { abandonSessionAttempts } from '#entities/cart/payment/record-payment-attempt.ts'
import { findPaymentProvider, type PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { Conflict } from '#entities/errors.ts'
import type { CollectionSession } from './collection-session.ts'

/** Of a collection that is locked, by the ids of its sessions, as `liveAttemptsOf`. */
export type AttemptsBySession = ReadonlyMap<string, Row<PaymentAttempt>>

/** @throws Conflict while a provider is asked for the money of one of them. */
export function assertNoSessionInProgress(sessions: readonly CollectionSession[], attempts: AttemptsBySession): void {
  if (sessions.some(({ id }) => attempts.get(id)?.isInProgress(now()))) throw new Conflict()
}

/**
 * Ends sessions that were not authorised and are not under way, of a collection that is locked. What their providers may
 * have taken is cancelled by `reconcilePayments`.
 */
export async function endCollectionSessions(
  em: EntityManager,
  providers: PaymentProviders,
  sessions: readonly CollectionSession[],
): Promise<void> {
  if (sessions.length === 0) return
  await abandonSessionAttempts(
    em,
    sessions.map(({ id }) => id),
  )
  for (const session of sessions) {
    await findPaymentProvider(providers, session).delete(session.data)
    em.remove(session)
  }
}
