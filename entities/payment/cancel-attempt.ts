import type { EntityManager } from '@mikro-orm/postgresql'
import { inTime } from '../bounded.ts'
import { remoteOf } from './ask-for-payment.ts'
import { end } from './keep-attempt.ts'
import type { PaymentAttempt } from './payment-attempt.ts'
import type { PaymentProviders } from './sync-payment-sessions.ts'

/**
 * Cancels at its provider the payment of an attempt that was given up. One that the provider does not know yet may still
 * be on its way to it, and stays to be cancelled.
 * @throws Conflict where the provider does not answer.
 */
export async function cancelAttempt(
  em: EntityManager,
  providers: PaymentProviders,
  attempt: PaymentAttempt,
): Promise<'canceled' | 'unknown'> {
  const { provider, remote } = remoteOf(providers, attempt)
  const known = await inTime(remote, (signal) => remote.outcomeOf(attempt.id, signal))
  if (!known) return 'unknown'
  const isOver = known.status === 'canceled' || known.status === 'error'
  if (!isOver) await inTime(remote, () => provider.cancel(known.data))
  await end(em, attempt, 'canceled')
  return 'canceled'
}
