import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { batch } from '#database/statement.ts'
import { lockCart } from '#entities/cart/cart/lock-cart.ts'
import { declined, saveAuthorizationStatement } from '#entities/cart/payment/authorize-payment.ts'
import type { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import type { PaymentPage, PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import {
  abandonAttempts,
  abandonPayment,
  endSession,
  lockAttempts,
  releaseLeases,
} from '#entities/cart/payment/record-payment-attempt.ts'
import { shopOf } from '#entities/shop.ts'
import { now } from '#entities/values/clock.ts'
import { Conflict } from '../errors.ts'
import { type Completion, type CompletionStep, refuseStep, requireNewAgreement } from './completion-step.ts'
import { concludeCheckout, isPaidByRemotes } from './conclude-checkout.ts'
import { concluderOf } from './concluder-of.ts'
import { prepareCheckout } from './prepare-checkout.ts'
import { reserveCart } from './reserve-cart.ts'
import {
  isAgreementCurrent,
  isOfUnknownTaxes,
  isSplitCanceled,
  isWholeSplit,
  splitCanceled,
  unknownTaxes,
  validateCheckout,
} from './validate-checkout.ts'

/** Other providers must pay their parts, or another request calls the provider again. */
export interface Unfinished {
  type: 'unfinished'
}

interface AskedAttempt {
  attempt: Row<PaymentAttempt>
  /** Where a page of another provider leads the customer. */
  page?: PaymentPage | undefined
}

/** Completes the cart if the payments are for exactly its contents, and abandons all of them otherwise. */
export async function concludeCartAttempt(
  em: EntityManager,
  providers: PaymentProviders,
  { attempt: { id, cart_id }, page }: AskedAttempt,
): Promise<CompletionStep<Completion | Unfinished>> {
  const cart = await lockCart(em, cart_id!)
  const { attempt, live } = await lockAttempts(em, { id, cart_id })
  if (cart.isCompleted())
    return { ...(await concluderOf(cart).findResult(em, cart.id)), abandoned: await abandonAttempts(em, live) }
  const { status } = attempt
  switch (status) {
    case 'authorized':
      return completePaidCart(em, providers, { cart_id: cart.id, live, page }).catch((error) =>
        refuseStep(em, live, error),
      )
    case 'pending':
    case 'requires_more':
      return waitForCustomer(em, { attempt, live, page }).catch((error) => refuseStep(em, live, error))
    case 'declined':
      if (providers.get(attempt.provider_id)?.remote?.isPaidBeforeCompletion) await endSession(em, attempt)
      return {
        type: 'refused',
        error: declined(),
        abandoned: await abandonPayment(em, startedBeforeEnd(live, attempt)),
      }
    case 'canceling':
      return { type: 'refused', error: new Conflict(), abandoned: [attempt] }
    case 'started':
      // Another request has started it again since the provider answered.
      return attempt.isInProgress(now()) ? { type: 'unfinished' } : { type: 'refused', error: new Conflict() }
    case 'completed':
    case 'canceled':
    case 'failed':
      return { type: 'refused', error: new Conflict() }
    default:
      return status satisfies never
  }
}

interface WaitingAttempt {
  attempt: Row<PaymentAttempt>
  live: readonly Row<PaymentAttempt>[]
  page: PaymentPage | undefined
}

/** A cart that is sold out in the meantime leads no customer to the page of a provider. */
async function waitForCustomer(
  em: EntityManager,
  { attempt, live, page }: WaitingAttempt,
): Promise<CompletionStep<Completion>> {
  const { session_id, data } = attempt
  const status = attempt.status === 'pending' ? 'pending' : 'requires_more'
  if (page && status === 'requires_more')
    await prepareCheckout(em, validateCheckout(await reserveCart(em, attempt.cart_id!), shopOf(em)))
  await batch(em, saveAuthorizationStatement(session_id, { status, data }))
  await releaseLeases(
    em,
    live.filter((one) => one.id !== attempt.id),
  )
  return { type: 'waiting', payment_status: status }
}

/** The time of a server and the time of PostgreSQL differ by less. */
const CLOCK_TOLERANCE_MS = 1000

/** The customer may have started a new payment after the refusal. */
const startedBeforeEnd = (live: readonly Row<PaymentAttempt>[], { updated_at }: Row<PaymentAttempt>) =>
  live.filter(({ created_at }) => created_at.getTime() <= updated_at.getTime() + CLOCK_TOLERANCE_MS)

async function completePaidCart(
  em: EntityManager,
  providers: PaymentProviders,
  { cart_id, live, page }: { cart_id: string; live: readonly Row<PaymentAttempt>[]; page: PaymentPage | undefined },
): Promise<CompletionStep<Completion | Unfinished>> {
  const checkout = validateCheckout(await reserveCart(em, cart_id), shopOf(em))
  if (isSplitCanceled(checkout)) throw splitCanceled()
  const isForCart = live.every((attempt) => attempt.isFor(checkout)) && isWholeSplit(checkout)
  if (!isForCart || !isAgreementCurrent(checkout)) {
    if (isOfUnknownTaxes(checkout)) return { type: 'refused', error: unknownTaxes(checkout) }
    const abandoned = await abandonPayment(em, live)
    return { ...(await requireNewAgreement(em, providers, checkout.cart)), abandoned }
  }
  if (!isPaidByRemotes(providers, { checkout, attempts: live })) {
    await releaseLeases(em, live)
    return { type: 'unfinished' }
  }
  const prepared = await prepareCheckout(em, checkout)
  return concludeCheckout(em, providers, { checkout, prepared, attempts: live, page })
}
