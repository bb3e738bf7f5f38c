import type { EntityManager } from '@mikro-orm/postgresql'
import { lockLiveAttempts } from '#entities/cart/payment/record-payment-attempt.ts'
import type { PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { NotAllowed } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { isOpen } from '../order-edit/states.ts'
import { assertNoSessionInProgress, endCollectionSessions } from './end-collection-sessions.ts'
import { findCollectionSessions, maybeLockPaymentCollection } from './lock-payment-collection.ts'

/**
 * Deletes a collection for which nobody has paid; one that is not there is gone. To ask the customer for the edit again
 * begins another; an edit that is over still names it, for what its providers say later.
 * @throws NotAllowed where something was paid. Conflict while a provider is asked for the money.
 */
export async function deletePaymentCollection(
  em: EntityManager,
  providers: PaymentProviders,
  id: string,
): Promise<void> {
  const locked = await maybeLockPaymentCollection(em, id)
  if (!locked) return
  const { collection, edit } = locked
  const { status } = collection
  if (status !== 'not_paid' && status !== 'canceled')
    throw new NotAllowed(`Cannot delete payment collection with status ${status}`)
  const open = (await findCollectionSessions(em, id)).filter((session) => session.status !== 'authorized')
  assertNoSessionInProgress(open, await lockLiveAttempts(em, id))
  await endCollectionSessions(em, providers, open)
  collection.deleted_at = new Date()
  if (isOpen(edit)) edit.payment_collection_id = null
  await announce(em, 'payment-collection.deleted', { id })
}
