import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '../clock.ts'
import { askForPayment, type Question, untilAnswered } from '../payment/ask-for-payment.ts'
import { authorizePayment, keeping } from '../payment/authorize-payment.ts'
import { giveUp, leaseOf, liveAttemptOf, startAttempt } from '../payment/keep-attempt.ts'
import type { PaymentAttempt } from '../payment/payment-attempt.ts'
import { type PaymentProviders, paymentFor, providerOf, syncPaymentSessions } from '../payment/sync-payment-sessions.ts'
import { together } from '../statement.ts'
import { type Checkout, checkAvailable, checkoutOf, conclude, isAgreed, lockToOrder } from './checkout.ts'
import {
  type Answering,
  answered,
  type Completion,
  outcomeOf,
  runStep,
  type Step,
  unlessRefused,
} from './completion-step.ts'
import { concludeAttempt } from './conclude-attempt.ts'
import { refuseDraft } from './customer-cart.ts'

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
  { id, answer }: { id: string; answer: Answering<Answer> },
): Promise<Answer> {
  const begun = await runStep(em, providers, async (inner) =>
    answered(inner, await begin(inner, providers, id), answer),
  )
  switch (begun.type) {
    case 'answered':
      return begun.answer
    case 'ask':
      await askForPayment(em, providers, begun)
      break
    case 'wait':
      await untilAnswered(em, begun.attempt)
  }
  const { attempt } = begun
  const ended = await runStep(em, providers, async (inner) =>
    answered(inner, await concludeAttempt(inner, providers, attempt), answer),
  )
  return ended.answer
}

type Begun = Completion | ({ type: 'ask' } & Question) | { type: 'wait'; attempt: PaymentAttempt }

async function begin(em: EntityManager, providers: PaymentProviders, id: string): Promise<Step<Begun>> {
  const reserved = await lockToOrder(em, id)
  const { cart } = reserved
  refuseDraft(cart)
  if (cart.completed_at) return outcomeOf(em, cart)
  const earlier = await liveAttemptOf(em, cart)
  if (earlier?.isUnderWay(now())) return { type: 'wait', attempt: earlier }
  return unlessRefused<Begun>(em, earlier, async () => {
    const checkout = checkoutOf(reserved)
    const fitting = earlier?.isFor(checkout) ? earlier : undefined
    const abandoned = earlier && !fitting ? await giveUp(em, earlier) : undefined
    return { ...(await pay(em, providers, { checkout, fitting })), abandoned }
  })
}

async function pay(
  em: EntityManager,
  providers: PaymentProviders,
  { checkout, fitting }: { checkout: Checkout; fitting: PaymentAttempt | undefined },
): Promise<Step<Begun>> {
  const { cart, session } = checkout
  if (!isAgreed(checkout)) {
    // What the customer agreed to pay is not what it costs any more: they have to agree again.
    await syncPaymentSessions(em, providers, cart)
    return { type: 'waiting', payment_status: 'requires_more' }
  }
  const available = await checkAvailable(em, checkout)
  const remote = session && providerOf(providers, session).remote
  if (remote) {
    const attempt = fitting ?? (await startAttempt(em, checkout))
    attempt.asked_until = leaseOf(remote)
    return { type: 'ask', attempt, data: session.data, payment: paymentFor(cart), isRepeated: !!fitting }
  }
  const payment = session && (await authorizePayment(providers, cart, session))
  if (payment && payment.status !== 'authorized') {
    await together(em, keeping(session.id, payment))
    return { type: 'waiting', payment_status: payment.status }
  }
  return conclude(em, { ...available, payment })
}
