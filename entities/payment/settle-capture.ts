import type { EntityManager } from '@mikro-orm/postgresql'
import { DomainError } from '../errors.ts'
import { announce } from '../event/announce.ts'
import { advanceOrder } from '../order/advance-order.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { paymentStatusOf } from '../order/transitions.ts'
import { remoteOf } from './ask-for-payment.ts'
import { Payment } from './payment.ts'
import type { PaymentData } from './payment-port.ts'
import { paymentsOf } from './payments-of.ts'
import { answerOf } from './remote-answer.ts'
import type { PaymentProviders } from './sync-payment-sessions.ts'

/**
 * Has a provider over the network capture a payment for which that was written down, and writes down what became of it:
 * however often this is done, it is captured once. Answers why the provider refuses, where it does.
 * Called on an entity manager without a transaction.
 * @throws Conflict where the provider does not answer: the capture is still open.
 */
export async function settleCapture(
  em: EntityManager,
  providers: PaymentProviders,
  id: string,
): Promise<DomainError | undefined> {
  const payment = await em.fork().findOne(Payment, { id })
  if (!payment?.capture_asked_at) return undefined
  const { provider, remote } = remoteOf(providers, payment)
  const answer = await answerOf(remote, (signal) => provider.capture(payment.data, { key: payment.id, signal }))
  await em.fork().transactional((inner) => conclude(inner, payment, answer))
  return answer instanceof DomainError ? answer : undefined
}

async function conclude(em: EntityManager, { id, order_id }: Payment, answer: PaymentData | DomainError) {
  const order = await lockOrder(em, order_id as string)
  const payments = await paymentsOf(em, order.id)
  const payment = payments.find((one) => one.id === id)
  if (!payment?.capture_asked_at) return
  payment.capture_asked_at = null
  if (answer instanceof DomainError) {
    await failCapture(em, order)
  } else {
    payment.data = answer
    payment.captured_at = new Date()
    await concludeCapture(em, order, payments)
  }
}

/** The order is paid once all of its payments are; one that was refused before still waits for somebody. */
export async function concludeCapture(em: EntityManager, order: Order, payments: readonly Payment[]): Promise<void> {
  const payment_status = paymentStatusOf(payments)
  if (payment_status === 'awaiting' || payment_status === order.payment_status) return
  advanceOrder(order, { payment_status })
  await announce(em, 'order.payment_captured', { id: order.id, no_notification: order.no_notification ?? null })
}

export async function failCapture(em: EntityManager, order: Order): Promise<void> {
  advanceOrder(order, { payment_status: 'requires_action' })
  await announce(em, 'order.payment_capture_failed', { id: order.id, no_notification: order.no_notification ?? null })
}
