import type { EntityManager } from '@mikro-orm/postgresql'
import { NotAllowed } from '../errors.ts'
import { PaymentCollection } from '../payment-collection/payment-collection.ts'
import { type Confirming, confirm } from './confirm-edit.ts'
import { lockEdit } from './lock-edit.ts'
import type { OrderEdit } from './order-edit.ts'
import { totalsOfEdit } from './settle-edit.ts'

/**
 * The customer agrees to an edit, which becomes the order, once however often it is called.
 * @throws NotFound. NotAllowed where they were not asked, or have not paid what is due. As `confirmEdit`.
 */
export async function completeEdit(em: EntityManager, { id, by }: Confirming): Promise<void> {
  const locked = await lockEdit(em, id)
  const { edit } = locked
  if (edit.status !== 'requested' && edit.status !== 'confirmed')
    throw new NotAllowed(`Cannot complete an order edit with status ${edit.status}`)
  if (!(await isPaid(em, edit)))
    throw new NotAllowed('Unable to complete an order edit if the payment is not authorized')
  if (edit.status === 'requested') await confirm(em, locked, by)
}

/** Of one that is confirmed that is for what was collected for it; the order may have been edited since. */
async function isPaid(em: EntityManager, edit: OrderEdit): Promise<boolean> {
  const id = edit.payment_collection_id
  const collection = id ? await em.findOne(PaymentCollection, { id }) : null
  if (collection && collection.status !== 'authorized') return false
  if (edit.status === 'confirmed') return true
  const { difference_due } = await totalsOfEdit(em, edit)
  return difference_due <= (collection?.amount ?? 0)
}
