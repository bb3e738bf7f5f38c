import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, type Row } from '#database/rows.ts'
import { announce } from '#entities/platform/event/announce.ts'
import type { Order } from '../order/order.ts'
import { computeAmountToCollect } from '../order-edit/edit-totals.ts'
import { OrderEdit } from '../order-edit/order-edit.ts'
import { type PricedEdit, readPricedEdit } from '../order-edit/recalculate-edit.ts'
import { createPaymentCollection } from './create-payment-collection.ts'
import { PaymentCollection } from './payment-collection.ts'

interface CollectedEdit {
  edit: Row<OrderEdit>
  order: Row<Order>
  by: string
  description?: string | null | undefined
}

/** Creates the payment collection of a requested edit, or raises its amount if the payments of the order cover less of the edit. */
export async function collectDifference(
  em: EntityManager,
  collected: CollectedEdit,
  { order, totals }: PricedEdit,
): Promise<void> {
  const amount = computeAmountToCollect(order, totals)
  if (amount === 0) return
  const id = collected.edit.payment_collection_id
  const collection = id ? await findRow(em, PaymentCollection, { id }) : null
  if (!collection) await createPaymentCollection(em, { ...collected, amount })
  else if (collection.raise(amount)) await announce(em, 'payment-collection.updated', { id: collection.id })
}

/** A capture or a refund between the request and the confirmation of an edit leaves less money for its difference. */
export async function collectRequestedDifference(em: EntityManager, order: Row<Order>): Promise<void> {
  const edit = await findRow(em, OrderEdit, { order_id: order.id, status: 'requested' })
  if (!edit) return
  const by = edit.requested_by ?? edit.created_by ?? 'system'
  await collectDifference(em, { edit, order, by }, await readPricedEdit(em, edit))
}
