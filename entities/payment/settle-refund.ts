import type { EntityManager } from '@mikro-orm/postgresql'
import { followRefund } from '../claim/follow-refund.ts'
import { DomainError } from '../errors.ts'
import { announce } from '../event/announce.ts'
import { advanceOrder } from '../order/advance-order.ts'
import { lockOrder } from '../order/lock-order.ts'
import { followRefund as followSwapRefund } from '../swap/follow-payment.ts'
import { inTransaction } from '../transaction.ts'
import { remoteOf } from './ask-for-payment.ts'
import { Payment } from './payment.ts'
import { Refund } from './refund.ts'
import { answerOf } from './remote-answer.ts'
import type { PaymentProviders } from './sync-payment-sessions.ts'

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
  const { provider, remote } = remoteOf(providers, payment)
  const answer = await answerOf(remote, (signal) =>
    provider.refund(payment.data, refund.amount, { key: refund.id, signal }),
  )
  await inTransaction(em, (inner) => conclude(inner, refund, answer instanceof DomainError))
}

async function conclude(em: EntityManager, { id, order_id }: Refund, isRefused: boolean): Promise<void> {
  const order = await lockOrder(em, order_id as string)
  const refund = await em.findOneOrFail(Refund, { id })
  if (refund.status !== 'pending') return
  refund.status = isRefused ? 'failed' : 'settled'
  if (refund.claim_order_id) await followRefund(em, refund.claim_order_id, refund)
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
