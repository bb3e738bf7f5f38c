import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteRow, type Row } from '#database/rows.ts'
import type { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { abandonSessionAttempts } from '#entities/cart/payment/record-payment-attempt.ts'
import { findPaymentProvider } from '#entities/cart/payment/sync-payment-sessions.ts'
import { Conflict } from '#entities/errors.ts'
import { now } from '#entities/values/clock.ts'
import type { CollectionSession } from './collection-session.ts'

/** Keys are session ids. */
export type AttemptsBySession = ReadonlyMap<string, Row<PaymentAttempt>>

export function assertNoSessionInProgress(
  sessions: readonly Row<CollectionSession>[],
  attempts: AttemptsBySession,
): void {
  if (sessions.some(({ id }) => attempts.get(id)?.isInProgress(now()))) throw new Conflict()
}

/** If a provider authorizes a payment later, `reconcilePayments` cancels it. */
export async function endCollectionSessions(
  em: EntityManager,
  providers: PaymentProviders,
  sessions: readonly Row<CollectionSession>[],
): Promise<void> {
  if (sessions.length === 0) return
  await abandonSessionAttempts(
    em,
    sessions.map(({ id }) => id),
  )
  for (const session of sessions) {
    await findPaymentProvider(providers, session).delete(session.data)
    deleteRow(em, session)
  }
}
