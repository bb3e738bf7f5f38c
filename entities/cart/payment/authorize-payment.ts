import { type BoundStatement, statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import type { PaymentSessionSnapshot } from '../cart/read-cart.ts'
import { parseProviderResponse } from './parse-provider-response.ts'
import type { PaymentContext, PaymentData, PaymentProviders } from './payment-port.ts'
import type { PaymentSessionStatus } from './payment-session-statuses.ts'
import { findPaymentProvider } from './sync-payment-sessions.ts'

export interface Authorization {
  status: PaymentSessionStatus
  provider_id: string
  amount: number
  data: PaymentData
  isCaptured?: true | undefined
}

/** @throws InvalidData if the provider declines. */
export async function authorizePayment(
  providers: PaymentProviders,
  session: PaymentSessionSnapshot,
  payment: PaymentContext,
): Promise<Authorization> {
  const { status, data } = parseProviderResponse(
    await findPaymentProvider(providers, session).authorize(session.data, payment),
  )
  if (status === 'error' || status === 'canceled') throw new InvalidData('Cart payment not authorized')
  return { status, data, provider_id: session.provider_id, amount: payment.amount }
}

export const saveAuthorizationStatement = (
  session_id: string,
  { status, data }: Pick<Authorization, 'status' | 'data'>,
): BoundStatement<object> => saveAuthorization.with(session_id, status, JSON.stringify(data))

const saveAuthorization = statement(`
  update payment_session set status = $2, data = $3, updated_at = now(),
    payment_authorized_at = case when $2 = 'authorized' then now() end
  where id = $1`)
