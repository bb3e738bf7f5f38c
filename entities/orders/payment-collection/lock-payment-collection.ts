import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { computeOutstandingAmount } from '../order/outstanding-amount.ts'
import { type OrderSnapshot, priceOrder, readOrder } from '../order/read-order.ts'
import { OrderEdit } from '../order-edit/order-edit.ts'
import { CollectionSession } from './collection-session.ts'
import { PaymentCollection } from './payment-collection.ts'

/** A collection, with the edit that it is for and the order of that. */
export interface LockedPaymentCollection {
  collection: PaymentCollection
  edit: OrderEdit
  order: Order
}

/**
 * A collection, to be changed: it and its order are kept from others until the end of the transaction.
 * @throws NotFound
 */
export async function lockPaymentCollection(em: EntityManager, id: string): Promise<LockedPaymentCollection> {
  const locked = await maybeLockPaymentCollection(em, id)
  if (!locked) throw new NotFound(`Payment collection with id ${id} was not found`)
  return locked
}

/** The same; undefined where it is not there, or not any more. */
export async function maybeLockPaymentCollection(
  em: EntityManager,
  id: string,
): Promise<LockedPaymentCollection | undefined> {
  const [found] = await orderOfCollection(em, id)
  const order = found && (await lockOrder(em, found.order_id))
  const edit = order && (await em.findOne(OrderEdit, { payment_collection_id: id }))
  const collection = edit && (await em.findOne(PaymentCollection, { id }))
  return collection ? { collection, edit, order } : undefined
}

export interface PayableCollection extends LockedPaymentCollection {
  /** As `dueOf`. */
  due: number
}

export const nothingDueError = () => new NotAllowed('The order has no outstanding amount')

/** The same, for money to come. @throws NotFound. NotAllowed where nobody is asked for the money, or not any more. */
export async function lockPayableCollection(em: EntityManager, id: string): Promise<PayableCollection> {
  const locked = await lockPaymentCollection(em, id)
  const { edit, order } = locked
  if (order.status === 'canceled') throw new NotAllowed('A canceled order cannot be paid')
  if (!isCollectionPayable(locked)) throw new NotAllowed(`Cannot pay for an order edit with status ${edit.status}`)
  return { ...locked, due: await readAmountDue(em, locked) }
}

/** Whether its order edit waits for the money, or has been confirmed without it. */
export const isCollectionPayable = ({ collection, edit, order }: LockedPaymentCollection): boolean =>
  collection.status !== 'canceled' &&
  order.status !== 'canceled' &&
  (edit.status === 'requested' || edit.status === 'confirmed')

/**
 * What may still be taken, in minor units: of a collection whose edit was confirmed before anybody has paid no more than the
 * order owes, which later edits may have made cheaper.
 */
export async function readAmountDue(
  em: EntityManager,
  { collection, edit, order }: LockedPaymentCollection,
): Promise<number> {
  const open = collection.open()
  if (edit.status !== 'confirmed' || open === 0) return open
  const facts = (await readOrder(em, order.id)) as OrderSnapshot
  return Math.max(0, Math.min(open, computeOutstandingAmount({ ...facts, total: priceOrder(facts).total })))
}

/** In the order of their making. */
export const findCollectionSessions = (
  em: EntityManager,
  payment_collection_id: string,
): Promise<CollectionSession[]> =>
  em.find(CollectionSession, { payment_collection_id }, { orderBy: { created_at: 'asc', id: 'asc' } })

const orderOfCollection = statement<{ order_id: string }>(
  'select order_id from order_edit where payment_collection_id = $1',
)
