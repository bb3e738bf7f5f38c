import type { EntityManager } from '@mikro-orm/postgresql'
import { assertNotDraftCart } from '#entities/cart/cart/customer-cart.ts'
import { isRefusal } from '#entities/cart/payment/call-remote-provider.ts'
import { assertChargeable, type SavedMethod } from '#entities/cart/payment/charge-saved-method.ts'
import type { PaymentPage, PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { lockLiveAttempts } from '#entities/cart/payment/record-payment-attempt.ts'
import { type PaymentTask, performPaymentTask } from '#entities/cart/payment/request-payment.ts'
import { shopOf } from '#entities/shop.ts'
import { now } from '#entities/values/clock.ts'
import { type Completion, type CompletionStep, refuseStep, runCompletionStep } from './completion-step.ts'
import { concludeCartAttempt, type Unfinished } from './conclude-cart-attempt.ts'
import { concluderOf } from './concluder-of.ts'
import { assertOwnsBalances } from './pay-by-balances.ts'
import { payCheckout, type RequestedPayments } from './pay-checkout.ts'
import { reserveCart } from './reserve-cart.ts'
import { assertTotal, validateCheckout } from './validate-checkout.ts'

/*
 * A transaction of a completion ends with one of these steps. Only `order` and `swap` complete the cart.
 *
 * | Step | Means | Next |
 * | --- | --- | --- |
 * | `order`, `swap` | The payments are authorized, or no provider must pay. | The response. |
 * | `waiting` | The customer or a bank must act, or the total has changed. | The response. The customer completes again. |
 * | `request payments` | The attempts are recorded, or another request calls the provider. | The calls without a transaction, then `concludeCartAttempt`. |
 * | `unfinished` | Other providers must pay the rest of a split payment, or another request calls the provider. | The first transaction again. |
 * | `refused` | The checkout is invalid, or a payment is declined. | The commit, then the error. |
 *
 * If a step has `abandoned` attempts, their payments are canceled after the commit. `concludeCartAttempt` never ends with
 * `request payments`, and only `concludeCartAttempt` ends with `unfinished`.
 */

/** Builds the response in the transaction of the completion. If it throws, the cart stays open. */
export type CompletionResponder<Answer> = (em: EntityManager, completion: Completion) => Promise<Answer>

interface CartToComplete<Answer> {
  id: string
  /** The logged-in customer. Undefined if the shop completes the cart, because a provider reports its payment. */
  caller_id?: string | null
  /** The total that the customer saw at a payment link, in minor units. */
  agreedTotal?: number | undefined
  buildAnswer: CompletionResponder<Answer>
  /** Where a page of the provider leads the customer. Default: the caller shows no such page. */
  page?: PaymentPage | undefined
  /** Is charged without the customer. Default: the customer pays. */
  savedMethod?: SavedMethod | undefined
}

/**
 * Call it outside of a transaction. Repeated and concurrent calls return the same result. A remote provider is called
 * between two transactions. If the cart changes between them, or if one provider of a split payment declines, all payments are
 * canceled.
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
  const concludeTask = ({ attempt }: PaymentTask): Promise<AnsweredStep<Answer> | Unfinished> =>
    runCompletionStep<AnsweredStep<Answer> | Unfinished>(em, providers, async (tx) => {
      const step = await concludeCartAttempt(tx, providers, { attempt, page: call.page })
      return step.type === 'unfinished' ? step : addAnswer(tx, step)
    })
  const asked = new Set<string>()
  for (;;) {
    const firstStep = await runCompletionStep<AnsweredStep<Answer> | RequestedPayments>(em, providers, async (tx) => {
      const step = await startCompletion(tx, providers, { ...call, asked })
      return step.type === 'request payments' ? step : addAnswer(tx, step)
    })
    if (firstStep.type === 'answered') return firstStep.answer
    const lastStep = await requestPayments(em, providers, { ...firstStep, concludeTask })
    if (lastStep.type === 'answered') return lastStep.answer
    for (const { type, attempt } of firstStep.tasks) if (type === 'request payment') asked.add(attempt.session_id)
  }
}

interface Requests<Answer> extends RequestedPayments {
  concludeTask: (task: PaymentTask) => Promise<AnsweredStep<Answer> | Unfinished>
}

/** @throws the error of a provider that declines or does not answer. */
async function requestPayments<Answer>(
  em: EntityManager,
  providers: PaymentProviders,
  { tasks, isSplit, concludeTask }: Requests<Answer>,
): Promise<AnsweredStep<Answer> | Unfinished> {
  const results = await Promise.allSettled(tasks.map((task) => performPaymentTask(em, providers, task)))
  const errors = results.map((result): unknown => (result.status === 'rejected' ? result.reason : undefined))
  const declined = errors.findIndex(isRefusal)
  if (declined >= 0) {
    // The conclusion of a declined part ends the other parts. It throws again.
    if (isSplit) await concludeTask(tasks[declined]!).catch(() => {})
    throw errors[declined]
  }
  for (const [i, task] of tasks.entries()) {
    const step = errors[i] ? undefined : await concludeTask(task)
    if (step?.type === 'answered') return step
  }
  const failure = errors.find((error) => error !== undefined)
  if (failure) throw failure
  return { type: 'unfinished' }
}

interface AnsweredStep<Answer> {
  type: 'answered'
  answer: Answer
}

interface StartedCompletion extends Omit<CartToComplete<unknown>, 'buildAnswer'> {
  /** The sessions whose providers this call has asked. */
  asked: ReadonlySet<string>
}

async function startCompletion(
  em: EntityManager,
  providers: PaymentProviders,
  { id, caller_id, agreedTotal, page, savedMethod, asked }: StartedCompletion,
): Promise<CompletionStep<Completion | RequestedPayments>> {
  const reservedCart = await reserveCart(em, id)
  const { cart } = reservedCart
  if (caller_id !== undefined && agreedTotal === undefined) assertNotDraftCart(cart)
  if (cart.completed_at) return concluderOf(cart).findResult(em, id)
  if (caller_id !== undefined) assertOwnsBalances(cart, caller_id)
  if (savedMethod) assertChargeable(providers, cart, savedMethod)
  const attempts = await lockLiveAttempts(em, cart)
  const inProgress = attempts.find((attempt) => attempt.isInProgress(now()))
  if (inProgress) return { type: 'request payments', tasks: [{ type: 'wait', attempt: inProgress }], isSplit: false }
  try {
    const checkout = validateCheckout(reservedCart, shopOf(em))
    assertTotal(checkout, agreedTotal)
    const isOfCustomer = caller_id !== undefined
    const method_id = savedMethod?.method_id
    return await payCheckout(em, providers, { checkout, attempts, isOfCustomer, asked, page, method_id })
  } catch (error) {
    return refuseStep(em, attempts, error)
  }
}
