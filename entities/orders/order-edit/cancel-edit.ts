import type { EntityManager } from '@mikro-orm/postgresql'
import type { PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { releasePaymentCollection } from '../payment-collection/release-payment-collection.ts'
import { advanceEdit } from './advance-edit.ts'
import { lockEdit } from './lock-edit.ts'
import { OrderEdit } from './order-edit.ts'
import { OPEN_EDIT_STATUSES } from './states.ts'

/** Gives an edit up, once however often it is called. @throws NotFound. NotAllowed where it was confirmed or declined. */
export async function cancelEdit(
  em: EntityManager,
  providers: PaymentProviders,
  { id, by }: { id: string; by: string },
): Promise<void> {
  const { edit } = await lockEdit(em, id)
  if (edit.status !== 'canceled') await releaseEdit(em, providers, { edit, by })
}

/** Gives up the open edit of an order, which is locked, if there is one. */
export async function cancelOpenEdit(em: EntityManager, providers: PaymentProviders, order_id: string): Promise<void> {
  const edit = await em.findOne(OrderEdit, { order_id, status: { $in: [...OPEN_EDIT_STATUSES] } })
  if (edit) await releaseEdit(em, providers, { edit, by: null })
}

async function releaseEdit(
  em: EntityManager,
  providers: PaymentProviders,
  { edit, by }: { edit: OrderEdit; by: string | null },
): Promise<void> {
  advanceEdit(edit, 'canceled', by)
  await releasePaymentCollection(em, providers, edit)
  await announce(em, 'order-edit.canceled', { id: edit.id })
}
