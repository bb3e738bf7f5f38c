import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { openPaymentCollection } from '../payment-collection/open-payment-collection.ts'
import { advanceEdit } from './advance-edit.ts'
import { type LockedEdit, lockEdit } from './lock-edit.ts'
import { OrderItemChange } from './order-item-change.ts'
import { priceEdit } from './recalculate-edit.ts'

export interface EditRequest {
  id: string
  /** A user. */
  by: string
  payment_collection_description?: string | null | undefined
}

/**
 * Asks the customer to agree to an edit, and to pay what it costs more, once however often it is called. Where what
 * collects the money was deleted, it is made anew.
 * @throws NotFound. NotAllowed where it is over. InvalidData where nothing is changed. As `priceToAgree`.
 */
export async function requestEdit(em: EntityManager, requesting: EditRequest): Promise<void> {
  const { id, by, payment_collection_description: description } = requesting
  const locked = await lockEdit(em, id)
  if (locked.edit.status !== 'requested') await request(em, locked, by)
  const { difference_due: amount } = (await priceEdit(em, locked.edit)).totals
  if (amount > 0 && !locked.edit.payment_collection_id)
    await openPaymentCollection(em, { ...locked, amount, description, by })
}

async function request(em: EntityManager, { edit }: LockedEdit, by: string): Promise<void> {
  const { id } = edit
  if (!(await em.count(OrderItemChange, { order_edit_id: id })))
    throw new InvalidData('Cannot request a confirmation on an edit with no changes')
  advanceEdit(edit, 'requested', by)
  await announce(em, 'order-edit.requested', { id })
}
