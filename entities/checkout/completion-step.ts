import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import { cancelAttempt } from '#entities/cart/payment/cancel-attempt.ts'
import type { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import type { PaymentSessionStatus } from '#entities/cart/payment/payment-session-statuses.ts'
import { abandonPayment } from '#entities/cart/payment/record-payment-attempt.ts'
import { syncPaymentSessions } from '#entities/cart/payment/sync-payment-sessions.ts'
import { ProviderAnswerNeeded, retryWithAnswers } from '#entities/platform/remote/provider-answer-needed.ts'
import { DomainError } from '../errors.ts'
import { assertLinesSold } from './assert-lines-sold.ts'
import type { CheckoutResult } from './cart-concluder.ts'

/* With a remote payment provider a completion has two steps: a transaction before the call and one after it. */

/** The payment waits for the customer or a bank. The cart stays open. */
export interface PendingCompletion {
  type: 'waiting'
  payment_status: PaymentSessionStatus
}

export type Completion = CheckoutResult | PendingCompletion

export type CompletionStep<Outcome = Completion> = (Outcome | RefusedStep) & {
  /** Their payments are canceled after the commit. */
  abandoned?: readonly Row<PaymentAttempt>[] | undefined
}

/** The transaction commits, then `runCompletionStep` throws the error. */
interface RefusedStep {
  type: 'refused'
  error: DomainError
}

/** The step may run several times, because the call of a tax provider ends the transaction. */
export async function runCompletionStep<Outcome extends { type: string }>(
  em: EntityManager,
  providers: PaymentProviders,
  step: (em: EntityManager) => Promise<CompletionStep<Outcome>>,
): Promise<Outcome> {
  const result = await retryWithAnswers(() => inTransaction(em, step))
  // If one fails, `reconcilePayments` cancels the payment later.
  await Promise.allSettled((result.abandoned ?? []).map((attempt) => cancelAttempt(em, providers, attempt)))
  if (isRefused(result)) throw result.error
  return result
}

const isRefused = (result: { type: string }): result is RefusedStep => result.type === 'refused'

/**
 * Abandons the payment attempts, so that no payment is taken for a refused checkout.
 * @throws `error` if there is no attempt, or if the error is not a refusal of the checkout.
 */
export async function refuseStep(
  em: EntityManager,
  attempts: readonly Row<PaymentAttempt>[],
  error: unknown,
): Promise<CompletionStep<never>> {
  const isRefusal = error instanceof DomainError && !(error instanceof ProviderAnswerNeeded)
  if (attempts.length === 0 || !isRefusal) throw error
  em.clear()
  return { type: 'refused', error, abandoned: await abandonPayment(em, attempts) }
}

/**
 * Updates the payment sessions to the current total. The customer must then complete the cart again.
 * @throws InvalidData if a product is not sold any longer: its line has no tax, so the total is wrong.
 */
export async function requireNewAgreement(
  em: EntityManager,
  providers: PaymentProviders,
  cart: CartSnapshot,
): Promise<PendingCompletion> {
  assertLinesSold(cart)
  await syncPaymentSessions(em, providers, cart)
  return { type: 'waiting', payment_status: 'requires_more' }
}
