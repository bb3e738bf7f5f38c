import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, type Row } from '#database/rows.ts'
import { NotAllowed } from '#entities/errors.ts'
import { PaymentCollection } from '../payment-collection/payment-collection.ts'
import { applyEditToOrder, type EditConfirmation } from './confirm-edit.ts'
import { computeAmountToCollect } from './edit-totals.ts'
import { lockEdit } from './lock-edit.ts'
import type { OrderEdit } from './order-edit.ts'
import { priceEdit } from './recalculate-edit.ts'

/** Confirms an edit on behalf of the customer. Repeated calls have no effect. */
export async function completeEdit(em: EntityManager, { id, by }: EditConfirmation): Promise<void> {
  const lockedEdit = await lockEdit(em, id)
  const { edit } = lockedEdit
  edit.assertCompletable()
  const authorized = await readAuthorizedAmount(em, edit)
  if (authorized === undefined) throw unauthorizedError()
  // A later edit may have changed the order, so a confirmed edit is not priced again.
  if (edit.status === 'confirmed') return
  const pricedEdit = await priceEdit(em, edit)
  if (computeAmountToCollect(pricedEdit.order, pricedEdit.totals) > authorized) throw unauthorizedError()
  edit.confirm(by)
  await applyEditToOrder(em, lockedEdit, pricedEdit)
}

const unauthorizedError = () =>
  new NotAllowed('Unable to complete an order edit if the payment is not authorized').because({ name: 'edit_not_paid' })

/** Returns minor units: 0 without a payment collection, undefined if the collection is not fully authorized. */
async function readAuthorizedAmount(
  em: EntityManager,
  { payment_collection_id: id }: Row<OrderEdit>,
): Promise<number | undefined> {
  const collection = id ? await findRow(em, PaymentCollection, { id }) : null
  if (!collection) return 0
  return collection.status === 'authorized' ? collection.amount : undefined
}
