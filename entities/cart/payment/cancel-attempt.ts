import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { withProviderTimeout } from '#entities/platform/remote/provider-timeout.ts'
import type { PaymentAttempt } from './payment-attempt.ts'
import type { PaymentProviders } from './payment-port.ts'
import { finishAttempt } from './record-payment-attempt.ts'
import { findRemoteProvider } from './request-payment.ts'

/**
 * Returns `unknown` if the provider does not have the payment. The request may still arrive there, so the attempt
 * stays open.
 */
export async function cancelAttempt(
  em: EntityManager,
  providers: PaymentProviders,
  attempt: Row<PaymentAttempt>,
): Promise<'canceled' | 'unknown'> {
  const { provider, remote } = findRemoteProvider(providers, attempt)
  const response = await withProviderTimeout(remote, (signal) =>
    remote.outcomeOf(attempt.data, { key: attempt.id, signal }),
  )
  if (!response) return 'unknown'
  const isFinished = response.status === 'canceled' || response.status === 'error'
  if (!isFinished) await withProviderTimeout(remote, () => provider.cancel(response.data))
  await finishAttempt(em, attempt, 'canceled')
  return 'canceled'
}
