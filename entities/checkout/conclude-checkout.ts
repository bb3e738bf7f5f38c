import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { batch } from '#database/statement.ts'
import {
  type Authorization,
  authorizePayment,
  saveAuthorizationStatements,
} from '#entities/cart/payment/authorize-payment.ts'
import type { CartPart } from '#entities/cart/payment/payable-cart.ts'
import type { PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import type {
  PaymentContext,
  PaymentPage,
  PaymentProviders,
  RemoteProviderOptions,
} from '#entities/cart/payment/payment-port.ts'
import { finishAttempt, releaseLeases } from '#entities/cart/payment/record-payment-attempt.ts'
import { buildCartPayment, findPaymentProvider } from '#entities/cart/payment/sync-payment-sessions.ts'
import type { PreparedCheckout } from './cart-concluder.ts'
import type { Completion } from './completion-step.ts'
import type { Checkout } from './validate-checkout.ts'

interface PaidParts {
  checkout: Checkout
  /** The locked attempts of the remote parts. */
  attempts: readonly Row<PaymentAttempt>[]
}

export const attemptOf = (attempts: readonly Row<PaymentAttempt>[], { session }: CartPart) =>
  attempts.find(({ session_id }) => session_id === session.id)

/** Undefined for a provider that is not called over the network. */
export const remoteOf = (providers: PaymentProviders, { session }: CartPart): RemoteProviderOptions | undefined =>
  findPaymentProvider(providers, session).remote

/** The payment of a part, for its provider. */
export const paymentOf = (
  { cart, priced }: Checkout,
  { amount }: CartPart,
  page: PaymentPage | undefined,
): PaymentContext => ({ ...buildCartPayment(cart, priced), amount, ...(page && { page }) })

/** Whether each provider that is called over the network has authorized its part. */
export const isPaidByRemotes = (providers: PaymentProviders, { checkout, attempts }: PaidParts): boolean =>
  checkout.parts.every((part) => !remoteOf(providers, part) || attemptOf(attempts, part)?.status === 'authorized')

interface ConcludedCheckout extends PaidParts {
  prepared: PreparedCheckout
  /** Where a page of a provider leads the customer. */
  page?: PaymentPage | undefined
  /** The saved method to charge. */
  method_id?: string | undefined
}

/** Authorizes the parts of local providers and completes the cart. @throws InvalidData if a provider declines. */
export async function concludeCheckout(
  em: EntityManager,
  providers: PaymentProviders,
  { checkout, prepared, attempts, page, method_id }: ConcludedCheckout,
): Promise<Completion> {
  const payments: Authorization[] = []
  for (const part of checkout.parts) {
    const attempt = attemptOf(attempts, part)
    const payment = paymentOf(checkout, part, page)
    payments.push(
      attempt ? authorizationOf(attempt) : await authorizePayment(providers, part.session, { payment, method_id }),
    )
  }
  const waiting = payments.filter(({ status }) => status !== 'authorized')
  if (waiting[0]) {
    await batch(em, ...saveAuthorizationStatements(waiting))
    await releaseLeases(em, attempts)
    return { type: 'waiting', payment_status: waiting[0].status }
  }
  const result = await prepared.conclude(em, payments)
  for (const attempt of attempts) await finishAttempt(em, attempt, 'completed')
  return result
}

const authorizationOf = ({ session_id, provider_id, amount, data }: Row<PaymentAttempt>): Authorization => ({
  ...{ session_id, provider_id, amount, data },
  status: 'authorized',
})
