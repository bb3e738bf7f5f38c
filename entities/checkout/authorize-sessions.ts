import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type Row } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { isRefusal } from '#entities/cart/payment/call-remote-provider.ts'
import { parseProviderResponse } from '#entities/cart/payment/parse-provider-response.ts'
import { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import type {
  PaymentPage,
  PaymentProvider,
  PaymentProviders,
  RemoteProviderOptions,
} from '#entities/cart/payment/payment-port.ts'
import { computeLeaseExpiry, lockCollectionAttempts } from '#entities/cart/payment/record-payment-attempt.ts'
import { type PaymentTask, performPaymentTask } from '#entities/cart/payment/request-payment.ts'
import { findPaymentProvider } from '#entities/cart/payment/sync-payment-sessions.ts'
import { captureCollected } from '#entities/orders/order/capture-collected.ts'
import type { CollectionSession } from '#entities/orders/payment-collection/collection-session.ts'
import { buildCollectionPayment } from '#entities/orders/payment-collection/initiate-session.ts'
import {
  findCollectionSessions,
  type LockedPaymentCollection,
  lockPayableCollection,
  nothingDueError,
  type PayableCollection,
} from '#entities/orders/payment-collection/lock-payment-collection.ts'
import type { PaymentCollection } from '#entities/orders/payment-collection/payment-collection.ts'
import {
  type AuthorizedPayment,
  recordCollectionPayments,
} from '#entities/orders/payment-collection/record-collection-payments.ts'
import { now } from '#entities/values/clock.ts'
import { NotAllowed } from '../errors.ts'
import { sumOfAmounts } from '../values/money.ts'
import { runCompletionStep } from './completion-step.ts'
import { concludeCollectionAttempt } from './conclude-collection-attempt.ts'
import { totalChanged } from './validate-checkout.ts'

export interface AuthorizedSessions {
  /** The ID of the payment collection. */
  id: string
  session_ids: readonly string[]
  /** The amount due of an order that the customer saw, in minor units. The open sessions pay exactly this amount. */
  agreed?: number | undefined
  /** Where a page of the provider leads the customer. Default: the caller shows no such page. */
  page?: PaymentPage | undefined
}

/**
 * Call it outside of a transaction. A repeated call authorizes no session twice.
 * @throws NotAllowed if the amount due is 0 or not the agreed one. Conflict if a provider does not answer; call it again.
 */
export async function authorizeSessions(
  em: EntityManager,
  providers: PaymentProviders,
  call: AuthorizedSessions,
): Promise<void> {
  const { type, tasks } = await inTransaction(em, (tx) => startPayments(tx, providers, call))
  const results: PromiseSettledResult<unknown>[] = await Promise.allSettled(
    tasks.map((task) => performPaymentTask(em, providers, task)),
  )
  for (const { attempt } of tasks) {
    const step = runCompletionStep(em, providers, (tx) => concludeCollectionAttempt(tx, providers, attempt))
    results.push(...(await Promise.allSettled([step])))
  }
  // If a provider declines, the call succeeds and the session has the status `error`.
  const failure = results.find((result) => result.status === 'rejected' && !isRefusal(result.reason))
  if (failure?.status === 'rejected') throw failure.reason
  // A job repeats a capture without a response.
  if (type === 'order') await captureCollected(em, providers, call.id).catch(() => {})
}

interface StartedPayments {
  type: PaymentCollection['type']
  tasks: PaymentTask[]
}

async function startPayments(
  em: EntityManager,
  providers: PaymentProviders,
  { id, session_ids, agreed, page }: AuthorizedSessions,
): Promise<StartedPayments> {
  const lockedCollection = await lockPayableCollection(em, providers, id)
  const { collection } = lockedCollection
  const { type } = collection
  if (collection.status === 'authorized') return { type, tasks: [] }
  const sessions = await findCollectionSessions(em, id)
  if (sessions.length === 0) throw new NotAllowed('You cannot complete a Payment Collection without a payment session.')
  const openSessions = sessions.filter((session) => session_ids.includes(session.id) && session.status !== 'authorized')
  if (agreed !== undefined && (agreed !== lockedCollection.amountToPay || agreed !== sumOfAmounts(openSessions)))
    throw totalChanged()
  assertDue(openSessions, lockedCollection)
  const attempts = await lockCollectionAttempts(em, id)
  const tasks: PaymentTask[] = []
  const payments: AuthorizedPayment[] = []
  for (const session of openSessions) {
    const provider = findPaymentProvider(providers, session)
    const payment = { lockedCollection, session, liveAttempt: attempts.get(session.id), page }
    if (provider.remote) tasks.push(startRemotePayment(em, provider.remote, payment))
    else payments.push(...(await authorizeLocally(provider, payment)))
  }
  if (collection.status === 'not_paid' && openSessions.length > 0) collection.status = 'awaiting'
  await recordCollectionPayments(em, providers, { ...lockedCollection, payments })
  return { type, tasks }
}

function assertDue(sessions: readonly Row<CollectionSession>[], { due }: PayableCollection): void {
  if (sumOfAmounts(sessions) <= due) return
  if (due === 0) throw nothingDueError()
  throw new NotAllowed(`The amount due is now ${due}. Create the payment sessions again.`)
}

interface SessionPayment {
  lockedCollection: LockedPaymentCollection
  session: Row<CollectionSession>
  liveAttempt: Row<PaymentAttempt> | undefined
  page: PaymentPage | undefined
}

function startRemotePayment(
  em: EntityManager,
  remote: RemoteProviderOptions,
  { lockedCollection, session, liveAttempt, page }: SessionPayment,
): PaymentTask {
  if (liveAttempt?.isInProgress(now())) return { type: 'wait', attempt: liveAttempt }
  const attempt = liveAttempt ?? insertRow(em, PaymentAttempt, buildAttempt(lockedCollection, session))
  attempt.asked_until = computeLeaseExpiry(remote)
  const payment = { ...buildCollectionPayment(lockedCollection, session.amount), ...(page && { page }) }
  return { type: 'request payment', attempt, data: session.data, payment, isRepeated: !!liveAttempt }
}

const buildAttempt = (
  { collection }: LockedPaymentCollection,
  { id, provider_id, amount, data }: Row<CollectionSession>,
) => ({
  payment_collection_id: collection.id,
  session_id: id,
  provider_id,
  amount,
  currency_code: collection.currency_code,
  contents: id,
  data,
})

async function authorizeLocally(
  provider: PaymentProvider,
  { lockedCollection, session, page }: SessionPayment,
): Promise<AuthorizedPayment[]> {
  const { provider_id, amount } = session
  try {
    const response = await provider.authorize(session.data, {
      ...buildCollectionPayment(lockedCollection, amount),
      ...(page && { page }),
    })
    Object.assign(session, parseProviderResponse(response))
  } catch (error) {
    if (!isRefusal(error)) throw error
    session.status = 'error'
  }
  if (session.status !== 'authorized') return []
  session.payment_authorized_at = now()
  return [{ provider_id, amount, data: session.data }]
}
