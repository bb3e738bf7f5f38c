import type { ProviderResponse } from 'cartwright'
import type Stripe from 'stripe'
import { dataOf, maybeRetrieveIntent, responseOf } from './payment-intents.ts'
import { isAuthenticationRequired, isUnexpectedState, toRefusal } from './refuse-stripe-errors.ts'

const CHARGEABLE: readonly Stripe.PaymentIntent.Status[] = ['requires_payment_method', 'requires_confirmation']

/** Charges a saved method without the customer. An intent pays at most once, so a repeated call charges nothing. */
export async function chargeIntent(
  client: Stripe,
  intent: Stripe.PaymentIntent,
  { payment_method, key }: { payment_method: string; key: string },
): Promise<ProviderResponse> {
  if (!CHARGEABLE.includes(intent.status)) return responseOf(intent)
  const options = { idempotencyKey: `${key}-${payment_method}` }
  try {
    return responseOf(await client.paymentIntents.confirm(intent.id, { payment_method, off_session: true }, options))
  } catch (error) {
    const isAnswer = isAuthenticationRequired(error) || isUnexpectedState(error)
    const current = isAnswer ? await maybeRetrieveIntent(client, intent.id) : undefined
    if (!current) throw toRefusal(error)
    return isAuthenticationRequired(error) && CHARGEABLE.includes(current.status)
      ? { status: 'requires_more', data: dataOf(current) }
      : responseOf(current)
  }
}
