import type { EntityManager } from '@mikro-orm/postgresql'
import type { CartFacts, PaymentSessionFacts } from '../cart/read-cart.ts'
import { InvalidData } from '../errors.ts'
import type { PaymentData } from './payment-port.ts'
import { PaymentSession, type PaymentSessionStatus } from './payment-session.ts'
import { type PaymentProviders, paymentFor, providerOf } from './sync-payment-sessions.ts'

export interface Authorization {
  status: PaymentSessionStatus
  provider_id: string
  /** Minor units. */
  amount: number
  data: PaymentData
  /** Where the money is here already. */
  captured_at?: Date | undefined
}

/**
 * Asks the provider for the money of the selected session and keeps what it says.
 * @throws InvalidData where it says no.
 */
export async function authorizePayment(
  em: EntityManager,
  providers: PaymentProviders,
  cart: CartFacts,
  session: PaymentSessionFacts,
): Promise<Authorization> {
  const payment = paymentFor(cart)
  const { status, data } = await providerOf(providers, session).authorize(session.data, payment)
  if (status === 'error' || status === 'canceled') throw new InvalidData('Cart payment not authorized')
  const payment_authorized_at = status === 'authorized' ? new Date() : null
  await em.nativeUpdate(
    PaymentSession,
    { id: session.id },
    { status, data, payment_authorized_at, updated_at: new Date() },
  )
  return { status, data, provider_id: session.provider_id, amount: payment.amount }
}
