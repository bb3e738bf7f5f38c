import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow } from '#database/rows.ts'
import { InvalidData } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { lockOrder } from '../order/lock-order.ts'
import { cloneLines } from './clone-lines.ts'
import { OPEN_EDIT_STATUSES } from './edit-statuses.ts'
import { OrderEdit } from './order-edit.ts'

export interface NewEdit {
  order_id: string
  internal_note?: string | null | undefined
  created_by: string
}

/** Copies the lines of the order into the edit. Returns the id of the edit. */
export async function createEdit(em: EntityManager, { order_id, internal_note, created_by }: NewEdit): Promise<string> {
  const order = await lockOrder(em, order_id)
  order.assertNotCanceled('A canceled order cannot be edited')
  if (await em.count(OrderEdit, { order_id, status: { $in: [...OPEN_EDIT_STATUSES] } }))
    throw new InvalidData(`An active order edit already exists for the order ${order_id}`).because({
      name: 'edit_exists',
    })
  const edit = insertRow(em, OrderEdit, { order_id, internal_note: internal_note ?? null, created_by })
  await em.flush()
  await cloneLines(em, edit)
  await announce(em, 'order-edit.created', { id: edit.id })
  return edit.id
}
