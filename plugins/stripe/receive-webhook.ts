import { type InboundWebhook, InvalidData, type PaymentNotice } from 'cartwright'
import type Stripe from 'stripe'
import { maybeRetrieveIntent, refundedMoneyOf } from './payment-intents.ts'
import { fromStripe } from './stripe-amounts.ts'

export async function receiveWebhook(
  client: Stripe,
  secret: string,
  { headers, body }: InboundWebhook,
): Promise<PaymentNotice[]> {
  const event = verify(client, secret, { headers, body })
  switch (event.type) {
    case 'payment_intent.amount_capturable_updated':
      return noticesOf(event.data.object, { type: 'authorized' })
    case 'payment_intent.succeeded':
      return noticesOf(event.data.object, { type: 'captured', amount: event.data.object.amount_received })
    case 'payment_intent.canceled':
      return noticesOf(event.data.object, { type: 'canceled' })
    case 'charge.refunded': {
      const { payment_intent, amount_captured } = event.data.object
      const amount = refundedMoneyOf(event.data.object)
      const id = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
      const intent = id && (await maybeRetrieveIntent(client, id))
      if (!intent || amount_captured === 0) return []
      return [
        ...noticesOf(intent, { type: 'captured', amount: amount_captured }),
        ...(amount > 0 ? noticesOf(intent, { type: 'refunded', amount }) : []),
      ]
    }
    default:
      return []
  }
}

function verify(client: Stripe, secret: string, { headers, body }: InboundWebhook): Stripe.Event {
  try {
    return client.webhooks.constructEvent(Buffer.from(body), headers.get('stripe-signature') ?? '', secret)
  } catch (error) {
    throw new InvalidData(`Webhook Error: ${(error as Error).message.split('\n', 1)[0]}`)
  }
}

/**
 * Medusa v1 stored the id of the cart or the payment collection in `resource_id`. An intent without an id is of no shop.
 * The shop knows an intent of a page by the key of the page, until it has read the intent.
 */
export function noticesOf(
  { id, currency, metadata }: Stripe.PaymentIntent,
  { type, amount }: { type: PaymentNotice['type']; amount?: number },
): PaymentNotice[] {
  const cart_id = metadata.cart_id ?? metadata.resource_id
  const { page_key } = metadata
  if (!cart_id) return []
  const data = page_key ? { page_key } : { id }
  return [{ type, cart_id, data, ...(amount !== undefined && { amount: fromStripe(amount, currency) }) }]
}
