import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '../errors.ts'
import { announce } from '../event/announce.ts'
import type { PaymentProviders } from '../payment/sync-payment-sessions.ts'
import { endSession } from './end-session.ts'
import { lockCollection, sessionsOf } from './lock-collection.ts'
import { PaymentCollection } from './payment-collection.ts'

/**
 * Deletes a collection for which nobody has paid; one that is not there is gone. To ask the customer for the edit again
 * begins another.
 * @throws NotAllowed where something was paid or is under way.
 */
export async function deleteCollection(em: EntityManager, providers: PaymentProviders, id: string): Promise<void> {
  if (!(await em.count(PaymentCollection, { id }))) return
  const { collection, edit } = await lockCollection(em, id)
  const { status } = collection
  if (status !== 'not_paid' && status !== 'canceled')
    throw new NotAllowed(`Cannot delete payment collection with status ${status}`)
  for (const session of await sessionsOf(em, id))
    if (session.status !== 'authorized') await endSession(em, providers, session)
  collection.deleted_at = new Date()
  edit.payment_collection_id = null
  await announce(em, 'payment-collection.deleted', { id })
}
