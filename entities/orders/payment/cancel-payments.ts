import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { callRemoteProvider } from '#entities/cart/payment/call-remote-provider.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { findRemoteProvider } from '#entities/cart/payment/request-payment.ts'
import { findPaymentProvider } from '#entities/cart/payment/sync-payment-sessions.ts'
import { DomainError } from '#entities/errors.ts'
import { enqueueAll } from '#entities/platform/job/enqueue.ts'
import { lockOrder } from '../order/lock-order.ts'

/** Cancels uncaptured payments of a locked order. A job calls remote providers after the commit. */
export async function cancelPayments(
  em: EntityManager,
  providers: PaymentProviders,
  payments: readonly Payment[],
): Promise<void> {
  const remotePayments: Payment[] = []
  for (const payment of payments) {
    const provider = findPaymentProvider(providers, payment)
    if (provider.remote) remotePayments.push(payment)
    else payment.data = await provider.cancel(payment.data)
    payment.canceled_at = new Date()
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
    const [row] = await selectOrderId(inner, id)
    if (row) (await lockOrder(inner, row.order_id)).requirePaymentAction()
  })
}

/** A payment that was collected for an edit has no `order_id` until the edit is confirmed. */
const selectOrderId = statement<{ order_id: string }>(`
  select coalesce(p.order_id, e.order_id) as order_id
  from payment p left join order_edit e on e.payment_collection_id = p.payment_collection_id
  where p.id = $1 and coalesce(p.order_id, e.order_id) is not null`)
