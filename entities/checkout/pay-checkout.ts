import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import type { CartPart } from '#entities/cart/payment/payable-cart.ts'
import type { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import { isChosen } from '#entities/cart/payment/payment-parts.ts'
import type { PaymentPage, PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import {
  abandonAttempts,
  abandonPayment,
  computeLeaseExpiry,
  startAttempt,
} from '#entities/cart/payment/record-payment-attempt.ts'
import type { PaymentTask } from '#entities/cart/payment/request-payment.ts'
import { type Completion, type CompletionStep, requireNewAgreement } from './completion-step.ts'
import { attemptOf, concludeCheckout, isPaidByRemotes, paymentOf, remoteOf } from './conclude-checkout.ts'
import { prepareCheckout } from './prepare-checkout.ts'
import {
  areAmountsCurrent,
  type Checkout,
  isAgreementCurrent,
  isOfUnknownTaxes,
  isSplitCanceled,
  splitCanceled,
  unknownTaxes,
} from './validate-checkout.ts'

/** The attempts are recorded. The caller calls the providers after the commit. */
export interface RequestedPayments {
  type: 'request payments'
  tasks: readonly PaymentTask[]
  isSplit: boolean
}

interface CheckoutPayment {
  checkout: Checkout
  /** The locked live attempts of the cart. */
  attempts: readonly Row<PaymentAttempt>[]
  /** False if a provider reports a payment: then no provider takes money that the customer has not paid yet. */
  isOfCustomer: boolean
  /** The sessions whose providers this call has asked. */
  asked: ReadonlySet<string>
  /** Where a page of a provider leads the customer. */
  page?: PaymentPage | undefined
  /** The saved method to charge. */
  method_id?: string | undefined
}

export async function payCheckout(
  em: EntityManager,
  providers: PaymentProviders,
  payment: CheckoutPayment,
): Promise<CompletionStep<Completion | RequestedPayments>> {
  const { checkout, attempts } = payment
  if (isSplitCanceled(checkout)) return refuseCanceledSplit(em, providers, payment)
  if (isPaidWithUnknownTaxes(providers, payment)) return { type: 'refused', error: unknownTaxes(checkout) }
  const usable = attempts.filter(
    (attempt) => attempt.isFor(checkout) || isPaymentOfSession(providers, { checkout, attempt }),
  )
  if (usable.length === attempts.length) return payOrComplete(em, providers, payment)
  const abandoned = attempts.filter((attempt) => !usable.includes(attempt))
  await abandonAttempts(em, abandoned)
  return { ...(await payOrComplete(em, providers, { ...payment, attempts: usable })), abandoned }
}

/** The customer may have paid at a provider since then, so these payments end too. */
async function refuseCanceledSplit(
  em: EntityManager,
  providers: PaymentProviders,
  { checkout, attempts }: CheckoutPayment,
): Promise<CompletionStep<never>> {
  const chosen = checkout.cart.payment_sessions
    .filter(isChosen)
    .map((session) => ({ session, amount: session.amount ?? checkout.due }))
  const ended = [...attempts]
  for (const part of chosen.filter((one) => isPaidBeforeCompletion(providers, one) && !attemptOf(attempts, one)))
    ended.push(await startAttempt(em, checkout, part))
  return { type: 'refused', error: splitCanceled(), abandoned: await abandonPayment(em, ended) }
}

/** The payment can be for the taxes of a tax provider that does not answer at the moment, so it must not end. */
function isPaidWithUnknownTaxes(providers: PaymentProviders, { checkout, attempts }: CheckoutPayment): boolean {
  if (!isOfUnknownTaxes(checkout)) return false
  if (attempts.length > 0) return !attempts.every((attempt) => attempt.isFor(checkout))
  return !areAmountsCurrent(checkout) && checkout.parts.some((part) => isPaidBeforeCompletion(providers, part))
}

/** The customer pays such a payment at the provider, so changes of the cart do not end it. */
const isPaymentOfSession = (
  providers: PaymentProviders,
  { checkout: { parts }, attempt }: { checkout: Checkout; attempt: Row<PaymentAttempt> },
): boolean => parts.some((part) => part.session.id === attempt.session_id && isPaidBeforeCompletion(providers, part))

const isPaidBeforeCompletion = (providers: PaymentProviders, part: CartPart): boolean =>
  remoteOf(providers, part)?.isPaidBeforeCompletion === true

async function payOrComplete(
  em: EntityManager,
  providers: PaymentProviders,
  payment: CheckoutPayment,
): Promise<Completion | RequestedPayments> {
  const { checkout, attempts, isOfCustomer, asked, page, method_id } = payment
  const { cart, parts } = checkout
  if (!areAmountsCurrent(checkout)) return requireNewAgreement(em, providers, cart)
  const unasked = parts.filter((part) => remoteOf(providers, part) && !asked.has(part.session.id))
  const paidBefore = unasked.filter((part) => isPaidBeforeCompletion(providers, part))
  // The customer may have paid, and only the step after the provider call can refund a refused cart.
  if (paidBefore.length > 0) return requestPayments(em, providers, { ...payment, requested: paidBefore })
  if (!isAgreementCurrent(checkout)) return requireNewAgreement(em, providers, cart)
  const prepared = await prepareCheckout(em, checkout)
  const requested = unasked.slice(0, 1)
  if (requested.length > 0 && isOfCustomer) return requestPayments(em, providers, { ...payment, requested })
  if (isPaidByRemotes(providers, { checkout, attempts }))
    return concludeCheckout(em, providers, { checkout, prepared, attempts, page, method_id })
  return { type: 'waiting', payment_status: 'requires_more' }
}

/** Records the attempts and their leases before the providers are called, so that no payment is lost in a crash. */
async function requestPayments(
  em: EntityManager,
  providers: PaymentProviders,
  { checkout, attempts, requested, page, method_id }: CheckoutPayment & { requested: readonly CartPart[] },
): Promise<RequestedPayments> {
  const tasks: PaymentTask[] = []
  for (const part of requested) {
    const remote = remoteOf(providers, part)!
    const liveAttempt = attemptOf(attempts, part)
    const attempt = liveAttempt ?? (await startAttempt(em, checkout, part))
    if (liveAttempt && remote.isPaidBeforeCompletion) attempt.payFor(checkout, part)
    attempt.asked_until = computeLeaseExpiry(remote)
    tasks.push({
      type: 'request payment',
      attempt,
      data: part.session.data,
      payment: paymentOf(checkout, part, page),
      isRepeated: !!liveAttempt,
      method_id,
    })
  }
  return { type: 'request payments', tasks, isSplit: checkout.parts.length > 1 }
}
