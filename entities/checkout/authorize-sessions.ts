import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { insertRow, type Row } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { parseProviderResponse } from '#entities/cart/payment/parse-provider-response.ts'
import { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import type { PaymentProvider, PaymentProviders, RemoteProviderOptions } from '#entities/cart/payment/payment-port.ts'
import { computeLeaseExpiry, lockLiveAttempts } from '#entities/cart/payment/record-payment-attempt.ts'
import { type PaymentRequest, requestPayment, waitForAttempt } from '#entities/cart/payment/request-payment.ts'
import { findPaymentProvider } from '#entities/cart/payment/sync-payment-sessions.ts'
import type { CollectionSession } from '#entities/orders/payment-collection/collection-session.ts'
import { buildCollectionPayment } from '#entities/orders/payment-collection/initiate-session.ts'
import {
  findCollectionSessions,
  type LockedPaymentCollection,
  lockPayableCollection,
  nothingDueError,
} from '#entities/orders/payment-collection/lock-payment-collection.ts'
import {
  type AuthorizedPayment,
  recordCollectionPayments,
} from '#entities/orders/payment-collection/record-collection-payments.ts'
import { Conflict, DomainError, NotAllowed } from '../errors.ts'
import { sumOfAmounts } from '../values/money.ts'
import { runCompletionStep } from './completion-step.ts'
import { concludeCollectionAttempt } from './conclude-collection-attempt.ts'

/**
 * Call it outside of a transaction. A repeated call authorizes no session twice.
 * @throws NotAllowed if nothing is due. Conflict if a provider does not answer; call it again.
 */
export async function authorizeSessions(
  em: EntityManager,
  providers: PaymentProviders,
  { id, session_ids }: { id: string; session_ids: readonly string[] },
): Promise<void> {
  const openPayments = await inTransaction(em, (tx) => startPayments(tx, providers, { id, session_ids }))
  const requests = openPayments.map((open) =>
    open.type === 'request payment' ? requestPayment(em, providers, open) : waitForAttempt(em, open.attempt),
  )
  const results = await Promise.allSettled(requests)
  for (const { attempt } of openPayments)
    await runCompletionStep(em, providers, (tx) => concludeCollectionAttempt(tx, attempt)).catch((reason: unknown) =>
      results.push({ status: 'rejected', reason }),
    )
  const failure = results.find((result) => result.status === 'rejected' && !isDeclined(result.reason))
  if (failure?.status === 'rejected') throw failure.reason
}

/** If a provider declines, `authorizeSessions` succeeds and the session has the status `error`. */
const isDeclined = (reason: unknown): boolean => reason instanceof DomainError && !(reason instanceof Conflict)

type OpenPayment = ({ type: 'request payment' } & PaymentRequest) | { type: 'wait'; attempt: Row<PaymentAttempt> }

async function startPayments(
  em: EntityManager,
  providers: PaymentProviders,
  { id, session_ids }: { id: string; session_ids: readonly string[] },
): Promise<OpenPayment[]> {
  const locked = await lockPayableCollection(em, id)
  if (locked.collection.status === 'authorized') return []
  const sessions = await findCollectionSessions(em, id)
  if (sessions.length === 0) throw new NotAllowed('You cannot complete a Payment Collection without a payment session.')
  const open = sessions.filter((session) => session_ids.includes(session.id) && session.status !== 'authorized')
  if (sumOfAmounts(open) > locked.due)
    throw locked.due === 0
      ? nothingDueError()
      : new NotAllowed(`The amount due is now ${locked.due}. Create the payment sessions again.`)
  const attempts = await lockLiveAttempts(em, id)
  const openPayments: OpenPayment[] = []
  const payments: AuthorizedPayment[] = []
  for (const session of open) {
    const provider = findPaymentProvider(providers, session)
    const { remote } = provider
    if (remote) openPayments.push(openPayment(em, remote, { locked, session, earlier: attempts.get(session.id) }))
    else payments.push(...(await authorizeLocally(provider, { locked, session })))
  }
  if (locked.collection.status === 'not_paid' && open.length > 0) locked.collection.status = 'awaiting'
  await recordCollectionPayments(em, locked, payments)
  return openPayments
}

interface SessionPayment {
  locked: LockedPaymentCollection
  session: CollectionSession
}

function openPayment(
  em: EntityManager,
  remote: RemoteProviderOptions,
  { locked, session, earlier }: SessionPayment & { earlier: Row<PaymentAttempt> | undefined },
): OpenPayment {
  if (earlier?.isInProgress(now())) return { type: 'wait', attempt: earlier }
  const attempt = earlier ?? insertRow(em, PaymentAttempt, attemptFor(locked, session))
  attempt.asked_until = computeLeaseExpiry(remote)
  const payment = buildCollectionPayment(locked, session.amount)
  return { type: 'request payment', attempt, data: session.data, payment, isRepeated: !!earlier }
}

const attemptFor = ({ collection }: LockedPaymentCollection, { id, provider_id, amount }: CollectionSession) => ({
  payment_collection_id: collection.id,
  session_id: id,
  provider_id,
  amount,
  currency_code: collection.currency_code,
  contents: id,
})

async function authorizeLocally(
  provider: PaymentProvider,
  { locked, session }: SessionPayment,
): Promise<AuthorizedPayment[]> {
  const { provider_id, amount } = session
  try {
    Object.assign(
      session,
      parseProviderResponse(await provider.authorize(session.data, buildCollectionPayment(locked, amount))),
    )
  } catch (error) {
    if (!isDeclined(error)) throw error
    session.status = 'error'
  }
  if (session.status !== 'authorized') return []
  session.payment_authorized_at = now()
  return [{ provider_id, amount, data: session.data }]
}
