import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '#entities/errors.ts'
import { PaymentCollection } from '../payment-collection/payment-collection.ts'
import { advanceEdit } from './advance-edit.ts'
import { applyEditToOrder, type EditConfirmation } from './confirm-edit.ts'
import { lockEdit } from './lock-edit.ts'
import type { OrderEdit } from './order-edit.ts'
import { priceEdit } from './recalculate-edit.ts'

/**
 * The customer agrees to an edit, which becomes the order, once however often it is called.
 * @throws NotFound. NotAllowed where they were not asked, or have not paid what is due. As `confirmEdit`.
 */
export async function completeEdit(em: EntityManager, { id, by }: EditConfirmation): Promise<void> {
  const locked = await lockEdit(em, id)
  const { edit } = locked
  if (edit.status !== 'requested' && edit.status !== 'confirmed')
    throw new NotAllowed(`Cannot complete an order edit with status ${edit.status}`)
  const paid = await paidFor(em, edit)
  if (paid === undefined) throw unpaid()
  // The order may have been edited since.
  if (edit.status === 'confirmed') return
  const agreed = await priceEdit(em, edit)
  if (agreed.totals.difference_due > paid) throw unpaid()
  advanceEdit(edit, 'confirmed', by)
  await applyEditToOrder(em, locked, agreed)
}

const unpaid = () => new NotAllowed('Unable to complete an order edit if the payment is not authorized')

/** What was collected for it, in minor units; undefined while that is not all that was asked for. */
async function paidFor(em: EntityManager, { payment_collection_id: id }: OrderEdit): Promise<number | undefined> {
  const collection = id ? await em.findOne(PaymentCollection, { id }) : null
  if (!collection) return 0
  return collection.status === 'authorized' ? collection.amount : undefined
}
