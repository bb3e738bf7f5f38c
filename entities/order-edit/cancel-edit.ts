import type { EntityManager } from '@mikro-orm/postgresql'
import { announce } from '../event/announce.ts'
import { advanceEdit } from './advance-edit.ts'
import { lockEdit } from './lock-edit.ts'
import { OrderEdit } from './order-edit.ts'
import { OPEN_EDIT } from './states.ts'

/** Gives an edit up, once however often it is called. @throws NotFound. NotAllowed where it was confirmed or declined. */
export async function cancelEdit(em: EntityManager, { id, by }: { id: string; by: string }): Promise<void> {
  const { edit } = await lockEdit(em, id)
  if (edit.status !== 'canceled') await giveUp(em, edit, by)
}

/** Gives up the open edit of an order, which is locked, if there is one. */
export async function cancelEditOf(em: EntityManager, order_id: string): Promise<void> {
  const edit = await em.findOne(OrderEdit, { order_id, status: { $in: [...OPEN_EDIT] } })
  if (edit) await giveUp(em, edit, null)
}

async function giveUp(em: EntityManager, edit: OrderEdit, by: string | null): Promise<void> {
  advanceEdit(edit, 'canceled', by)
  await announce(em, 'order-edit.canceled', { id: edit.id })
}
