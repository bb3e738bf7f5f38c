import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, type Row } from '#database/rows.ts'
import { NotFound } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { OrderEdit } from './order-edit.ts'

export interface LockedEdit {
  edit: Row<OrderEdit>
  order: Row<Order>
}

export async function lockEdit(em: EntityManager, id: string): Promise<LockedEdit> {
  const lockedEdit = await maybeLockEdit(em, id)
  if (!lockedEdit) throw new NotFound(`Order edit with id ${id} was not found`)
  return lockedEdit
}

/** Returns undefined if the edit does not exist, or was deleted while this call waited for the lock. */
export async function maybeLockEdit(em: EntityManager, id: string): Promise<LockedEdit | undefined> {
  const [row] = await selectOrderId(em, id)
  const order = row && (await lockOrder(em, row.order_id))
  const edit = order && (await findRow(em, OrderEdit, { id }))
  return edit ? { edit, order } : undefined
}

const selectOrderId = query((db, id: string) => db.selectFrom('order_edit').select('order_id').where('id', '=', id))
