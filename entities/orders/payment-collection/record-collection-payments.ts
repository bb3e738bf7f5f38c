import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, insertRow, type Row } from '#database/rows.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { SYSTEM_PROVIDER_ID } from '#entities/cart/payment/system-payment.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { now } from '#entities/values/clock.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import type { Order } from '../order/order.ts'
import { syncPaymentAfterChange } from '../payment/sync-payment.ts'
import type { LockedPaymentCollection } from './lock-payment-collection.ts'

/** `amount` is in minor units and at most the amount due. */
export type AuthorizedPayment = Pick<Payment, 'provider_id' | 'amount' | 'data'>

/** Records authorized payments. They become payments of the order when the edit is confirmed. */
export async function recordCollectionPayments(
  em: EntityManager,
  { collection, edit, order }: LockedPaymentCollection,
  payments: readonly AuthorizedPayment[],
): Promise<void> {
  if (payments.length === 0) return
  const { id, currency_code } = collection
  for (const payment of payments) insertRow(em, Payment, { ...payment, currency_code, payment_collection_id: id })
  collection.authorize(sumOfAmounts(payments))
  await em.flush()
  if (edit.status === 'confirmed') await assignPaymentsToOrder(em, id, order)
  await announce(em, 'payment-collection.payment_authorized', { id })
}

/** Also captures system payments, since the shop has received their money. */
export async function assignPaymentsToOrder(
  em: EntityManager,
  payment_collection_id: string,
  order: Row<Order>,
): Promise<void> {
  const payments = await findRows(em, Payment, { payment_collection_id, canceled_at: null, order_id: null })
  for (const payment of payments) {
    payment.order_id = order.id
    if (payment.provider_id === SYSTEM_PROVIDER_ID) payment.captured_at = now()
  }
  await syncPaymentAfterChange(em, order)
}
