import type { PaymentData, ProviderResponse } from 'cartwright'
import type Stripe from 'stripe'
import { isOpen } from './payment-intents.ts'
import { createPage, expirePage, isPageFor, type NewPage } from './payment-pages.ts'
import { responseOfState, type StripeState } from './payment-state.ts'
import { isUnexpectedState } from './refuse-stripe-errors.ts'

interface PageRequest extends NewPage {
  /** The data of the unpaid payment that the page replaces. */
  data: PaymentData
}

/**
 * Opens a page of Stripe Checkout, or returns the open one. Ends the intent of Stripe.js and an older page before, so that the
 * customer can pay only once. Returns undefined if the customer has paid in the meantime.
 */
export async function openPage(
  client: Stripe,
  state: StripeState | undefined,
  { data, key, ...request }: PageRequest,
): Promise<ProviderResponse | undefined> {
  if (state?.page && isPageFor(state.page, request)) return responseOfState(state)
  if (state && !(await endUnpaid(client, state))) return undefined
  return createPage(client, { ...request, key: `${key} ${data.id}` })
}

/** Returns false if the customer has paid. */
async function endUnpaid(client: Stripe, { intent, page }: StripeState): Promise<boolean> {
  if (page) return page.status !== 'open' || expirePage(client, page.id)
  if (!isOpen(intent)) return true
  try {
    await client.paymentIntents.cancel(intent.id)
    return true
  } catch (error) {
    if (isUnexpectedState(error)) return false
    throw error
  }
}
