import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { batch } from '#database/statement.ts'
import { lockCart } from '#entities/cart/cart/lock-cart.ts'
import { saveAuthorizationStatement } from '#entities/cart/payment/authorize-payment.ts'
import type { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import { abandonAttempt, finishAttempt, lockAttempt } from '#entities/cart/payment/record-payment-attempt.ts'
import { type PaymentProviders, syncPaymentSessions } from '#entities/cart/payment/sync-payment-sessions.ts'
import { Conflict, InvalidData } from '../errors.ts'
import { checkAvailability, placeOrderOrConfirmSwap, reserveCart, validateCheckout } from './checkout.ts'
import { abandonAttemptOnError, type CompletionStep, findCheckoutResult } from './completion-step.ts'

/**
 * Does what follows from what a provider said: places the order if the payment is for exactly what is in the cart and
 * all of it can still be had, and else gives the payment up.
 */
export async function concludeCartAttempt(
  em: EntityManager,
  providers: PaymentProviders,
  { id, ...of }: Row<PaymentAttempt>,
): Promise<CompletionStep> {
  const cart_id = of.cart_id as string
  const locked = await lockCart(em, cart_id)
  const attempt = await lockAttempt(em, id)
  if (locked.isCompleted()) {
    return {
      ...(await findCheckoutResult(em, locked)),
      abandoned: attempt.isLive() ? await abandonAttempt(em, attempt) : undefined,
    }
  }
  const { status } = attempt
  switch (status) {
    case 'authorized':
      return abandonAttemptOnError(em, attempt, () => placePaidOrder(em, providers, { cart_id, attempt }))
    case 'pending':
    case 'requires_more':
      await batch(em, saveAuthorizationStatement(attempt.session_id, { ...attempt, status }))
      return { type: 'waiting', payment_status: status }
    case 'declined':
      return { type: 'refused', error: new InvalidData('Cart payment not authorized') }
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

async function placePaidOrder(
  em: EntityManager,
  providers: PaymentProviders,
  { cart_id, attempt }: { cart_id: string; attempt: Row<PaymentAttempt> },
): Promise<CompletionStep> {
  const checkout = validateCheckout(await reserveCart(em, cart_id))
  if (!attempt.isFor(checkout)) {
    const abandoned = await abandonAttempt(em, attempt)
    await syncPaymentSessions(em, providers, checkout.cart)
    return { type: 'waiting', payment_status: 'requires_more', abandoned }
  }
  const available = await checkAvailability(em, checkout)
  const { provider_id, amount, data } = attempt
  const payment = { status: 'authorized' as const, provider_id, amount, data }
  const concluded = await placeOrderOrConfirmSwap(em, { ...available, payment })
  await finishAttempt(em, attempt, 'completed')
  return concluded
}
