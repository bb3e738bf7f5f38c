import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, insertRow, type Row } from '#database/rows.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { NotFound } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { readAmountToPay } from '../payment/read-amount-to-pay.ts'
import { nothingDueError } from './lock-payment-collection.ts'
import { PaymentCollection } from './payment-collection.ts'

/** Creates the payment collection for the debts of a locked order, or collects `due` with it. An order has at most one, deleted or not. */
export async function openDebtCollection(em: EntityManager, order: Row<Order>, due: number): Promise<void> {
  const found = await findAnyDebtCollection(em, order.id)
  if (found) return collectAgain(em, found, due)
  const { id: order_id, region_id, currency_code } = order
  const owner = { type: 'order', order_id, region_id, currency_code, created_by: 'system' } as const
  const { id } = insertRow(em, PaymentCollection, { ...owner, amount: due })
  await announce(em, 'payment-collection.created', { id })
}

/** A deleted collection comes back. A new one would have another ID in each run of a mutation, so no answer of a provider would reach it. */
async function collectAgain(em: EntityManager, collection: Row<PaymentCollection>, due: number): Promise<void> {
  const isDeleted = collection.deleted_at != null
  collection.collect(due)
  if (isDeleted) await announce(em, 'payment-collection.created', { id: collection.id })
}

/**
 * Lets the payment collection of an order collect the debt of its customer, and returns its ID.
 * @throws NotAllowed if the order is canceled or paid.
 */
export async function collectDebt(em: EntityManager, providers: PaymentProviders, order_id: string): Promise<string> {
  const order = await lockOrder(em, order_id)
  order.assertNotCanceled('A canceled order cannot be paid')
  const due = await readAmountToPay(em, providers, order)
  if (due === 0) throw nothingDueError()
  const collection = await findAnyDebtCollection(em, order_id)
  if (!collection) throw new NotFound(`The order ${order_id} has no payment link`)
  await collectAgain(em, collection, due)
  await em.flush()
  return collection.id
}

/** The payment collection of the order itself, not of its edits. */
export const findDebtCollection = (em: EntityManager, order_id: string): Promise<Row<PaymentCollection> | null> =>
  findRow(em, PaymentCollection, { order_id })

const findAnyDebtCollection = (em: EntityManager, order_id: string): Promise<Row<PaymentCollection> | null> =>
  findRow(em, PaymentCollection, { order_id }, { withDeleted: true })
