import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { inTransaction } from '#database/transaction.ts'
import type { Cart } from '#entities/cart/cart/cart.ts'
import { cancelAttempt } from '#entities/cart/payment/cancel-attempt.ts'
import type { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import type { PaymentSessionStatus } from '#entities/cart/payment/payment-session.ts'
import { abandonAttempt } from '#entities/cart/payment/record-payment-attempt.ts'
import type { PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { Order } from '#entities/orders/order/order.ts'
import { Swap } from '#entities/orders/swap/swap.ts'
import { DomainError } from '../errors.ts'
import type { CheckoutResult } from './checkout.ts'

/* A cart whose payment is asked for over the network is completed in several steps, each of them one transaction. */

/** A payment waits for its customer or a bank. */
export interface PendingCompletion {
  type: 'waiting'
  payment_status: PaymentSessionStatus
}

/** The cart became an order or confirmed a swap, now or before; or its payment waits, and it stays open. */
export type Completion = CheckoutResult | PendingCompletion

/** How a step ended, and the payment that it gave up, if any. `refused`: the refusal stands, and what was written stays. */
export type CompletionStep<Outcome = Completion> = (Outcome | RefusedStep) & {
  abandoned?: Row<PaymentAttempt> | undefined
}

interface RefusedStep {
  type: 'refused'
  error: DomainError
}

/** Runs a step. What it gave up is cancelled at the provider and what it refused is thrown once the rest is stored. */
export async function runCompletionStep<Outcome extends { type: string }>(
  em: EntityManager,
  providers: PaymentProviders,
  step: (em: EntityManager) => Promise<CompletionStep<Outcome>>,
): Promise<Outcome> {
  const ended = await inTransaction(em, step)
  // It is on record: what cannot be cancelled now is cancelled by `reconcilePayments`.
  if (ended.abandoned) await cancelAttempt(em, providers, ended.abandoned).catch(() => {})
  if (isRefused(ended)) throw ended.error
  return ended
}

/** How a completion is answered: by what is read, or written, in the transaction that it ends with. */
export type CompletionResponder<Answer> = (em: EntityManager, completion: Completion) => Promise<Answer>

interface AnsweredStep<Answer> {
  type: 'answered'
  answer: Answer
}

/** What a step has come to, with the answer in the place of a completion. */
export async function answerCompletion<Answer, Outcome extends { type: string }>(
  em: EntityManager,
  ended: CompletionStep<Outcome>,
  answer: CompletionResponder<Answer>,
): Promise<CompletionStep<AnsweredStep<Answer> | Exclude<Outcome, Completion>>> {
  if (!isCompletion(ended)) return ended as CompletionStep<Exclude<Outcome, Completion>>
  await em.flush()
  return { type: 'answered', answer: await answer(em, ended), abandoned: ended.abandoned }
}

const isRefused = (ended: { type: string }): ended is RefusedStep => ended.type === 'refused'
const isCompletion = (ended: { type: string }): ended is CompletionStep<Completion> & Completion =>
  ended.type === 'order' || ended.type === 'swap' || ended.type === 'waiting'

/** Gives the payment under way up where `work` is refused: nobody pays for what they do not get. */
export async function abandonAttemptOnError<Outcome>(
  em: EntityManager,
  attempt: Row<PaymentAttempt> | undefined,
  work: () => Promise<CompletionStep<Outcome>>,
): Promise<CompletionStep<Outcome>> {
  try {
    return await work()
  } catch (error) {
    if (!attempt || !(error instanceof DomainError)) throw error
    em.clear()
    return { type: 'refused', error, abandoned: await abandonAttempt(em, attempt) }
  }
}

/** What became of a cart that is completed. */
export async function findCheckoutResult(
  em: EntityManager,
  { id: cart_id, type }: Pick<Cart, 'id' | 'type'>,
): Promise<CheckoutResult> {
  if (type === 'swap') return { type, id: (await em.findOneOrFail(Swap, { cart_id })).id }
  return { type: 'order', id: (await em.findOneOrFail(Order, { cart_id })).id, placed: undefined }
}
