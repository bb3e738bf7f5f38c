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
  ProviderResponse,
  RemoteProviderOptions,
} from './payment-port.ts'
import { recordProviderResponse, releaseLease } from './record-payment-attempt.ts'
import type { PaymentProviders } from './sync-payment-sessions.ts'

/** An attempt that is on record, with what the provider is to be told. */
export interface PaymentRequest {
  attempt: Row<PaymentAttempt>
  data: PaymentData
  payment: PaymentContext
  /** Whether the provider may have heard of this attempt before. */
  isRepeated: boolean
}

/**
 * Asks the provider for the money, outside of every transaction, and writes down what it says.
 * @throws Conflict where it says nothing: what became of the payment is open. What it throws to refuse the payment.
 */
export async function requestPayment(
  em: EntityManager,
  providers: PaymentProviders,
  question: PaymentRequest,
): Promise<void> {
  const { attempt } = question
  try {
    const { provider, remote } = findRemoteProvider(providers, attempt)
    const said = await withProviderTimeout(remote, async (signal) =>
      parseProviderResponse(await authorizeOrLookUp({ provider, remote, signal, ...question })),
    )
    await recordProviderResponse(em, attempt, said)
  } catch (error) {
    if (error instanceof DomainError && !(error instanceof Conflict)) await recordProviderResponse(em, attempt, REFUSED)
    else await releaseLease(em, attempt)
    throw error
  }
}

/** Waits until whoever asks for this payment is done with the answer, or has none. */
export async function waitForAttempt(em: EntityManager, attempt: Row<PaymentAttempt>): Promise<void> {
  for (let seen: Row<PaymentAttempt> | null = attempt; seen?.isInProgress(now()); ) {
    await pause(50)
    seen = await em.fork().findOne(PaymentAttempt, { id: attempt.id })
  }
}

/** @throws InvalidData where the provider is not installed any more, or is none that is asked over the network. */
export function findRemoteProvider(
  providers: PaymentProviders,
  { provider_id }: { provider_id: string },
): { provider: PaymentProvider; remote: RemoteProviderOptions } {
  const provider = providers.get(provider_id)
  if (!provider?.remote) throw new InvalidData(`The payment provider ${provider_id} is not installed`)
  return { provider, remote: provider.remote }
}

const REFUSED: ProviderResponse = { status: 'error', data: {} }

interface Call extends PaymentRequest {
  provider: PaymentProvider
  remote: RemoteProviderOptions
  signal: AbortSignal
}

/** What was asked for before may be decided by now. What is not is asked for again, by the same key. */
async function authorizeOrLookUp({
  provider,
  remote,
  signal,
  attempt,
  data,
  payment,
  isRepeated,
}: Call): Promise<ProviderResponse> {
  const known = isRepeated ? await remote.outcomeOf(attempt.id, signal) : undefined
  const isOpen = !known || known.status === 'pending' || known.status === 'requires_more'
  return isOpen ? provider.authorize(data, payment, { key: attempt.id, signal }) : known
}
