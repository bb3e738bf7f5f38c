import type { PaymentNotice } from 'cartwright'
import type Stripe from 'stripe'
import { refundedMoneyOf } from './payment-intents.ts'
import { noticesOf } from './receive-webhook.ts'

/**
 * Yields the state of each payment that a customer made since then, as notices. `longestWait` is the time in
 * milliseconds after which an intent is no longer paid.
 */
export async function* listPaidIntents(
  client: Promise<Stripe>,
  since: Date,
  longestWait: number,
): AsyncGenerator<PaymentNotice> {
  const seconds = since.getTime() / 1000
  const created = { gte: Math.floor(seconds - longestWait / 1000) }
  const { paymentIntents } = await client
  for await (const intent of paymentIntents.list({ created, limit: 100, expand: ['data.latest_charge'] })) {
    const { latest_charge: charge, status, amount_received } = intent
    if (!charge || typeof charge === 'string' || charge.created < Math.floor(seconds)) continue
    if (status === 'requires_capture') yield* noticesOf(intent, { type: 'authorized' })
    if (status !== 'succeeded') continue
    const refunded = refundedMoneyOf(charge)
    if (refunded < amount_received) yield* noticesOf(intent, { type: 'captured', amount: amount_received })
  }
}
