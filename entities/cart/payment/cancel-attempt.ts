import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { withProviderTimeout } from '#entities/platform/remote/provider-timeout.ts'
import type { PaymentAttempt } from './payment-attempt.ts'
import { finishAttempt } from './record-payment-attempt.ts'
import { findRemoteProvider } from './request-payment.ts'
import type { PaymentProviders } from './sync-payment-sessions.ts'

/**
 * Cancels at its provider the payment of an attempt that was given up. One that the provider does not know yet may still
 * be on its way to it, and stays to be cancelled.
 * @throws Conflict where the provider does not answer.
 */
export async function cancelAttempt(
  em: EntityManager,
  providers: PaymentProviders,
  attempt: Row<PaymentAttempt>,
): Promise<'canceled' | 'unknown'> {
  const { provider, remote } = findRemoteProvider(providers, attempt)
  const known = await withProviderTimeout(remote, (signal) => remote.outcomeOf(attempt.id, signal))
  if (!known) return 'unknown'
  const isOver = known.status === 'canceled' || known.status === 'error'
  if (!isOver) await withProviderTimeout(remote, () => provider.cancel(known.data))
  await finishAttempt(em, attempt, 'canceled')
  return 'canceled'
}
