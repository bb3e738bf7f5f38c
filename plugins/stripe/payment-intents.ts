import type { CapturedPayment, PaymentData, ProviderResponse } from 'cartwright'
import type Stripe from 'stripe'
import { isMissing } from './refuse-stripe-errors.ts'
import { fromStripe } from './stripe-amounts.ts'

/** The id of the intent in the payment data, or undefined if the data belongs to no intent. */
export const intentIdOf = ({ id }: PaymentData): string | undefined =>
  typeof id === 'string' && id.startsWith('pi_') ? id : undefined

/** Reads an intent with its last charge. Returns undefined if Stripe does not have the intent. */
export async function maybeRetrieveIntent(client: Stripe, id: string): Promise<Stripe.PaymentIntent | undefined> {
  try {
    return await client.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The payment data of Medusa v1: the intent, with the id of its charge. An intent of a page also has the key of the page. */
export function dataOf(intent: Stripe.PaymentIntent): PaymentData {
  const { latest_charge, metadata } = intent
  return {
    ...intent,
    latest_charge: typeof latest_charge === 'string' ? latest_charge : (latest_charge?.id ?? null),
    ...(metadata.page_key && { page_key: metadata.page_key }),
  }
}

const OPEN_STATUSES: readonly Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]

/** The customer has not paid yet. */
export const isOpen = ({ status }: Stripe.PaymentIntent): boolean => OPEN_STATUSES.includes(status)

export const capturedPaymentOf = (intent: Stripe.PaymentIntent): CapturedPayment => ({
  data: dataOf(intent),
  amount: fromStripe(intent.amount_received, intent.currency),
})

export const responseOf = (intent: Stripe.PaymentIntent): ProviderResponse => ({
  status: statusOf(intent),
  data: dataOf(intent),
})

function statusOf(intent: Stripe.PaymentIntent): ProviderResponse['status'] {
  switch (intent.status) {
    case 'requires_action':
      return 'requires_more'
    case 'requires_capture':
      return 'authorized'
    case 'succeeded':
      return refundedAmountOf(intent) > 0 ? 'canceled' : 'authorized'
    case 'canceled':
      return 'canceled'
    default:
      return 'pending'
  }
}

/** The refunded amount of an intent with an expanded charge, in the unit of Stripe. */
const refundedAmountOf = ({ latest_charge: charge }: Stripe.PaymentIntent): number =>
  charge && typeof charge !== 'string' ? refundedMoneyOf(charge) : 0

/** Stripe counts the part of a charge that a capture released as a refund. */
export const refundedMoneyOf = ({ amount, amount_captured, amount_refunded, captured }: Stripe.Charge): number =>
  captured ? Math.max(0, amount_refunded - (amount - amount_captured)) : 0

/** The amount that the customer has paid or authorized, in the unit of Stripe. */
export const paidAmountOf = ({ status, amount, amount_received }: Stripe.PaymentIntent): number =>
  status === 'succeeded' ? amount_received : amount

/** Cancels an uncaptured intent, or refunds a captured one. Repeated calls have no further effect. */
export async function releaseIntent(client: Stripe, id: string): Promise<Stripe.PaymentIntent | undefined> {
  const intent = await maybeRetrieveIntent(client, id)
  if (!intent || intent.status === 'canceled') return intent
  if (intent.status !== 'succeeded') return client.paymentIntents.cancel(id)
  if (refundedAmountOf(intent) < intent.amount_received)
    await client.refunds.create({ payment_intent: id }, { idempotencyKey: `release-${id}` })
  return maybeRetrieveIntent(client, id)
}
