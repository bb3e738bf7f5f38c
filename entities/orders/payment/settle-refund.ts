import type { EntityManager } from '@mikro-orm/postgresql'
import { inTransaction } from '#database/transaction.ts'
import { callRemoteProvider } from '#entities/cart/payment/call-remote-provider.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { Refund } from '#entities/cart/payment/refund.ts'
import { findRemoteProvider } from '#entities/cart/payment/request-payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { DomainError } from '#entities/errors.ts'
import { announce } from '#entities/platform/event/announce.ts'
import { syncClaimRefund } from '../claim/sync-claim-refund.ts'
import { advanceOrder } from '../order/advance-order.ts'
import { lockOrder } from '../order/lock-order.ts'
import { syncSwapRefund as followSwapRefund } from '../swap/sync-swap-payment.ts'

/**
 * Has a provider over the network give the money of a refund back, by the key of the refund: however often this is done,
 * it is given back once. Where the provider refuses, the payment has its money again and the order, or its swap, waits for
 * somebody.
 * Called on an entity manager without a transaction.
 * @throws Conflict where the provider does not answer: the refund is still open.
 */
export async function settleRefund(em: EntityManager, providers: PaymentProviders, id: string): Promise<void> {
  const refund = await em.fork().findOne(Refund, { id })
  if (refund?.status !== 'pending') return
  const payment = await em.fork().findOneOrFail(Payment, { id: refund.payment_id as string })
  const { provider, remote } = findRemoteProvider(providers, payment)
  const answer = await callRemoteProvider(remote, (signal) =>
    provider.refund(payment.data, refund.amount, { key: refund.id, signal }),
  )
  await inTransaction(em, (inner) => conclude(inner, refund, answer instanceof DomainError))
}

async function conclude(em: EntityManager, { id, order_id }: Refund, isRefused: boolean): Promise<void> {
  const order = await lockOrder(em, order_id as string)
  const refund = await em.findOneOrFail(Refund, { id })
  if (refund.status !== 'pending') return
  refund.status = isRefused ? 'failed' : 'settled'
  if (refund.claim_order_id) await syncClaimRefund(em, refund.claim_order_id, refund)
  const isOfSwap = refund.swap_id ? await followSwapRefund(em, refund.swap_id, refund) : false
  if (!isRefused) return
  const payment = await em.findOneOrFail(Payment, { id: refund.payment_id as string })
  payment.amount_refunded -= refund.amount
  const { no_notification = null } = order
  const told = { id: payment.id, refund_id: refund.id, order_id: order.id, no_notification }
  await announce(em, 'payment.payment_refund_failed', told)
  if (isOfSwap) return
  advanceOrder(order, { payment_status: 'requires_action' })
  await announce(em, 'order.refund_failed', { id: order.id, no_notification })
}
