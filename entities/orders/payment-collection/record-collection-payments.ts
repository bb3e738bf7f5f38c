import type { EntityManager } from '@mikro-orm/postgresql'
import { findOrderPayments } from '#entities/cart/payment/find-order-payments.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentData } from '#entities/cart/payment/payment-port.ts'
import { SYSTEM } from '#entities/cart/payment/system-payment.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import type { Order } from '../order/order.ts'
import { computeCollectionStatus } from './collection-status.ts'
import type { LockedPaymentCollection } from './lock-payment-collection.ts'

export interface AuthorizedPayment {
  provider_id: string
  /** Minor units, no more than is open. */
  amount: number
  data: PaymentData
}

/** Adds payments that were authorised. They belong to the order as soon as its edit does. */
export async function recordCollectionPayments(
  em: EntityManager,
  { collection, edit, order }: LockedPaymentCollection,
  taken: readonly AuthorizedPayment[],
): Promise<void> {
  if (taken.length === 0) return
  const { id, currency_code, amount } = collection
  for (const one of taken) em.create(Payment, { ...one, currency_code, payment_collection_id: id })
  const authorized_amount = (collection.authorized_amount ?? 0) + sumOfAmounts(taken)
  Object.assign(collection, { authorized_amount, status: computeCollectionStatus({ amount, authorized_amount }) })
  await em.flush()
  if (edit.status === 'confirmed') await assignPaymentsToOrder(em, id, order)
  await announce(em, 'payment-collection.payment_authorized', { id })
}

/**
 * Makes the payments of a collection those of its order, which is locked. What the shop itself says that it has got is
 * captured with that.
 */
export async function assignPaymentsToOrder(
  em: EntityManager,
  payment_collection_id: string,
  order: Order,
): Promise<void> {
  const payments = await em.find(Payment, { payment_collection_id, canceled_at: null, order_id: null })
  for (const payment of payments) {
    payment.order_id = order.id
    if (payment.provider_id === SYSTEM) payment.captured_at = new Date()
  }
  if (payments.length === 0) return
  await em.flush()
  if (order.payment_status === 'requires_action') return
  order.syncPaymentStatus(await findOrderPayments(em, order.id))
}
