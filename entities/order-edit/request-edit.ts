import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '../errors.ts'
import { announce } from '../event/announce.ts'
import { openCollection } from '../payment-collection/open-collection.ts'
import { advanceEdit } from './advance-edit.ts'
import { type LockedEdit, lockEdit } from './lock-edit.ts'
import { OrderItemChange } from './order-item-change.ts'
import { priceToAgree } from './settle-edit.ts'

export interface Requesting {
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
export async function requestEdit(em: EntityManager, requesting: Requesting): Promise<void> {
  const { id, by, payment_collection_description: description } = requesting
  const locked = await lockEdit(em, id)
  if (locked.edit.status !== 'requested') await request(em, locked, by)
  const { difference_due: amount } = (await priceToAgree(em, locked.edit)).totals
  if (amount > 0 && !locked.edit.payment_collection_id) await openCollection(em, { ...locked, amount, description, by })
}

async function request(em: EntityManager, { edit }: LockedEdit, by: string): Promise<void> {
  const { id } = edit
  if (!(await em.count(OrderItemChange, { order_edit_id: id })))
    throw new InvalidData('Cannot request a confirmation on an edit with no changes')
  advanceEdit(edit, 'requested', by)
  await announce(em, 'order-edit.requested', { id })
}
