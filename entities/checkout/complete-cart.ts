import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import type { Row } from '#database/rows.ts'
import { batch } from '#database/statement.ts'
import { assertNotDraftCart } from '#entities/cart/cart/customer-cart.ts'
import { authorizePayment, saveAuthorizationStatement } from '#entities/cart/payment/authorize-payment.ts'
import type { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import {
  abandonAttempt,
  computeLeaseExpiry,
  lockLiveAttempt,
  startAttempt,
} from '#entities/cart/payment/record-payment-attempt.ts'
import { type PaymentRequest, requestPayment, waitForAttempt } from '#entities/cart/payment/request-payment.ts'
import {
  buildCartPayment,
  findPaymentProvider,
  type PaymentProviders,
  syncPaymentSessions,
} from '#entities/cart/payment/sync-payment-sessions.ts'
import {
  type Checkout,
  checkAvailability,
  isSessionAmountCurrent,
  placeOrderOrConfirmSwap,
  reserveCart,
  validateCheckout,
} from './checkout.ts'
import {
  abandonAttemptOnError,
  answerCompletion,
  type Completion,
  type CompletionResponder,
  type CompletionStep,
  findCheckoutResult,
  runCompletionStep,
} from './completion-step.ts'
import { concludeCartAttempt } from './conclude-attempt.ts'

/**
 * Turns a cart into an order, or confirms the swap that it is of, once however often and from wherever it is called.
 * Everything is checked before the payment is authorised; what is refused leaves the cart, the stock, discounts and gift
 * cards as they were. Where nobody is asked over the network that is one transaction. Else the payment is written down
 * first, then asked for outside of any transaction, and the order is placed if everything still is as it was; if not, the
 * payment is cancelled. The answer is part of the transaction that completes the cart: where it fails nothing is ordered.
 * Called on an entity manager without a transaction.
 * @throws NotFound. InvalidData or NotAllowed for what the cart lacks. OutOfStock. As `refuseUnusableDiscounts`. Conflict where
 * the provider does not answer; called again, it finds out what became of the payment.
 */
export async function completeCart<Answer>(
  em: EntityManager,
  providers: PaymentProviders,
  { id, answer }: { id: string; answer: CompletionResponder<Answer> },
): Promise<Answer> {
  const begun = await runCompletionStep(em, providers, async (inner) =>
    answerCompletion(inner, await startCompletion(inner, providers, id), answer),
  )
  switch (begun.type) {
    case 'answered':
      return begun.answer
    case 'ask':
      await requestPayment(em, providers, begun)
      break
    case 'wait':
      await waitForAttempt(em, begun.attempt)
  }
  const { attempt } = begun
  const ended = await runCompletionStep(em, providers, async (inner) =>
    answerCompletion(inner, await concludeCartAttempt(inner, providers, attempt), answer),
  )
  return ended.answer
}

type CompletionStart = Completion | ({ type: 'ask' } & PaymentRequest) | { type: 'wait'; attempt: Row<PaymentAttempt> }

async function startCompletion(
  em: EntityManager,
  providers: PaymentProviders,
  id: string,
): Promise<CompletionStep<CompletionStart>> {
  const reserved = await reserveCart(em, id)
  const { cart } = reserved
  assertNotDraftCart(cart)
  if (cart.completed_at) return findCheckoutResult(em, cart)
  const earlier = await lockLiveAttempt(em, cart)
  if (earlier?.isInProgress(now())) return { type: 'wait', attempt: earlier }
  return abandonAttemptOnError<CompletionStart>(em, earlier, async () => {
    const checkout = validateCheckout(reserved)
    const fitting = earlier?.isFor(checkout) ? earlier : undefined
    const abandoned = earlier && !fitting ? await abandonAttempt(em, earlier) : undefined
    return { ...(await startPayment(em, providers, { checkout, fitting })), abandoned }
  })
}

async function startPayment(
  em: EntityManager,
  providers: PaymentProviders,
  { checkout, fitting }: { checkout: Checkout; fitting: Row<PaymentAttempt> | undefined },
): Promise<CompletionStep<CompletionStart>> {
  const { cart, session } = checkout
  if (!isSessionAmountCurrent(checkout)) {
    // What the customer agreed to pay is not what it costs any more: they have to agree again.
    await syncPaymentSessions(em, providers, cart)
    return { type: 'waiting', payment_status: 'requires_more' }
  }
  const available = await checkAvailability(em, checkout)
  const remote = session && findPaymentProvider(providers, session).remote
  if (remote) {
    const attempt = fitting ?? (await startAttempt(em, checkout))
    attempt.asked_until = computeLeaseExpiry(remote)
    return { type: 'ask', attempt, data: session.data, payment: buildCartPayment(cart), isRepeated: !!fitting }
  }
  const payment = session && (await authorizePayment(providers, cart, session))
  if (payment && payment.status !== 'authorized') {
    await batch(em, saveAuthorizationStatement(session.id, payment))
    return { type: 'waiting', payment_status: payment.status }
  }
  return placeOrderOrConfirmSwap(em, { ...available, payment })
}
