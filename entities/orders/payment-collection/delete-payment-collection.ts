import type { EntityManager } from '@mikro-orm/postgresql'
import { lockLiveAttempts } from '#entities/cart/payment/record-payment-attempt.ts'
import type { PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { assertNoSessionInProgress, endCollectionSessions } from './end-collection-sessions.ts'
import { findCollectionSessions, maybeLockPaymentCollection } from './lock-payment-collection.ts'

/**
 * Soft-deletes a collection. Does nothing if it does not exist. A closed edit keeps its reference, since providers may still
 * respond.
 * @throws NotAllowed if the collection has payments, or Conflict while a provider processes a payment.
 */
export async function deletePaymentCollection(
  em: EntityManager,
  providers: PaymentProviders,
  id: string,
): Promise<void> {
  const locked = await maybeLockPaymentCollection(em, id)
  if (!locked) return
  const { collection, edit } = locked
  collection.assertDeletable()
  const sessions = await findCollectionSessions(em, id)
  const openSessions = sessions.filter((session) => session.status !== 'authorized')
  assertNoSessionInProgress(openSessions, await lockLiveAttempts(em, id))
  await endCollectionSessions(em, providers, openSessions)
  collection.deleted_at = new Date()
  if (edit.isOpen()) edit.payment_collection_id = null
  await announce(em, 'payment-collection.deleted', { id })
}
