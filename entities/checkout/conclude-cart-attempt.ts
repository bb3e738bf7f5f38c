import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { batch } from '#database/statement.ts'
import { lockCart } from '#entities/cart/cart/lock-cart.ts'
import { declined, saveAuthorizationStatement } from '#entities/cart/payment/authorize-payment.ts'
import type { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { abandonAttempt, finishAttempt, lockAttempt } from '#entities/cart/payment/record-payment-attempt.ts'
import { shopOf } from '#entities/shop.ts'
import { Conflict } from '../errors.ts'
import { type CompletionStep, refuseStep, requireNewAgreement } from './completion-step.ts'
import { concluderOf } from './concluder-of.ts'
import { prepareCheckout } from './prepare-checkout.ts'
import { reserveCart } from './reserve-cart.ts'
import { isAgreementCurrent, isOfUnknownTaxes, validateCheckout } from './validate-checkout.ts'

/** Completes the cart if the payment is for exactly its contents, and abandons the attempt otherwise. */
export async function concludeCartAttempt(
  em: EntityManager,
  providers: PaymentProviders,
  { id, cart_id }: Row<PaymentAttempt>,
): Promise<CompletionStep> {
  const cart = await lockCart(em, cart_id!)
  const attempt = await lockAttempt(em, id)
  if (cart.isCompleted()) {
    const abandoned = attempt.isLive() ? await abandonAttempt(em, attempt) : undefined
    return { ...(await concluderOf(cart).findResult(em, cart.id)), abandoned }
  }
  const { status } = attempt
  switch (status) {
    case 'authorized':
      return completePaidCart(em, providers, attempt).catch((error) => refuseStep(em, attempt, error))
    case 'pending':
    case 'requires_more':
      await batch(em, saveAuthorizationStatement(attempt.session_id, { status, data: attempt.data }))
      return { type: 'waiting', payment_status: status }
    case 'declined':
      return { type: 'refused', error: declined() }
    case 'canceling':
      return { type: 'refused', error: new Conflict(), abandoned: attempt }
    case 'started':
    case 'completed':
    case 'canceled':
    case 'failed':
      return { type: 'refused', error: new Conflict() }
    default:
      return status satisfies never
  }
}

async function completePaidCart(
  em: EntityManager,
  providers: PaymentProviders,
  attempt: Row<PaymentAttempt>,
): Promise<CompletionStep> {
  const checkout = validateCheckout(await reserveCart(em, attempt.cart_id!), shopOf(em))
  if (!attempt.isFor(checkout) || !isAgreementCurrent(checkout)) {
    if (isOfUnknownTaxes(checkout))
      return { type: 'refused', error: new Conflict(checkout.priced.tax_error).because({ name: 'provider_failed' }) }
    const abandoned = await abandonAttempt(em, attempt)
    return { ...(await requireNewAgreement(em, providers, checkout.cart)), abandoned }
  }
  const prepared = await prepareCheckout(em, checkout)
  const { provider_id, amount, data } = attempt
  const result = await prepared.conclude(em, { status: 'authorized', provider_id, amount, data })
  await finishAttempt(em, attempt, 'completed')
  return result
}
