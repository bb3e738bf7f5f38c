import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import { isRefusal } from '#entities/cart/payment/call-remote-provider.ts'
import { findOrderPayments } from '#entities/cart/payment/find-order-payments.ts'
import type { Payment } from '#entities/cart/payment/payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { computeLeaseExpiry } from '#entities/cart/payment/record-payment-attempt.ts'
import { findRemoteProvider } from '#entities/cart/payment/request-payment.ts'
import { findPaymentProvider } from '#entities/cart/payment/sync-payment-sessions.ts'
import { type DomainError, InvalidData, NotAllowed } from '#entities/errors.ts'
import { enqueueAll } from '#entities/platform/job/enqueue.ts'
import { now } from '#entities/values/clock.ts'
import { captureAtProvider } from '../payment/capture-at-provider.ts'
import { readOrderIdOfPayment } from '../payment/read-order-id.ts'
import { captureOrderStep, failCapture, recordCapture, settleCapture } from '../payment/settle-capture.ts'
import { assertSwapReturnNotCanceled } from '../swap/lock-swap.ts'
import { computeAmountToCapture } from './difference-due.ts'
import { lockOrder } from './lock-order.ts'
import type { Order } from './order.ts'
import { isOwnPayment } from './payment-filters.ts'
import { planCaptures } from './plan-captures.ts'
import { readPricedOrder } from './read-order.ts'

/**
 * Captures all payments of an order except those of its swaps, up to the cost of the order if its providers can capture
 * a part. The first transaction records which remote payments to capture, and a second one each response. A job
 * repeats calls without a response.
 * @throws Conflict if a provider does not respond.
 */
export function captureOrder(em: EntityManager, providers: PaymentProviders, id: string): Promise<void> {
  return capturePayments(em, providers, { order_id: id })
}

/** The payment can be a payment of a swap. Otherwise works like `captureOrder`. */
export async function capturePayment(em: EntityManager, providers: PaymentProviders, id: string): Promise<void> {
  await capturePayments(em, providers, { order_id: await readOrderIdOfPayment(em, id), payment_id: id })
}

/**
 * Captures `amount` of a payment, in minor units. The provider releases the rest, and the customer owes it.
 * @throws NotAllowed if the payment is captured or of a swap, or if its provider cannot capture a part. InvalidData for more than the payment.
 */
export async function capturePart(
  em: EntityManager,
  providers: PaymentProviders,
  { id, amount }: { id: string; amount: number },
): Promise<void> {
  await capturePayments(em, providers, { order_id: await readOrderIdOfPayment(em, id), payment_id: id, amount })
}

interface CaptureInput {
  order_id: string
  /** Default: all payments of the order except those of its swaps. */
  payment_id?: string
  /** In minor units. Default: the open cost of the order. */
  amount?: number
}

async function capturePayments(em: EntityManager, providers: PaymentProviders, input: CaptureInput): Promise<void> {
  const { remotePayments, refusal } = await inTransaction(em, (inner) => startCapture(inner, providers, input))
  const results = await Promise.allSettled(remotePayments.map(({ id }) => settleCapture(em, providers, id)))
  const errors = results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason))
  const firstError = refusal ?? errors.find((error) => error)
  if (firstError) throw firstError
}

interface StartedCapture {
  remotePayments: Row<Payment>[]
  refusal: DomainError | undefined
}

async function startCapture(
  em: EntityManager,
  providers: PaymentProviders,
  { order_id, payment_id, amount }: CaptureInput,
): Promise<StartedCapture> {
  const order = await lockOrder(em, order_id)
  order.assertNotCanceled('A canceled order cannot capture payment')
  const payments = await findOrderPayments(em, order_id)
  const selectedPayments = payments.filter((payment) =>
    payment_id ? payment.id === payment_id : isOwnPayment(payment),
  )
  if (payment_id && selectedPayments.some(({ canceled_at }) => canceled_at))
    throw new NotAllowed('A canceled payment cannot be captured').because({ name: 'payment_canceled' })
  for (const { swap_id } of selectedPayments) if (swap_id) await assertSwapReturnNotCanceled(em, swap_id)
  const openPayments = selectedPayments.filter((payment) => payment.isOpen())
  await captureOrderStep.assertAllowed(em, { order, payments: openPayments })
  const amounts =
    amount !== undefined
      ? planPart(providers, { payment: openPayments[0], amount })
      : openPayments.length > 0
        ? await readPlan(em, providers, { order, payments })
        : new Map()
  const [remotePayments, localPayments] = partition(
    openPayments,
    (payment) => findPaymentProvider(providers, payment).remote,
  )
  await scheduleRemoteCaptures(em, providers, { payments: remotePayments, amounts })
  const isFree = selectedPayments.length === 0
  const refusal = await captureLocalPayments(em, providers, { order, payments: localPayments, isFree, amounts })
  return { remotePayments, refusal }
}

