import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { batch } from '#database/statement.ts'
import { assertNotDraftCart } from '#entities/cart/cart/customer-cart.ts'
import { authorizePayment, saveAuthorizationStatement } from '#entities/cart/payment/authorize-payment.ts'
import { assertChargeable, type SavedMethod } from '#entities/cart/payment/charge-saved-method.ts'
import type { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import type { PaymentProviders, RemoteProviderOptions } from '#entities/cart/payment/payment-port.ts'
import {
  abandonAttempt,
  computeLeaseExpiry,
  lockLiveAttempt,
  startAttempt,
} from '#entities/cart/payment/record-payment-attempt.ts'
import { type PaymentTask, performPaymentTask } from '#entities/cart/payment/request-payment.ts'
import { buildCartPayment, findPaymentProvider } from '#entities/cart/payment/sync-payment-sessions.ts'
import { shopOf } from '#entities/shop.ts'
import { now } from '#entities/values/clock.ts'
import { Conflict } from '../errors.ts'
import {
  type Completion,
  type CompletionStep,
  refuseStep,
  requireNewAgreement,
  runCompletionStep,
} from './completion-step.ts'
import { concludeCartAttempt } from './conclude-cart-attempt.ts'
import { concluderOf } from './concluder-of.ts'
import { assertOwnsBalances } from './pay-by-balances.ts'
import { prepareCheckout } from './prepare-checkout.ts'
import { reserveCart } from './reserve-cart.ts'
import {
  type Checkout,
  isAgreementCurrent,
  isOfUnknownTaxes,
  isSessionAmountCurrent,
  validateCheckout,
} from './validate-checkout.ts'

/*
 * A transaction of a completion ends with one of these steps. Only `order` and `swap` complete the cart.
 *
 * | Step | Means | Next |
 * | --- | --- | --- |
 * | `order`, `swap` | The payment is authorized, or no provider must pay. | The response. |
 * | `waiting` | The customer or a bank must act, or the total has changed. | The response. The customer completes again. |
 * | `request payment` | The attempt is recorded. The provider is remote. | The call without a transaction, then `concludeCartAttempt`. |
 * | `wait` | Another request calls the provider. | The end of this call, then `concludeCartAttempt`. |
 * | `refused` | The checkout is invalid, or the payment is declined. | The commit, then the error. |
 *
 * If a step has an `abandoned` attempt, its payment is canceled after the commit. `concludeCartAttempt` never ends with
 * `request payment` or `wait`.
 */

/** Builds the response in the transaction of the completion. If it throws, the cart stays open. */
export type CompletionResponder<Answer> = (em: EntityManager, completion: Completion) => Promise<Answer>

interface CartToComplete<Answer> {
  id: string
  /** The logged-in customer. Undefined if the shop completes the cart, because a provider reports its payment. */
  caller_id?: string | null
  buildAnswer: CompletionResponder<Answer>
  /** Is charged without the customer. Default: the customer pays. */
  savedMethod?: SavedMethod | undefined
}

/**
 * Call it outside of a transaction. Repeated and concurrent calls return the same result. A remote provider is called
 * between two transactions. If the cart changes between them, the payment is canceled.
 * @throws InvalidData or NotAllowed for an incomplete cart. OutOfStock. Conflict if the provider does not answer; call
 * it again.
 */
export async function completeCart<Answer>(
  em: EntityManager,
  providers: PaymentProviders,
  { buildAnswer, ...call }: CartToComplete<Answer>,
): Promise<Answer> {
  const addAnswer = async (tx: EntityManager, step: CompletionStep): Promise<CompletionStep<AnsweredStep<Answer>>> => {
    if (step.type === 'refused') return step
    await tx.flush()
    return { type: 'answered', answer: await buildAnswer(tx, step), abandoned: step.abandoned }
  }
  const firstStep = await runCompletionStep<AnsweredStep<Answer> | PaymentTask>(em, providers, async (tx) => {
    const step = await startCompletion(tx, providers, call)
    return step.type === 'wait' || step.type === 'request payment' ? step : addAnswer(tx, step)
  })
  if (firstStep.type === 'answered') return firstStep.answer
  await performPaymentTask(em, providers, firstStep)
  const lastStep = await runCompletionStep(em, providers, async (tx) =>
    addAnswer(tx, await concludeCartAttempt(tx, providers, firstStep.attempt)),
  )
  return lastStep.answer
}

interface AnsweredStep<Answer> {
  type: 'answered'
  answer: Answer
}

async function startCompletion(
  em: EntityManager,
  providers: PaymentProviders,
  { id, caller_id, savedMethod }: Omit<CartToComplete<unknown>, 'buildAnswer'>,
): Promise<CompletionStep<Completion | PaymentTask>> {
  const reservedCart = await reserveCart(em, id)
  const { cart } = reservedCart
  assertNotDraftCart(cart)
  if (cart.completed_at) return concluderOf(cart).findResult(em, id)
  if (caller_id !== undefined) assertOwnsBalances(cart, caller_id)
  if (savedMethod) assertChargeable(providers, cart, savedMethod)
  const attempt = await lockLiveAttempt(em, cart)
  if (attempt?.isInProgress(now())) return { type: 'wait', attempt }
  try {
    const checkout = validateCheckout(reservedCart, shopOf(em))
    return await payCheckout(em, providers, { checkout, attempt, method_id: savedMethod?.method_id })
  } catch (error) {
    return refuseStep(em, attempt, error)
  }
}

interface CheckoutPayment {
  checkout: Checkout
  attempt: Row<PaymentAttempt> | undefined
  /** The saved method to charge. */
  method_id?: string | undefined
}

async function payCheckout(
  em: EntityManager,
  providers: PaymentProviders,
  { checkout, attempt, method_id }: CheckoutPayment,
): Promise<CompletionStep<Completion | PaymentTask>> {
  if (isPaidWithUnknownTaxes(providers, { checkout, attempt }))
    return { type: 'refused', error: new Conflict(checkout.priced.tax_error).because({ name: 'provider_failed' }) }
  const canPay = !attempt || attempt.isFor(checkout) || isPaymentOfSession(providers, { checkout, attempt })
  if (canPay) return payOrComplete(em, providers, { checkout, attempt, method_id })
  const abandoned = await abandonAttempt(em, attempt)
  return { ...(await payOrComplete(em, providers, { checkout, attempt: undefined, method_id })), abandoned }
}

/** The payment can be for the taxes of a tax provider that does not answer at the moment, so it must not end. */
function isPaidWithUnknownTaxes(providers: PaymentProviders, { checkout, attempt }: CheckoutPayment): boolean {
  const { session } = checkout
  if (!isOfUnknownTaxes(checkout)) return false
  if (attempt) return !attempt.isFor(checkout)
  return !isSessionAmountCurrent(checkout) && isPaidBeforeCompletion(providers, session)
}

/** The customer pays such a payment at the provider, so changes of the cart do not end it. */
const isPaymentOfSession = (
  providers: PaymentProviders,
  { checkout: { session }, attempt }: { checkout: Checkout; attempt: Row<PaymentAttempt> },
): boolean => session?.id === attempt.session_id && isPaidBeforeCompletion(providers, session)

const isPaidBeforeCompletion = (providers: PaymentProviders, session: Checkout['session']): boolean =>
  !!session && !!findPaymentProvider(providers, session).remote?.isPaidBeforeCompletion

async function payOrComplete(
  em: EntityManager,
  providers: PaymentProviders,
  { checkout, attempt, method_id }: CheckoutPayment,
): Promise<Completion | PaymentTask> {
  const { cart, session } = checkout
  const remote = session && findPaymentProvider(providers, session).remote
  if (!isSessionAmountCurrent(checkout)) return requireNewAgreement(em, providers, cart)
  // The customer may have paid, and only the step after the provider call can refund a refused cart.
  if (remote?.isPaidBeforeCompletion) return startRemotePayment(em, remote, { checkout, attempt, method_id })
  if (!isAgreementCurrent(checkout)) return requireNewAgreement(em, providers, cart)
  const preparedCheckout = await prepareCheckout(em, checkout)
  if (!session) return preparedCheckout.conclude(em, undefined)
  if (remote) return startRemotePayment(em, remote, { checkout, attempt, method_id })
  const request = { payment: buildCartPayment(cart, checkout.priced), method_id }
  const payment = await authorizePayment(providers, session, request)
  if (payment.status === 'authorized') return preparedCheckout.conclude(em, payment)
  await batch(em, saveAuthorizationStatement(session.id, payment))
  return { type: 'waiting', payment_status: payment.status }
}

/** Records the attempt and its lease before the provider is called, so that no payment is lost in a crash. */
async function startRemotePayment(
  em: EntityManager,
  remote: RemoteProviderOptions,
  { checkout, attempt: liveAttempt, method_id }: CheckoutPayment,
): Promise<PaymentTask> {
  const attempt = liveAttempt ?? (await startAttempt(em, checkout))
  if (liveAttempt && remote.isPaidBeforeCompletion) attempt.payFor(checkout)
  attempt.asked_until = computeLeaseExpiry(remote)
  const payment = buildCartPayment(checkout.cart, checkout.priced)
  return {
    type: 'request payment',
    attempt,
    data: checkout.session!.data,
    payment,
    isRepeated: !!liveAttempt,
    method_id,
  }
}
