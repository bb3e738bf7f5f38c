import type { EntityManager } from '@mikro-orm/postgresql'
import { DomainError } from '../errors.ts'
import { Order } from '../order/order.ts'
import { cancelAttempt } from '../payment/cancel-attempt.ts'
import { giveUp } from '../payment/keep-attempt.ts'
import type { PaymentAttempt } from '../payment/payment-attempt.ts'
import type { PaymentSessionStatus } from '../payment/payment-session.ts'
import type { PaymentProviders } from '../payment/sync-payment-sessions.ts'
import { forgetRows } from '../rows.ts'
import { Swap } from '../swap/swap.ts'
import { inTransaction } from '../transaction.ts'
import type { Cart } from './cart.ts'
import type { Concluded } from './checkout.ts'

/* A cart whose payment is asked for over the network is completed in several steps, each of them one transaction. */

/** A payment waits for its customer or a bank. */
export interface Waiting {
  type: 'waiting'
  payment_status: PaymentSessionStatus
}

/** The cart became an order or confirmed a swap, now or before; or its payment waits, and it stays open. */
export type Completion = Concluded | Waiting

/** How a step ended, and the payment that it gave up, if any. `refused`: the refusal stands, and what was written stays. */
export type Step<Outcome = Completion> = (Outcome | Refused) & { abandoned?: PaymentAttempt | undefined }

interface Refused {
  type: 'refused'
  error: DomainError
}

/** Runs a step. What it gave up is cancelled at the provider and what it refused is thrown once the rest is stored. */
export async function runStep<Outcome extends { type: string }>(
  em: EntityManager,
  providers: PaymentProviders,
  step: (em: EntityManager) => Promise<Step<Outcome>>,
): Promise<Outcome> {
  const ended = await inTransaction(em, step)
  // It is on record: what cannot be cancelled now is cancelled by `reconcilePayments`.
  if (ended.abandoned) await cancelAttempt(em, providers, ended.abandoned).catch(() => {})
  if (isRefused(ended)) throw ended.error
  return ended
}

/** How a completion is answered: by what is read, or written, in the transaction that it ends with. */
export type Answering<Answer> = (em: EntityManager, completion: Completion) => Promise<Answer>

interface Answered<Answer> {
  type: 'answered'
  answer: Answer
}

/** What a step has come to, with the answer in the place of a completion. */
export async function answered<Answer, Outcome extends { type: string }>(
  em: EntityManager,
  ended: Step<Outcome>,
  answer: Answering<Answer>,
): Promise<Step<Answered<Answer> | Exclude<Outcome, Completion>>> {
  if (!isCompletion(ended)) return ended as Step<Exclude<Outcome, Completion>>
  await em.flush()
  return { type: 'answered', answer: await answer(em, ended), abandoned: ended.abandoned }
}

const isRefused = (ended: { type: string }): ended is Refused => ended.type === 'refused'
const isCompletion = (ended: { type: string }): ended is Step<Completion> & Completion =>
  ended.type === 'order' || ended.type === 'swap' || ended.type === 'waiting'

/** Gives the payment under way up where `work` is refused: nobody pays for what they do not get. */
export async function unlessRefused<Outcome>(
  em: EntityManager,
  attempt: PaymentAttempt | undefined,
  work: () => Promise<Step<Outcome>>,
): Promise<Step<Outcome>> {
  try {
    return await work()
  } catch (error) {
    if (!attempt || !(error instanceof DomainError)) throw error
    em.clear()
    forgetRows(em)
    return { type: 'refused', error, abandoned: await giveUp(em, attempt) }
  }
}

/** What became of a cart that is completed. */
export async function outcomeOf(
  em: EntityManager,
  { id: cart_id, type }: Pick<Cart, 'id' | 'type'>,
): Promise<Concluded> {
  if (type === 'swap') return { type, id: (await em.findOneOrFail(Swap, { cart_id })).id }
  return { type: 'order', id: (await em.findOneOrFail(Order, { cart_id })).id, placed: undefined }
}
