import type { EntityManager } from '@mikro-orm/postgresql'
import { findRow, findRows, type Row } from '#database/rows.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { abandonCollectionAttempts } from '#entities/cart/payment/record-payment-attempt.ts'
import type { OrderEdit } from '../order-edit/order-edit.ts'
import { cancelPayments } from '../payment/cancel-payments.ts'
import { PaymentCollection } from './payment-collection.ts'

export async function cancelPaymentCollection(
  em: EntityManager,
  providers: PaymentProviders,
  { payment_collection_id: id }: Row<OrderEdit>,
): Promise<void> {
  const collection = id && (await findRow(em, PaymentCollection, { id }))
  if (!collection) return
  await abandonCollectionAttempts(em, id)
  const payments = await findRows(em, Payment, { payment_collection_id: id, canceled_at: null })
  await cancelPayments(em, providers, payments)
  collection.cancel()
}
