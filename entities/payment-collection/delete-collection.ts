import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '../errors.ts'
import { announce } from '../event/announce.ts'
import { isOpen } from '../order-edit/states.ts'
import { liveAttemptsOf } from '../payment/keep-attempt.ts'
import type { PaymentProviders } from '../payment/sync-payment-sessions.ts'
import { endSessions, refuseUnderWay } from './end-sessions.ts'
import { maybeLockCollection, sessionsOf } from './lock-collection.ts'

/**
 * Deletes a collection for which nobody has paid; one that is not there is gone. To ask the customer for the edit again
 * begins another; an edit that is over still names it, for what its providers say later.
 * @throws NotAllowed where something was paid. Conflict while a provider is asked for the money.
 */
export async function deleteCollection(em: EntityManager, providers: PaymentProviders, id: string): Promise<void> {
  const locked = await maybeLockCollection(em, id)
  if (!locked) return
  const { collection, edit } = locked
  const { status } = collection
  if (status !== 'not_paid' && status !== 'canceled')
    throw new NotAllowed(`Cannot delete payment collection with status ${status}`)
  const open = (await sessionsOf(em, id)).filter((session) => session.status !== 'authorized')
  refuseUnderWay(open, await liveAttemptsOf(em, id))
  await endSessions(em, providers, open)
  collection.deleted_at = new Date()
  if (isOpen(edit)) edit.payment_collection_id = null
  await announce(em, 'payment-collection.deleted', { id })
}
