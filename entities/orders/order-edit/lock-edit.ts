import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { OrderEdit } from './order-edit.ts'

export interface LockedEdit {
  edit: OrderEdit
  order: Order
}

/**
 * An edit, to be changed: it and its order are kept from others until the end of the transaction.
 * @throws NotFound
 */
export async function lockEdit(em: EntityManager, id: string): Promise<LockedEdit> {
  const locked = await maybeLockEdit(em, id)
  if (!locked) throw new NotFound(`Order edit with id ${id} was not found`)
  return locked
}

/** The same; undefined where it is not there, or not any more. */
export async function maybeLockEdit(em: EntityManager, id: string): Promise<LockedEdit | undefined> {
  const [found] = await orderOfEdit(em, id)
  const order = found && (await lockOrder(em, found.order_id))
  const edit = order && (await em.findOne(OrderEdit, { id }))
  return edit ? { edit, order } : undefined
}

/**
 * As `lockEdit`, to change what is in it: once the customer was asked, that stays.
 * @throws NotFound. NotAllowed with the status, after these words.
 */
export async function lockEditToChange(em: EntityManager, id: string, refusal: string): Promise<LockedEdit> {
  const locked = await lockEdit(em, id)
  if (locked.edit.status !== 'created') throw new NotAllowed(`${refusal} ${locked.edit.status}`)
  return locked
}

const orderOfEdit = statement<{ order_id: string }>('select order_id from order_edit where id = $1')
