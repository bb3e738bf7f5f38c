import type { EntityManager } from '@mikro-orm/postgresql'
import { inTransaction } from '#database/transaction.ts'
import { callRemoteProvider } from '#entities/cart/payment/call-remote-provider.ts'
import { findOrderPayments } from '#entities/cart/payment/find-order-payments.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentData } from '#entities/cart/payment/payment-port.ts'
import { findRemoteProvider } from '#entities/cart/payment/request-payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { DomainError } from '#entities/errors.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { advanceOrder } from '../order/advance-order.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { paymentStatusOf } from '../order/transitions.ts'
import { syncSwapCapture } from '../swap/sync-swap-payment.ts'

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
  const { provider, remote } = findRemoteProvider(providers, payment)
  const answer = await callRemoteProvider(remote, (signal) =>
    provider.capture(payment.data, { key: payment.id, signal }),
  )
  await inTransaction(em, (inner) => conclude(inner, payment, answer))
  return answer instanceof DomainError ? answer : undefined
}

async function conclude(em: EntityManager, { id, order_id }: Payment, answer: PaymentData | DomainError) {
  const order = await lockOrder(em, order_id as string)
  const payments = await findOrderPayments(em, order.id)
  const payment = payments.find((one) => one.id === id)
  if (!payment?.capture_asked_at) return
  payment.capture_asked_at = null
  if (answer instanceof DomainError) {
    await failCapture(em, order, [payment])
  } else {
    payment.data = answer
    payment.captured_at = new Date()
    await concludeCapture(em, order, { payments, captured: [payment] })
  }
}

interface Captured {
  /** All of the order. */
  payments: readonly Payment[]
  /** Those that were captured just now. */
  captured: readonly Payment[]
}

/**
 * The order is paid once all of its payments are; one that was refused before still waits for somebody. A payment of a
 * swap tells only of the swap.
 */
export async function concludeCapture(
  em: EntityManager,
  order: Order,
  { payments, captured }: Captured,
): Promise<void> {
  const [ofSwaps, own] = splitBySwap(captured)
  const payment_status = ofSwaps.length > 0 && own.length === 0 ? order.payment_status : paymentStatusOf(payments)
  const isPaid = payment_status !== 'awaiting' && payment_status !== order.payment_status
  for (const payment of ofSwaps) await syncSwapCapture(em, payment)
  if (isPaid) advanceOrder(order, { payment_status })
  await announceAll(em, [
    ...captured.map(
      ({ id }) => ({ name: 'payment.payment_captured', payload: { id, ...orderEventPayload(order) } }) as const,
    ),
    ...(isPaid ? [{ name: 'order.payment_captured', payload: subject(order) } as const] : []),
  ])
}

/** The order, or the swap, waits for somebody to do something about the payments that were refused. */
export async function failCapture(em: EntityManager, order: Order, refused: readonly Payment[]): Promise<void> {
  const [ofSwaps, own] = splitBySwap(refused)
  if (own.length > 0) advanceOrder(order, { payment_status: 'requires_action' })
  for (const payment of ofSwaps) await syncSwapCapture(em, payment)
  await announceAll(em, [
    ...refused.map(
      ({ id }) => ({ name: 'payment.payment_capture_failed', payload: { id, ...orderEventPayload(order) } }) as const,
    ),
    ...(own.length > 0 ? [{ name: 'order.payment_capture_failed', payload: subject(order) } as const] : []),
  ])
}

/** Payments of swaps, and others. */
const splitBySwap = (payments: readonly Payment[]): [ofSwaps: Payment[], own: Payment[]] => [
  payments.filter(({ swap_id }) => swap_id),
  payments.filter(({ swap_id }) => !swap_id),
]

/** What events of a payment tell of its order. */
const orderEventPayload = ({ id, no_notification = null }: Order) => ({ order_id: id, no_notification })

const subject = ({ id, no_notification = null }: Order) => ({ id, no_notification })
