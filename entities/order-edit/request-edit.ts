import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '../errors.ts'
import { announce } from '../event/announce.ts'
import { advanceEdit } from './advance-edit.ts'
import { lockEdit } from './lock-edit.ts'
import { OrderItemChange } from './order-item-change.ts'
import { totalsToAgree } from './settle-edit.ts'

/**
 * Asks the customer to agree to an edit, once however often it is called.
 * @throws NotFound. NotAllowed where it is over. InvalidData where nothing is changed. As `totalsToAgree`.
 */
export async function requestEdit(em: EntityManager, { id, by }: { id: string; by: string }): Promise<void> {
  const { edit } = await lockEdit(em, id)
  if (edit.status === 'requested') return
  if (!(await em.count(OrderItemChange, { order_edit_id: id })))
    throw new InvalidData('Cannot request a confirmation on an edit with no changes')
  advanceEdit(edit, 'requested', by)
  await totalsToAgree(em, edit)
  await announce(em, 'order-edit.requested', { id })
}
