import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, type JsonRow, type Row, trackRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { NotAllowed, NotFound } from '#entities/errors.ts'
import { query } from '#entities/query.ts'
import { computeDifferenceDue } from '../order/difference-due.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { readPricedOrder } from '../order/read-order.ts'
import { OrderEdit } from '../order-edit/order-edit.ts'
import { readAmountToPay } from '../payment/read-amount-to-pay.ts'
import { CollectionSession } from './collection-session.ts'
import { PaymentCollection } from './payment-collection.ts'

export interface LockedPaymentCollection {
  collection: Row<PaymentCollection>
  order: Row<Order>
  /** Null if the order itself owes the amount. */
  edit: Row<OrderEdit> | null
}

export async function lockPaymentCollection(em: EntityManager, id: string): Promise<LockedPaymentCollection> {
  const lockedCollection = await maybeLockPaymentCollection(em, id)
  if (!lockedCollection) throw new NotFound(`Payment collection with id ${id} was not found`)
  return lockedCollection
}

/** Returns undefined if the collection does not exist, or was deleted while this call waited for the lock. */
export async function maybeLockPaymentCollection(
  em: EntityManager,
  id: string,
): Promise<LockedPaymentCollection | undefined> {
  const [row] = await selectOrderId(em, id)
  const order = row && (await lockOrder(em, row.order_id))
  const collection = order && (await findRow(em, PaymentCollection, { id }))
  if (!collection) return undefined
  return { collection, edit: await findRow(em, OrderEdit, { payment_collection_id: id }), order }
}

/** In minor units. */
interface AmountDue {
  /** At most the unauthorized amount of the collection. */
  due: number
  /** What the customer of the order can pay now. Undefined if an edit owes the amount. */
  amountToPay?: number
}

export interface PayableCollection extends LockedPaymentCollection, AmountDue {}

export const nothingDueError = () =>
  new NotAllowed('The order has no outstanding amount').because({ name: 'nothing_due' })

export async function lockPayableCollection(
  em: EntityManager,
  providers: PaymentProviders,
  id: string,
): Promise<PayableCollection> {
  const lockedCollection = await lockPaymentCollection(em, id)
  const { edit, order } = lockedCollection
  order.assertNotCanceled('A canceled order cannot be paid')
  if (!isCollectionPayable(lockedCollection))
    throw new NotAllowed(`Cannot pay for an order edit with status ${edit?.status}`)
  return { ...lockedCollection, ...(await readAmountDue(em, providers, lockedCollection)) }
}

/** A confirmed edit can also be paid: an administrator can confirm it before the customer pays. */
export const isCollectionPayable = ({ collection, edit, order }: LockedPaymentCollection): boolean =>
  collection.status !== 'canceled' &&
  order.status !== 'canceled' &&
  (!edit || edit.status === 'requested' || edit.status === 'confirmed')

/** If the order owes the amount, or the edit is confirmed, at most the outstanding amount, which later edits can reduce. */
export async function readAmountDue(
  em: EntityManager,
  providers: PaymentProviders,
  { collection, edit, order }: LockedPaymentCollection,
): Promise<AmountDue> {
  const unauthorized = collection.unauthorizedAmount()
  if (!edit) {
    const amountToPay = await readAmountToPay(em, providers, order)
    return { due: Math.min(unauthorized, amountToPay), amountToPay }
  }
  if (edit.status !== 'confirmed' || unauthorized === 0) return { due: unauthorized }
  const outstanding = computeDifferenceDue(await readPricedOrder(em, order.id))
  return { due: Math.max(0, Math.min(unauthorized, outstanding)) }
}

/** The oldest session comes first. */
export async function findCollectionSessions(
  em: EntityManager,
  payment_collection_id: string,
): Promise<Row<CollectionSession>[]> {
  const rows = await selectSessions(em, payment_collection_id)
  return rows.map(({ row }) => trackRow(em, CollectionSession, row))
}

const selectSessions = statement<JsonRow>(`
  select to_json(s) as row from payment_collection_session s where payment_collection_id = $1 order by created_at, id`)

const selectOrderId = query((db, payment_collection_id: string) =>
  db
    .selectFrom('order_edit')
    .select('order_id')
    .where('payment_collection_id', '=', payment_collection_id)
    .unionAll(
      db
        .selectFrom('payment_collection')
        .select(({ ref }) => ref('order_id').$notNull().as('order_id'))
        .where('id', '=', payment_collection_id)
        .where('order_id', 'is not', null),
    ),
)
