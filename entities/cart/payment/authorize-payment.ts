import { type BoundStatement, statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import type { PaymentSessionSnapshot } from '../cart/read-cart.ts'
import { chargeSavedMethod } from './charge-saved-method.ts'
import { parseProviderResponse } from './parse-provider-response.ts'
import type { PaymentContext, PaymentData, PaymentProviders, ProviderResponse } from './payment-port.ts'
import type { PaymentSessionStatus } from './payment-session-statuses.ts'
import { findPaymentProvider } from './sync-payment-sessions.ts'

export interface Authorization {
  /** Undefined if no session pays. */
  session_id?: string | undefined
  status: PaymentSessionStatus
  provider_id: string
  amount: number
  data: PaymentData
  isCaptured?: true | undefined
}

/** Charges the saved method, or else the payment of the session. @throws InvalidData if the provider declines. */
export async function authorizePayment(
  providers: PaymentProviders,
  session: PaymentSessionSnapshot,
  { payment, method_id }: { payment: PaymentContext; method_id: string | undefined },
): Promise<Authorization> {
  const provider = findPaymentProvider(providers, session)
  const { data: sessionData } = session
  const response = method_id
    ? chargeSavedMethod(provider, { data: sessionData, payment, method_id })
    : provider.authorize(sessionData, payment)
  const { status, data } = parseProviderResponse(await response)
  if (isDeclined({ status })) throw declined()
  return { session_id: session.id, status, data, provider_id: session.provider_id, amount: payment.amount }
}

export const isDeclined = ({ status }: Pick<ProviderResponse, 'status'>): boolean =>
  status === 'error' || status === 'canceled'

export const declined = (): InvalidData =>
  new InvalidData('Cart payment not authorized').because({ name: 'payment_declined' })

export const saveAuthorizationStatements = (payments: readonly Authorization[]): BoundStatement<object>[] =>
  payments.flatMap((payment) => (payment.session_id ? [saveAuthorizationStatement(payment.session_id, payment)] : []))

export const saveAuthorizationStatement = (
  session_id: string,
  { status, data }: Pick<Authorization, 'status' | 'data'>,
): BoundStatement<object> => saveAuthorization.with(session_id, status, JSON.stringify(data))

const saveAuthorization = statement(`
  update payment_session set status = $2, data = $3, updated_at = now(),
    payment_authorized_at = case when $2 = 'authorized' then clock.now end
  from (select now() as now) clock
  where id = $1`)
