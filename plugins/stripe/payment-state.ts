import { Conflict, type PaymentContext, type PaymentData, type ProviderResponse } from 'cartwright'
import type Stripe from 'stripe'
import { intentIdOf, isOpen, maybeRetrieveIntent, paidAmountOf, releaseIntent, responseOf } from './payment-intents.ts'
import { expirePage, responseOfPage } from './payment-pages.ts'
import { isMissing } from './refuse-stripe-errors.ts'
import { toStripe } from './stripe-amounts.ts'

/** The customer pays an intent with Stripe.js, or pays on a page of Stripe. A paid page has an intent. */
export type StripeState =
  | { intent: Stripe.PaymentIntent; page?: undefined }
  | { page: Stripe.Checkout.Session; intent?: undefined }

/** Returns undefined if Stripe does not have the payment. */
export async function readPayment(client: Stripe, data: PaymentData): Promise<StripeState | undefined> {
  const pageId = pageIdOf(data)
  if (pageId) return readPage(client, pageId)
  const id = intentIdOf(data)
  const intent = id ? await maybeRetrieveIntent(client, id) : undefined
  return intent && { intent }
}

/** The id of the page in the payment data, or undefined if the customer pays an intent. */
export const pageIdOf = ({ id }: PaymentData): string | undefined =>
  typeof id === 'string' && id.startsWith('cs_') ? id : undefined

async function readPage(client: Stripe, id: string): Promise<StripeState | undefined> {
  const page = await maybeRetrievePage(client, id)
  if (!page) return undefined
  const { status, payment_intent } = page
  const intent = payment_intent ? await maybeRetrieveIntent(client, idOf(payment_intent)) : undefined
  // After a declined card, the customer can pay the open page with another one.
  return intent && (status === 'complete' || !isOpen(intent)) ? { intent } : { page }
}

const idOf = (found: string | { id: string }): string => (typeof found === 'string' ? found : found.id)

async function maybeRetrievePage(client: Stripe, id: string): Promise<Stripe.Checkout.Session | undefined> {
  try {
    return await client.checkout.sessions.retrieve(id)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/**
 * Ends the payment, so that the shop keeps no money. Repeated calls have no further effect. Returns undefined if the customer
 * has paid nothing on the page.
 * @throws Conflict if the customer pays on the page at this moment.
 */
export async function releasePayment(client: Stripe, data: PaymentData): Promise<Stripe.PaymentIntent | undefined> {
  const pageId = pageIdOf(data)
  if (pageId && (await expirePage(client, pageId))) return undefined
  const state = await readPayment(client, data)
  if (state?.page?.status === 'open') throw new Conflict()
  return state?.intent && releaseIntent(client, state.intent.id)
}

export const responseOfState = ({ intent, page }: StripeState): ProviderResponse =>
  intent ? responseOf(intent) : responseOfPage(page)

/** The amount of the payment in the unit of Stripe, whether paid or not. */
export const amountOf = ({ intent, page }: StripeState): number | null => (intent ? intent.amount : page.amount_total)

/** Whether the customer pays, or has paid, exactly the amount of the payment. */
export function isFor({ intent, page }: StripeState, { amount, currency_code }: PaymentContext): boolean {
  const paid = intent ? paidAmountOf(intent) : page.amount_total
  return paid === toStripe(amount, currency_code) && (intent ?? page).currency === currency_code
}

/** Whether the customer has not paid yet, or no longer. */
export const isUnpaid = ({ intent }: StripeState): boolean =>
  !intent || isOpen(intent) || responseOf(intent).status === 'canceled'
