import type { CartFacts, PaymentSessionFacts } from '../cart/read-cart.ts'
import { InvalidData } from '../errors.ts'
import { type Bound, statement } from '../statement.ts'
import type { PaymentData } from './payment-port.ts'
import type { PaymentSessionStatus } from './payment-session.ts'
import { readSaid } from './read-said.ts'
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
 * Asks the provider for the money of the selected session. What it says is yet to be kept with the session.
 * @throws InvalidData where it says no.
 */
export async function authorizePayment(
  providers: PaymentProviders,
  cart: CartFacts,
  session: PaymentSessionFacts,
): Promise<Authorization> {
  const payment = paymentFor(cart)
  const { status, data } = readSaid(await providerOf(providers, session).authorize(session.data, payment))
  if (status === 'error' || status === 'canceled') throw new InvalidData('Cart payment not authorized')
  return { status, data, provider_id: session.provider_id, amount: payment.amount }
}

/** What keeps what a provider said of a payment with its session. */
export const keeping = (session_id: string, { status, data }: Pick<Authorization, 'status' | 'data'>): Bound<object> =>
  keepAuthorization.with(session_id, status, JSON.stringify(data))

const keepAuthorization = statement(`
  update payment_session set status = $2, data = $3, updated_at = now(),
    payment_authorized_at = case when $2 = 'authorized' then now() end
  where id = $1`)
