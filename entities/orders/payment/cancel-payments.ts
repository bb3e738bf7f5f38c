import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { inTransaction } from '#database/transaction.ts'
import { callRemoteProvider } from '#entities/cart/payment/call-remote-provider.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { findRemoteProvider } from '#entities/cart/payment/request-payment.ts'
import { findPaymentProvider, type PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { DomainError } from '#entities/errors.ts'
import { enqueueAll } from '#entities/platform/job/enqueue.ts'
import { advanceOrder } from '../order/advance-order.ts'
import { lockOrder } from '../order/lock-order.ts'

/**
 * Cancels payments that were not captured, of an order that is locked. Where the provider is asked over the network a job
 * does that once this is committed.
 */
export async function cancelPayments(
  em: EntityManager,
  providers: PaymentProviders,
  payments: readonly Payment[],
): Promise<void> {
  const remote: Payment[] = []
  for (const payment of payments) {
    const provider = findPaymentProvider(providers, payment)
    if (provider.remote) remote.push(payment)
    else payment.data = await provider.cancel(payment.data)
    payment.canceled_at = new Date()
  }
  await enqueueAll(
    em,
    'settle_cancellation',
    remote.map(({ id }) => ({ payload: { id }, max_attempts: 100 })),
  )
}

/**
 * Has a provider over the network let go of a canceled payment. Where it cannot any more, the order waits for somebody.
 * Called on an entity manager without a transaction.
 * @throws Conflict where the provider does not answer.
 */
export async function settleCancellation(em: EntityManager, providers: PaymentProviders, id: string): Promise<void> {
  const payment = await em.fork().findOne(Payment, { id })
  if (!payment?.canceled_at) return
  const { provider, remote } = findRemoteProvider(providers, payment)
  const answer = await callRemoteProvider(remote, () => provider.cancel(payment.data))
  if (!(answer instanceof DomainError)) return
  await inTransaction(em, async (inner) => {
    const [found] = await orderConcerned(inner, id)
    if (found) advanceOrder(await lockOrder(inner, found.order_id), { payment_status: 'requires_action' })
  })
}

/** That of the payment, or of the edit for which it was collected. */
const orderConcerned = statement<{ order_id: string }>(`
  select coalesce(p.order_id, e.order_id) as order_id
  from payment p left join order_edit e on e.payment_collection_id = p.payment_collection_id
  where p.id = $1 and coalesce(p.order_id, e.order_id) is not null`)
