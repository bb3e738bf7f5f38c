import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '../event/announce.ts'
import type { PaymentProviders } from '../payment/sync-payment-sessions.ts'
import { releaseCollection } from '../payment-collection/release-collection.ts'
import { advanceEdit } from './advance-edit.ts'
import { lockEdit } from './lock-edit.ts'
import { OrderEdit } from './order-edit.ts'
import { OPEN_EDIT } from './states.ts'

/** Gives an edit up, once however often it is called. @throws NotFound. NotAllowed where it was confirmed or declined. */
export async function cancelEdit(
  em: EntityManager,
  providers: PaymentProviders,
  { id, by }: { id: string; by: string },
): Promise<void> {
  const { edit } = await lockEdit(em, id)
  if (edit.status !== 'canceled') await giveUp(em, providers, { edit, by })
}

/** Gives up the open edit of an order, which is locked, if there is one. */
export async function cancelEditOf(em: EntityManager, providers: PaymentProviders, order_id: string): Promise<void> {
  const edit = await em.findOne(OrderEdit, { order_id, status: { $in: [...OPEN_EDIT] } })
  if (edit) await giveUp(em, providers, { edit, by: null })
}

async function giveUp(
  em: EntityManager,
  providers: PaymentProviders,
  { edit, by }: { edit: OrderEdit; by: string | null },
): Promise<void> {
  advanceEdit(edit, 'canceled', by)
  await releaseCollection(em, providers, edit)
  await announce(em, 'order-edit.canceled', { id: edit.id })
}