/** The amount to capture of each payment, in minor units. */
type Amounts = ReadonlyMap<Row<Payment>, number>

function planPart(
  providers: PaymentProviders,
  { payment, amount }: { payment: Row<Payment> | undefined; amount: number },
): Amounts {
  if (!payment) throw new NotAllowed('The payment is already captured').because({ name: 'payment_captured' })
  if (amount > payment.amount)
    throw new InvalidData(`Only ${payment.amount} of this payment can be captured`)
      .about('amount')
      .because({ name: 'capture_too_large', amount: payment.amount, currency_code: payment.currency_code })
  const canCapturePart = isOwnPayment(payment) && findPaymentProvider(providers, payment).capturePart
  if (amount < payment.amount && !canCapturePart)
    throw new NotAllowed('The payment provider can only capture the whole payment')
      .about('amount')
      .because({ name: 'capture_whole_only' })
  if (payment.capture_asked_at && payment.amountToCapture() !== amount)
    throw new NotAllowed('A capture of this payment is in progress').because({ name: 'capture_in_progress' })
  return new Map([[payment, amount]])
}

async function readPlan(
  em: EntityManager,
  providers: PaymentProviders,
  { order, payments }: { order: Row<Order>; payments: readonly Row<Payment>[] },
): Promise<Amounts> {
  return planCaptures({
    openPayments: payments.filter((payment) => payment.isOpen()),
    uncaptured: computeAmountToCapture(await readPricedOrder(em, order.id)),
    canCapturePart: (payment) => findPaymentProvider(providers, payment).capturePart !== undefined,
  })
}

interface LocalCapture {
  order: Row<Order>
  payments: readonly Row<Payment>[]
  isFree: boolean
  amounts: Amounts
}

async function captureLocalPayments(
  em: EntityManager,
  providers: PaymentProviders,
  { order, payments, isFree, amounts }: LocalCapture,
): Promise<DomainError | undefined> {
  let refusal: DomainError | undefined
  for (const payment of payments)
    refusal = (await captureLocalPayment(providers, payment, amounts.get(payment)!)) ?? refusal
  const [capturedPayments, refusedPayments] = partition(payments, ({ captured_at }) => captured_at)
  if (capturedPayments.length > 0 || isFree) await recordCapture(em, order, capturedPayments)
  if (refusedPayments.length > 0) await failCapture(em, order, refusedPayments)
  return refusal
}

function partition<Row>(rows: readonly Row[], isFirst: (row: Row) => unknown): [Row[], Row[]] {
  return [rows.filter(isFirst), rows.filter((row) => !isFirst(row))]
}

/** A repeated call has the amount of the first one, because the provider may have captured it. */
async function scheduleRemoteCaptures(
  em: EntityManager,
  providers: PaymentProviders,
  { payments, amounts }: { payments: readonly Row<Payment>[]; amounts: Amounts },
): Promise<void> {
  for (const payment of payments)
    Object.assign(payment, { capture_asked_at: now(), capture_amount: amounts.get(payment) })
  const jobs = payments.map((payment) => ({
    payload: { id: payment.id },
    run_at: computeLeaseExpiry(findRemoteProvider(providers, payment).remote),
    key: `capture ${payment.id}`,
    max_attempts: 100,
  }))
  await enqueueAll(em, 'settle_capture', jobs)
}

async function captureLocalPayment(
  providers: PaymentProviders,
  payment: Row<Payment>,
  amount: number,
): Promise<DomainError | undefined> {
  const provider = findPaymentProvider(providers, payment)
  try {
    const captured = await captureAtProvider(provider, payment, { amount })
    payment.data = captured.data
    payment.recordCapture(captured.amount)
  } catch (error) {
    if (isRefusal(error)) return error
    throw error
  }
}
