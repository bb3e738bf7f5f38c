import { setTimeout as pause } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import type { Row } from '#database/rows.ts'
import { Conflict, DomainError, InvalidData } from '#entities/errors.ts'
import { withProviderTimeout } from '#entities/platform/remote/provider-timeout.ts'
import { parseProviderResponse } from './parse-provider-response.ts'
import { PaymentAttempt } from './payment-attempt.ts'
import type {
  PaymentContext,
  PaymentData,
  PaymentProvider,
  PaymentProviders,
  ProviderResponse,
  RemoteProviderOptions,
} from './payment-port.ts'
import { recordProviderResponse, releaseLease } from './record-payment-attempt.ts'

export interface PaymentRequest {
  attempt: Row<PaymentAttempt>
  data: PaymentData
  payment: PaymentContext
  isRepeated: boolean
}

/** Call it outside of a transaction. @throws Conflict if the provider does not answer. DomainError if it declines. */
export async function requestPayment(
  em: EntityManager,
  providers: PaymentProviders,
  request: PaymentRequest,
): Promise<void> {
  const { attempt } = request
  try {
    const { provider, remote } = findRemoteProvider(providers, attempt)
    const response = await withProviderTimeout(remote, async (signal) =>
      parseProviderResponse(await authorizeOrLookUp({ provider, remote, signal, ...request })),
    )
    await recordProviderResponse(em, attempt, response)
  } catch (error) {
    if (error instanceof DomainError && !(error instanceof Conflict))
      await recordProviderResponse(em, attempt, DECLINED)
    else await releaseLease(em, attempt)
    throw error
  }
}

export async function waitForAttempt(em: EntityManager, attempt: Row<PaymentAttempt>): Promise<void> {
  for (let current: Row<PaymentAttempt> | null = attempt; current?.isInProgress(now()); ) {
    await pause(50)
    current = await em.fork().findOne(PaymentAttempt, { id: attempt.id })
  }
}

/** @throws InvalidData if the provider is not installed or not remote. */
export function findRemoteProvider(
  providers: PaymentProviders,
  { provider_id }: { provider_id: string },
): { provider: PaymentProvider; remote: RemoteProviderOptions } {
  const provider = providers.get(provider_id)
  if (!provider?.remote) throw new InvalidData(`The payment provider ${provider_id} is not installed`)
  return { provider, remote: provider.remote }
}

const DECLINED: ProviderResponse = { status: 'error', data: {} }

interface Call extends PaymentRequest {
  provider: PaymentProvider
  remote: RemoteProviderOptions
  signal: AbortSignal
}

async function authorizeOrLookUp({
  provider,
  remote,
  signal,
  attempt,
  data,
  payment,
  isRepeated,
}: Call): Promise<ProviderResponse> {
  const response = isRepeated ? await remote.outcomeOf(attempt.id, signal) : undefined
  const isOpen = !response || response.status === 'pending' || response.status === 'requires_more'
  return isOpen ? provider.authorize(data, payment, { key: attempt.id, signal }) : response
}
