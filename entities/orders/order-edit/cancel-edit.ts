import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, type Row } from '#database/rows.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { cancelPaymentCollection } from '../payment-collection/cancel-payment-collection.ts'
import { OPEN_EDIT_STATUSES } from './edit-statuses.ts'
import { lockEdit } from './lock-edit.ts'
import { OrderEdit } from './order-edit.ts'

export async function cancelEdit(
  em: EntityManager,
  providers: PaymentProviders,
  { id, by }: { id: string; by: string },
): Promise<void> {
  const { edit } = await lockEdit(em, id)
  if (edit.status !== 'canceled') await cancelLockedEdit(em, providers, { edit, by })
}

export async function cancelOpenEdit(em: EntityManager, providers: PaymentProviders, order_id: string): Promise<void> {
  const edit = await findRow(em, OrderEdit, { order_id, status: OPEN_EDIT_STATUSES })
  if (edit) await cancelLockedEdit(em, providers, { edit, by: null })
}

async function cancelLockedEdit(
  em: EntityManager,
  providers: PaymentProviders,
  { edit, by }: { edit: Row<OrderEdit>; by: string | null },
): Promise<void> {
  edit.cancel(by)
  await cancelPaymentCollection(em, providers, edit)
  await announce(em, 'order-edit.canceled', { id: edit.id })
}
