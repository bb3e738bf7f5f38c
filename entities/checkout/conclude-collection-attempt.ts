import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, type Row } from '#database/rows.ts'
import type { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { abandonAttempts, finishAttempt, lockAttempt } from '#entities/cart/payment/record-payment-attempt.ts'
import { CollectionSession } from '#entities/orders/payment-collection/collection-session.ts'
import {
  isCollectionPayable,
  type LockedPaymentCollection,
  maybeLockPaymentCollection,
  readAmountDue,
} from '#entities/orders/payment-collection/lock-payment-collection.ts'
import { recordCollectionPayments } from '#entities/orders/payment-collection/record-collection-payments.ts'
import { now } from '#entities/values/clock.ts'
import { Conflict } from '../errors.ts'
import type { CompletionStep, PendingCompletion } from './completion-step.ts'

export type CollectionOutcome = { type: 'recorded' } | PendingCompletion

/** Records the payment if the amount is still due, and abandons the attempt otherwise. */
export async function concludeCollectionAttempt(
  em: EntityManager,
  providers: PaymentProviders,
  { id, payment_collection_id, session_id }: Row<PaymentAttempt>,
): Promise<CompletionStep<CollectionOutcome>> {
  const lockedCollection = await maybeLockPaymentCollection(em, payment_collection_id!)
  const attempt = await lockAttempt(em, id)
  const session = session_id ? await findRow(em, CollectionSession, { id: session_id }) : null
  const { status, data } = attempt
  switch (status) {
    case 'authorized':
      return acceptPayment(em, providers, { attempt, lockedCollection, session })
    case 'pending':
    case 'requires_more':
      if (session) Object.assign(session, { status, data })
      return { type: 'waiting', payment_status: status }
    case 'declined':
      // A later attempt may have authorized the session.
      if (session && session.status !== 'authorized') session.status = 'error'
      return { type: 'recorded' }
    case 'completed':
      return { type: 'recorded' }
    case 'canceling':
      return { type: 'refused', error: new Conflict(), abandoned: [attempt] }
    case 'started':
    case 'canceled':
    case 'failed':
      return { type: 'refused', error: new Conflict() }
    default:
      return status satisfies never
  }
}

interface LockedSession {
  attempt: Row<PaymentAttempt>
  lockedCollection: LockedPaymentCollection | undefined
  session: Row<CollectionSession> | null
}

async function acceptPayment(
  em: EntityManager,
  providers: PaymentProviders,
  { attempt, lockedCollection, session }: LockedSession,
): Promise<CompletionStep<CollectionOutcome>> {
  const { provider_id, amount, data } = attempt
  const isDue =
    lockedCollection &&
    session?.amount === amount &&
    session.status !== 'authorized' &&
    isCollectionPayable(lockedCollection) &&
    amount <= (await readAmountDue(em, providers, lockedCollection)).due
  if (!isDue) return { type: 'refused', error: new Conflict(), abandoned: await abandonAttempts(em, [attempt]) }
  Object.assign(session, { status: 'authorized', data, payment_authorized_at: now() })
  await recordCollectionPayments(em, providers, { ...lockedCollection, payments: [{ provider_id, amount, data }] })
  await finishAttempt(em, attempt, 'completed')
  return { type: 'recorded' }
}
