import type { EntityManager } from '@mikro-orm/postgresql'
import { Conflict, InvalidData } from '../errors.ts'
import { keeping } from '../payment/authorize-payment.ts'
import { end, giveUp, lockAttempt } from '../payment/keep-attempt.ts'
import type { PaymentAttempt } from '../payment/payment-attempt.ts'
import { type PaymentProviders, syncPaymentSessions } from '../payment/sync-payment-sessions.ts'
import { together } from '../statement.ts'
import { checkAvailable, checkoutOf, conclude, lockToOrder } from './checkout.ts'
import { outcomeOf, type Step, unlessRefused } from './completion-step.ts'
import { lockCart } from './lock-cart.ts'

/**
 * Does what follows from what a provider said: places the order if the payment is for exactly what is in the cart and
 * all of it can still be had, and else gives the payment up.
 */
export async function concludeAttempt(
  em: EntityManager,
  providers: PaymentProviders,
  { id, ...of }: PaymentAttempt,
): Promise<Step> {
  const cart_id = of.cart_id as string
  const locked = await lockCart(em, cart_id)
  const attempt = await lockAttempt(em, id)
  if (locked.isCompleted()) {
    return { ...(await outcomeOf(em, locked)), abandoned: attempt.isLive() ? await giveUp(em, attempt) : undefined }
  }
  const { status } = attempt
  switch (status) {
    case 'authorized':
      return unlessRefused(em, attempt, () => order(em, providers, { cart_id, attempt }))
    case 'pending':
    case 'requires_more':
      await together(em, keeping(attempt.session_id, { ...attempt, status }))
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

async function order(
  em: EntityManager,
  providers: PaymentProviders,
  { cart_id, attempt }: { cart_id: string; attempt: PaymentAttempt },
): Promise<Step> {
  const checkout = checkoutOf(await lockToOrder(em, cart_id))
  if (!attempt.isFor(checkout)) {
    const abandoned = await giveUp(em, attempt)
    await syncPaymentSessions(em, providers, checkout.cart)
    return { type: 'waiting', payment_status: 'requires_more', abandoned }
  }
  const available = await checkAvailable(em, checkout)
  const { provider_id, amount, data } = attempt
  const payment = { status: 'authorized' as const, provider_id, amount, data }
  const concluded = await conclude(em, { ...available, payment })
  await end(em, attempt, 'completed')
  return concluded
}
