import type { EntityManager } from '@mikro-orm/postgresql'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { lockCollectionAttempts } from '#entities/cart/payment/record-payment-attempt.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { now } from '#entities/values/clock.ts'
import { assertNoSessionInProgress, endCollectionSessions } from './end-collection-sessions.ts'
import { findCollectionSessions, maybeLockPaymentCollection } from './lock-payment-collection.ts'

/** A closed edit keeps the id of its deleted collection, since providers may still respond. */
export async function deletePaymentCollection(
  em: EntityManager,
  providers: PaymentProviders,
  id: string,
): Promise<void> {
  const lockedCollection = await maybeLockPaymentCollection(em, id)
  if (!lockedCollection) return
  const { collection, edit } = lockedCollection
  collection.assertDeletable()
  const sessions = await findCollectionSessions(em, id)
  const openSessions = sessions.filter((session) => session.status !== 'authorized')
  assertNoSessionInProgress(openSessions, await lockCollectionAttempts(em, id))
  await endCollectionSessions(em, providers, openSessions)
  collection.deleted_at = now()
  if (edit?.isOpen()) edit.payment_collection_id = null
  await announce(em, 'payment-collection.deleted', { id })
}
