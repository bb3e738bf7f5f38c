import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { callRemoteProvider } from '#entities/cart/payment/call-remote-provider.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { findRemoteProvider } from '#entities/cart/payment/request-payment.ts'
import { findPaymentProvider } from '#entities/cart/payment/sync-payment-sessions.ts'
import { DomainError } from '#entities/errors.ts'
import { enqueueAll } from '#entities/platform/job/enqueue.ts'
import { now } from '#entities/values/clock.ts'
import { lockOrder } from '../order/lock-order.ts'
import { maybeReadOrderId } from './read-order-id.ts'

/** Cancels uncaptured payments of a locked order. A job calls remote providers after the commit. */
export async function cancelPayments(
  em: EntityManager,
  providers: PaymentProviders,
  payments: readonly Row<Payment>[],
): Promise<void> {
  const remotePayments: Row<Payment>[] = []
  for (const payment of payments) {
    const provider = findPaymentProvider(providers, payment)
    if (provider.remote) remotePayments.push(payment)
    else payment.data = await provider.cancel(payment.data)
    payment.canceled_at = now()
  }
  await enqueueAll(
    em,
    'settle_cancellation',
    remotePayments.map(({ id }) => ({ payload: { id }, max_attempts: 100 })),
  )
}

/** Opens its own transaction. @throws Conflict if the provider does not respond. */
export async function settleCancellation(em: EntityManager, providers: PaymentProviders, id: string): Promise<void> {
  const payment = await em.fork().findOne(Payment, { id })
  if (!payment?.canceled_at) return
  const { provider, remote } = findRemoteProvider(providers, payment)
  const response = await callRemoteProvider(remote, () => provider.cancel(payment.data))
  if (!(response instanceof DomainError)) return
  await inTransaction(em, async (inner) => {
    const order_id = await maybeReadOrderId(inner, id)
    if (order_id) (await lockOrder(inner, order_id)).requirePaymentAction()
  })
}
