import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { insertRow, type Row } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { parseProviderResponse } from '#entities/cart/payment/parse-provider-response.ts'
import { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import type { PaymentProvider, RemoteProviderOptions } from '#entities/cart/payment/payment-port.ts'
import { computeLeaseExpiry, lockLiveAttempts } from '#entities/cart/payment/record-payment-attempt.ts'
import { type PaymentRequest, requestPayment, waitForAttempt } from '#entities/cart/payment/request-payment.ts'
import { findPaymentProvider, type PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import type { CollectionSession } from '#entities/orders/payment-collection/collection-session.ts'
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
import { buildCollectionPayment } from '#entities/orders/payment-collection/set-collection-sessions.ts'
import { Conflict, DomainError, NotAllowed } from '../errors.ts'
import { sumOfAmounts } from '../values/money.ts'
import { runCompletionStep } from './completion-step.ts'
import { concludeCollectionAttempt } from './conclude-collection-attempt.ts'

/**
 * Asks the providers for the money of these sessions, each once however often it is called; those of other collections are
 * left out. What each has said stands in its session. Where nobody is asked over the network that is one transaction. Else
 * the payments are written down first, then asked for outside of any transaction, and taken if they are still wanted; if
 * not, they are cancelled. Called on an entity manager without a transaction.
 * @throws NotFound. NotAllowed where nothing is to be paid, or nobody said how. Conflict where a provider does not answer;
 * called again, it finds out what became of the payment.
 */
export async function authorizeSessions(
  em: EntityManager,
  providers: PaymentProviders,
  { id, session_ids }: { id: string; session_ids: readonly string[] },
): Promise<void> {
  const begun = await inTransaction(em, (inner) => begin(inner, providers, { id, session_ids }))
  const asked = begun.map((one) =>
    one.type === 'ask' ? requestPayment(em, providers, one) : waitForAttempt(em, one.attempt),
  )
  const failures = await Promise.allSettled(asked)
  for (const { attempt } of begun)
    await runCompletionStep(em, providers, (inner) => concludeCollectionAttempt(inner, attempt)).catch(
      (error: unknown) => failures.push({ status: 'rejected', reason: error }),
    )
  const fault = failures.find((one) => one.status === 'rejected' && !isRefusal(one.reason))
  if (fault?.status === 'rejected') throw fault.reason
}

/** That a provider refuses a payment for good stands in the session. */
const isRefusal = (reason: unknown): boolean => reason instanceof DomainError && !(reason instanceof Conflict)

type AuthorizationStart = ({ type: 'ask' } & PaymentRequest) | { type: 'wait'; attempt: Row<PaymentAttempt> }

async function begin(
  em: EntityManager,
  providers: PaymentProviders,
  { id, session_ids }: { id: string; session_ids: readonly string[] },
): Promise<AuthorizationStart[]> {
  const locked = await lockPayableCollection(em, id)
  if (locked.collection.status === 'authorized') return []
  const sessions = await findCollectionSessions(em, id)
  if (sessions.length === 0) throw new NotAllowed('You cannot complete a Payment Collection without a payment session.')
  const open = sessions.filter((session) => session_ids.includes(session.id) && session.status !== 'authorized')
  if (sumOfAmounts(open) > locked.due)
    throw locked.due === 0
      ? nothingDueError()
      : new NotAllowed(`The amount due is now ${locked.due}. Create the payment sessions again.`)
  const asked = await lockLiveAttempts(em, id)
  const begun: AuthorizationStart[] = []
  const taken: AuthorizedPayment[] = []
  for (const session of open) {
    const provider = findPaymentProvider(providers, session)
    const { remote } = provider
    if (remote) begun.push(buildPaymentRequest(em, remote, { locked, session, earlier: asked.get(session.id) }))
    else taken.push(...(await authorizeLocally(provider, { locked, session })))
  }
  if (locked.collection.status === 'not_paid' && open.length > 0) locked.collection.status = 'awaiting'
  await recordCollectionPayments(em, locked, taken)
  return begun
}

interface SessionPayment {
  locked: LockedPaymentCollection
  session: CollectionSession
}

function buildPaymentRequest(
  em: EntityManager,
  remote: RemoteProviderOptions,
  { locked, session, earlier }: SessionPayment & { earlier: Row<PaymentAttempt> | undefined },
): AuthorizationStart {
  if (earlier?.isInProgress(now())) return { type: 'wait', attempt: earlier }
  const attempt = earlier ?? insertRow(em, PaymentAttempt, attemptFor(locked, session))
  attempt.asked_until = computeLeaseExpiry(remote)
  const payment = buildCollectionPayment(locked, session.amount)
  return { type: 'ask', attempt, data: session.data, payment, isRepeated: !!earlier }
}

const attemptFor = ({ collection }: LockedPaymentCollection, { id, provider_id, amount }: CollectionSession) => ({
  payment_collection_id: collection.id,
  session_id: id,
  provider_id,
  amount,
  currency_code: collection.currency_code,
  contents: id,
})

/** What is paid by that. */
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
    if (!isRefusal(error)) throw error
    session.status = 'error'
  }
  if (session.status !== 'authorized') return []
  session.payment_authorized_at = now()
  return [{ provider_id, amount, data: session.data }]
}
