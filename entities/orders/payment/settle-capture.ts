import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { callRemoteProvider } from '#entities/cart/payment/call-remote-provider.ts'
import { findOrderPayments } from '#entities/cart/payment/find-order-payments.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import type { CapturedPayment, PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { findRemoteProvider } from '#entities/cart/payment/request-payment.ts'
import { DomainError } from '#entities/errors.ts'
import { announceAll } from '#entities/platform/event/announce.ts'
import { Step } from '#entities/platform/step/step.ts'
import { lockOrder } from '../order/lock-order.ts'
import type { Order } from '../order/order.ts'
import { isOwnPayment } from '../order/payment-filters.ts'
import { syncSwapCapture } from '../swap/sync-swap-payment.ts'
import { captureAtProvider } from './capture-at-provider.ts'
import { syncPayment, syncPaymentAfterChange } from './sync-payment.ts'

export interface OrderCapture {
  order: Row<Order>
  /** Empty for a free order, or if all payments are captured. */
  payments: readonly Row<Payment>[]
}

export const captureOrderStep = new Step<OrderCapture>({
  moment:
    'An administrator captures the payments of an order or of a swap. The effects run when a payment is captured, also at its provider. A payment that is captured with the order has no such step.',
  context: { order: '', payments: 'for rules the payments to capture, for effects the captured ones' },
  fields: ['order', 'line_item'],
})

/**
 * Returns the error of a provider that refuses. Opens its own transaction.
 * @throws Conflict if the provider does not respond. The capture then stays open.
 */
export async function settleCapture(
  em: EntityManager,
  providers: PaymentProviders,
  id: string,
): Promise<DomainError | undefined> {
  const payment = await em.fork().findOne(Payment, { id })
  if (!payment?.capture_asked_at) return undefined
  const { provider, remote } = findRemoteProvider(providers, payment)
  const response = await callRemoteProvider(remote, (signal) =>
    captureAtProvider(provider, payment, { amount: payment.amountToCapture(), signal }),
  )
  await inTransaction(em, (inner) => recordCaptureResponse(inner, payment, response))
  return response instanceof DomainError ? response : undefined
}

async function recordCaptureResponse(
  em: EntityManager,
  { id, order_id }: Row<Payment>,
  response: CapturedPayment | DomainError,
): Promise<void> {
  const order = await lockOrder(em, order_id as string)
  const payments = await findOrderPayments(em, order.id)
  const payment = payments.find((candidate) => candidate.id === id)
  if (!payment?.capture_asked_at) return
  if (response instanceof DomainError) {
    payment.capture_asked_at = null
    await failCapture(em, order, [payment])
  } else {
    payment.data = response.data
    payment.recordCapture(response.amount)
    await recordCapture(em, order, [payment])
  }
}

export async function recordCapture(
  em: EntityManager,
  order: Row<Order>,
  capturedPayments: readonly Row<Payment>[],
): Promise<void> {
  const [swapPayments, ownPayments] = splitBySwap(capturedPayments)
  const isSwapCapture = swapPayments.length > 0 && ownPayments.length === 0
  for (const payment of swapPayments) await syncSwapCapture(em, payment)
  if (isSwapCapture) await syncPaymentAfterChange(em, order)
  const neededAction = order.payment_status === 'requires_action'
  const isFullyCaptured = !isSwapCapture && (await syncPayment(em, order)) && order.payment_status !== 'awaiting'
  // The capture of another payment was refused before.
  if (neededAction && order.payment_status === 'awaiting') order.requirePaymentAction()
  await announceAll(em, [
    ...capturedPayments.map(
      ({ id }) => ({ name: 'payment.payment_captured', payload: paymentPayload(id, order) }) as const,
    ),
    ...(isFullyCaptured ? [{ name: 'order.payment_captured', payload: orderPayload(order) } as const] : []),
  ])
  captureOrderStep.addEffects(em, { order, payments: capturedPayments })
}

export async function failCapture(
  em: EntityManager,
  order: Row<Order>,
  refusedPayments: readonly Row<Payment>[],
): Promise<void> {
  const [swapPayments, ownPayments] = splitBySwap(refusedPayments)
  const isOrderCapture = ownPayments.length > 0
  if (isOrderCapture) order.requirePaymentAction()
  for (const payment of swapPayments) await syncSwapCapture(em, payment)
  await announceAll(em, [
    ...refusedPayments.map(
      ({ id }) => ({ name: 'payment.payment_capture_failed', payload: paymentPayload(id, order) }) as const,
    ),
    ...(isOrderCapture ? [{ name: 'order.payment_capture_failed', payload: orderPayload(order) } as const] : []),
  ])
}

const splitBySwap = (
  payments: readonly Row<Payment>[],
): [swapPayments: Row<Payment>[], ownPayments: Row<Payment>[]] => [
  payments.filter((payment) => !isOwnPayment(payment)),
  payments.filter(isOwnPayment),
]

const paymentPayload = (id: string, { id: order_id, no_notification = null }: Row<Order>) => ({
  id,
  order_id,
  no_notification,
})

const orderPayload = ({ id, no_notification = null }: Row<Order>) => ({ id, no_notification })
