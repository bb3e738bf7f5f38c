import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { lockOrder } from '../order/lock-order.ts'
import { cloneLines } from './clone-lines.ts'
import { OrderEdit } from './order-edit.ts'
import { OPEN_EDIT_STATUSES } from './states.ts'

export interface NewEdit {
  order_id: string
  internal_note?: string | null | undefined
  /** Of a user. */
  created_by: string
}

/**
 * Begins an edit of an order: it has the lines of the order, and nothing is changed yet.
 * @throws NotFound. NotAllowed where the order is canceled. InvalidData where it has an open edit already.
 */
export async function createEdit(em: EntityManager, { order_id, internal_note, created_by }: NewEdit): Promise<string> {
  const order = await lockOrder(em, order_id)
  order.assertNotCanceled('A canceled order cannot be edited')
  if (await em.count(OrderEdit, { order_id, status: { $in: [...OPEN_EDIT_STATUSES] } }))
    throw new InvalidData(`An active order edit already exists for the order ${order_id}`)
  const edit = em.create(OrderEdit, { order_id, internal_note: internal_note ?? null, created_by })
  await em.flush()
  await cloneLines(em, edit)
  await announce(em, 'order-edit.created', { id: edit.id })
  return edit.id
}
