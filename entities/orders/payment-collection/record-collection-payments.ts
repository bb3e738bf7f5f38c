import type { EntityManager } from '@mikro-orm/postgresql'
import { findRows, insertRow, type Row } from '#database/rows.ts'
import { findOrderPayments } from '#entities/cart/payment/find-order-payments.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { SYSTEM_PROVIDER_ID } from '#entities/cart/payment/system-payment.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { enqueue } from '#entities/platform/job/enqueue.ts'
import { now } from '#entities/values/clock.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import type { Order } from '../order/order.ts'
import { cancelPayments } from '../payment/cancel-payments.ts'
import { isPromise } from '../payment/read-amount-to-pay.ts'
import { syncPaymentAfterChange } from '../payment/sync-payment.ts'
import type { LockedPaymentCollection } from './lock-payment-collection.ts'

/** `amount` is in minor units and at most the amount due. */
export type AuthorizedPayment = Pick<Payment, 'provider_id' | 'amount' | 'data'>

interface CollectedPayments extends LockedPaymentCollection {
  payments: readonly AuthorizedPayment[]
}

/**
 * Records authorized payments. The order gets them at once if it owes the amount, or else when its edit is confirmed. They replace the
 * payments that the customer of the order has only promised.
 */
export async function recordCollectionPayments(
  em: EntityManager,
  providers: PaymentProviders,
  { collection, edit, order, payments }: CollectedPayments,
): Promise<void> {
  if (payments.length === 0) return
  const { id, currency_code } = collection
  for (const payment of payments) insertRow(em, Payment, { ...payment, currency_code, payment_collection_id: id })
  collection.authorize(sumOfAmounts(payments))
  await em.flush()
  if (!edit) await replacePromises(em, providers, { collection, order })
  if (!edit || edit.status === 'confirmed') await assignPaymentsToOrder(em, id, order)
  await announce(em, 'payment-collection.payment_authorized', { id })
}

async function replacePromises(
  em: EntityManager,
  providers: PaymentProviders,
  { collection: { id }, order }: Pick<LockedPaymentCollection, 'collection' | 'order'>,
): Promise<void> {
  const payments = await findOrderPayments(em, order.id)
  await cancelPayments(
    em,
    providers,
    payments.filter((payment) => isPromise(providers, payment)),
  )
  await enqueue(em, 'capture_collected', { payload: { id }, run_at: new Date(now().getTime() + MINUTE_MS) })
}

const MINUTE_MS = 60_000

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
