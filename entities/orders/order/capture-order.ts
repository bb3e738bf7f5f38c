import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { inTransaction } from '#database/transaction.ts'
import { findOrderPayments } from '#entities/cart/payment/find-order-payments.ts'
import type { Payment } from '#entities/cart/payment/payment.ts'
import type { RemoteProviderOptions } from '#entities/cart/payment/payment-port.ts'
import { findRemoteProvider } from '#entities/cart/payment/request-payment.ts'
import { findPaymentProvider, type PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { Conflict, DomainError, NotAllowed } from '#entities/errors.ts'
import { enqueueAll } from '#entities/platform/job/enqueue.ts'
import { orderOfPayment } from '../payment/order-of-payment.ts'
import { concludeCapture, failCapture, settleCapture } from '../payment/settle-capture.ts'
import { refuseWithoutReturn } from '../swap/lock-swap.ts'
import { lockOpenOrder } from './lock-order.ts'
import { isOwnPayment } from './payment-filters.ts'

/**
 * Captures what was authorised for an order, once however often it is called. Where nobody is asked over the network that
 * is one transaction. Else it is written down first that the provider is asked, then the provider is asked outside of any
 * transaction, and another writes down the answer; if none comes a job goes on asking.
 * Called on an entity manager without a transaction.
 * @throws NotFound. NotAllowed where the order is canceled. What the provider throws to refuse: then the order is in
 * `requires_action`. Conflict where the provider does not answer.
 */
export function captureOrder(em: EntityManager, providers: PaymentProviders, id: string): Promise<void> {
  return capturePayments(em, providers, { order_id: id })
}

/**
 * The same for one of its payments alone.
 * @throws as `captureOrder`; NotFound where there is no such payment, NotAllowed where it is canceled, of no order yet, or of a
 * swap for which nothing comes back any more.
 */
export async function capturePayment(em: EntityManager, providers: PaymentProviders, id: string): Promise<void> {
  await capturePayments(em, providers, { order_id: await orderOfPayment(em, id), payment_id: id })
}

interface CaptureInput {
  order_id: string
  /** Default: all payments of the order, but for those of its swaps. */
  payment_id?: string
}

async function capturePayments(em: EntityManager, providers: PaymentProviders, wanted: CaptureInput): Promise<void> {
  const { asked, refusal } = await inTransaction(em, (inner) => begin(inner, providers, wanted))
  const answers = await Promise.allSettled(asked.map((payment) => settleCapture(em, providers, payment.id)))
  const failures = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason))
  const first = refusal ?? failures.find((failure) => failure)
  if (first) throw first
}

interface StartedCapture {
  /** Those that a provider over the network is to be asked for. */
  asked: Payment[]
  /** Why a local provider refused. */
  refusal: DomainError | undefined
}

async function begin(
  em: EntityManager,
  providers: PaymentProviders,
  { order_id, payment_id }: CaptureInput,
): Promise<StartedCapture> {
  const order = await lockOpenOrder(em, order_id, 'A canceled order cannot capture payment')
  const payments = await findOrderPayments(em, order_id)
  const wanted = payments.filter((one) => (payment_id ? one.id === payment_id : isOwnPayment(one)))
  if (payment_id && wanted.some(({ canceled_at }) => canceled_at))
    throw new NotAllowed('A canceled payment cannot be captured')
  for (const { swap_id } of wanted) if (swap_id) await refuseWithoutReturn(em, swap_id)
  const open = wanted.filter((payment) => payment.isOpen())
  const [asked, local] = partition(open, (payment) => findPaymentProvider(providers, payment).remote)
  await askFor(em, providers, asked)
  let refusal: DomainError | undefined
  for (const payment of local) refusal = (await captureAtOnce(providers, payment)) ?? refusal
  const [captured, refused] = partition(local, ({ captured_at }) => captured_at)
  if (captured.length > 0 || wanted.length === 0) await concludeCapture(em, order, { payments, captured })
  if (refused.length > 0) await failCapture(em, order, refused)
  return { asked, refusal }
}

function partition<Row>(rows: readonly Row[], isFirst: (row: Row) => unknown): [Row[], Row[]] {
  return [rows.filter(isFirst), rows.filter((row) => !isFirst(row))]
}

async function askFor(em: EntityManager, providers: PaymentProviders, payments: readonly Payment[]): Promise<void> {
  for (const payment of payments) payment.capture_asked_at = now()
  const jobs = payments.map((payment) => ({
    payload: { id: payment.id },
    run_at: afterAnswer(findRemoteProvider(providers, payment).remote),
    key: `capture ${payment.id}`,
    max_attempts: 100,
  }))
  await enqueueAll(em, 'settle_capture', jobs)
}

/** By then whoever asks has the answer, or will never have it. */
const afterAnswer = ({ patience }: RemoteProviderOptions): Date => new Date(now().getTime() + patience + 2000)

async function captureAtOnce(providers: PaymentProviders, payment: Payment): Promise<DomainError | undefined> {
  try {
    payment.data = await findPaymentProvider(providers, payment).capture(payment.data)
    payment.captured_at = new Date()
  } catch (error) {
    if (!(error instanceof DomainError) || error instanceof Conflict) throw error
    return error
  }
}
