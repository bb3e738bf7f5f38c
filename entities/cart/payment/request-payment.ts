import { setTimeout as pause } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import { withProviderTimeout } from '#entities/platform/remote/provider-timeout.ts'
import { now } from '#entities/values/clock.ts'
import { declined, isDeclined } from './authorize-payment.ts'
import { isRefusal } from './call-remote-provider.ts'
import { chargeSavedMethod } from './charge-saved-method.ts'
import { parseProviderResponse } from './parse-provider-response.ts'
import { PaymentAttempt } from './payment-attempt.ts'
import type {
  PaymentContext,
  PaymentData,
  PaymentProvider,
  PaymentProviders,
  ProviderCallOptions,
  ProviderResponse,
  RemoteProviderOptions,
} from './payment-port.ts'
import { recordProviderResponse, releaseLease } from './record-payment-attempt.ts'

/** `wait` means that another request is already calling the provider for this attempt. */
export type PaymentTask =
  | ({ type: 'request payment' } & PaymentRequest)
  | { type: 'wait'; attempt: Row<PaymentAttempt> }

interface PaymentRequest {
  attempt: Row<PaymentAttempt>
  data: PaymentData
  payment: PaymentContext
  isRepeated: boolean
  /** A saved method to charge without the customer. */
  method_id?: string | undefined
}

/** Call it outside of a transaction. @throws Conflict if the provider does not answer. DomainError if it declines. */
export async function performPaymentTask(
  em: EntityManager,
  providers: PaymentProviders,
  task: PaymentTask,
): Promise<void> {
  if (task.type === 'wait') await waitForAttempt(em, task.attempt)
  else await requestPayment(em, providers, task)
}

async function waitForAttempt(em: EntityManager, attempt: Row<PaymentAttempt>): Promise<void> {
  let current: Row<PaymentAttempt> | null = attempt
  while (current?.isInProgress(now())) {
    await pause(50)
    current = await em.fork().findOne(PaymentAttempt, { id: attempt.id })
  }
}

async function requestPayment(em: EntityManager, providers: PaymentProviders, request: PaymentRequest): Promise<void> {
  const { attempt } = request
  let response: ProviderResponse
  try {
    response = await authorizeOnce(providers, request)
    await recordProviderResponse(em, attempt, response)
  } catch (error) {
    if (isRefusal(error)) await recordProviderResponse(em, attempt, DECLINED)
    else await releaseLease(em, attempt)
    throw error
  }
  if (isDeclined(response)) throw declined()
}

const DECLINED: ProviderResponse = { status: 'error', data: {} }

async function authorizeOnce(providers: PaymentProviders, request: PaymentRequest): Promise<ProviderResponse> {
  const { attempt, data, payment, method_id } = request
  const { provider, remote } = findRemoteProvider(providers, attempt)
  return withProviderTimeout(remote, async (signal) => {
    const options = { key: attempt.id, signal }
    const earlierResponse = await findEarlierResponse({ provider, remote }, request, options)
    if (isFinal(earlierResponse)) return parseProviderResponse(earlierResponse)
    const response = method_id
      ? chargeSavedMethod(provider, { data, payment, method_id }, options)
      : provider.authorize(data, payment, options)
    return parseProviderResponse(await response)
  })
}

/** Prevents a second charge: a customer who pays before the completion may have paid, or an earlier request. */
async function findEarlierResponse(
  { provider, remote }: ReturnType<typeof findRemoteProvider>,
  { attempt, data, payment, isRepeated, method_id }: PaymentRequest,
  options: ProviderCallOptions,
): Promise<ProviderResponse | undefined> {
  if (remote.isPaidBeforeCompletion) return method_id ? provider.authorize(data, payment, options) : undefined
  return isRepeated ? remote.outcomeOf(attempt.data, options) : undefined
}

const isFinal = (response: ProviderResponse | undefined): response is ProviderResponse =>
  !!response && response.status !== 'pending' && response.status !== 'requires_more'

/** @throws InvalidData if the provider is not installed or not remote. */
export function findRemoteProvider(
  providers: PaymentProviders,
  { provider_id }: { provider_id: string },
): { provider: PaymentProvider; remote: RemoteProviderOptions } {
  const provider = providers.get(provider_id)
  if (!provider?.remote)
    throw new InvalidData(`The payment provider ${provider_id} is not installed`).because({
      name: 'provider_not_installed',
      provider: provider_id,
    })
  return { provider, remote: provider.remote }
}
