import { createHash } from 'node:crypto'
import type { PaymentContext, PaymentData, PaymentPage, ProviderResponse } from 'cartwright'
import type Stripe from 'stripe'
import type { PaymentParameters } from './payment-properties.ts'
import { isRefused, refuseStripeErrors } from './refuse-stripe-errors.ts'
import { toStripe } from './stripe-amounts.ts'
import { payerOf } from './stripe-customer.ts'

export interface NewPage {
  payment: PaymentContext
  page: PaymentPage
  parameters: PaymentParameters
  /** Whether a customer with an account can save the card. */
  savesMethods: boolean
  /** Equal keys with equal parameters give the same page. */
  key: string
}

/** Creates a page of Stripe Checkout. It makes an intent when the customer pays. */
export async function createPage(client: Stripe, { key, ...newPage }: NewPage): Promise<ProviderResponse> {
  const { payment } = newPage
  const parameters = { ...parametersOf(newPage), ...(await buyerOf(client, newPage)) }
  const page_key = createHash('sha256')
    .update(JSON.stringify([key, parameters]))
    .digest('base64url')
  // The intent has the key, so that its webhooks find the payment.
  const metadata = { resource_id: payment.cart_id, page_key }
  const payment_intent_data = { ...parameters.payment_intent_data, metadata }
  const page = client.checkout.sessions.create(
    { ...parameters, payment_intent_data, metadata },
    { idempotencyKey: page_key },
  )
  return responseOfPage(await refuseStripeErrors(page))
}

/** One line for the whole order: Stripe has no lines for gift cards and other negative amounts. */
function parametersOf({ payment, page, parameters }: Omit<NewPage, 'key'>) {
  const { amount, currency_code } = payment
  const { capture_method, allowed_payment_method_types, description } = parameters
  const locale = localeOf(page)
  const name = description ?? ORDER_NAMES[locale] ?? 'Order'
  return {
    mode: 'payment',
    line_items: [
      {
        price_data: { currency: currency_code, unit_amount: toStripe(amount, currency_code), product_data: { name } },
        quantity: 1,
      },
    ],
    success_url: page.return_url,
    cancel_url: page.cancel_url,
    expires_at: expiryOf(Date.now() / 1000),
    locale,
    // Otherwise Stripe could take another currency than that of the cart.
    adaptive_pricing: { enabled: false },
    ...(allowed_payment_method_types && { allowed_payment_method_types }),
    payment_intent_data: { ...(capture_method && { capture_method }), ...(description && { description }) },
  } satisfies Stripe.Checkout.SessionCreateParams
}

const ORDER_NAMES: Readonly<Record<string, string>> = { de: 'Bestellung', en: 'Order' }

const LIFETIME_S = 2 * 60 * 60
const ROUNDED_TO_S = 10 * 60

/** Rounded, so that a repeated request has the same parameters. */
const expiryOf = (now: number): number => Math.ceil((now + LIFETIME_S) / ROUNDED_TO_S) * ROUNDED_TO_S

/** The languages of Stripe Checkout. */
const LOCALES =
  'bg cs da de el en es et fi fil fr hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh'.split(
    ' ',
  )

const localeOf = ({ locale = '' }: PaymentPage) =>
  LOCALES.find((one) => one === locale) ?? LOCALES.find((one) => one === locale.split('-', 1)[0]) ?? 'auto'

async function buyerOf(client: Stripe, { payment, savesMethods }: Omit<NewPage, 'key'>) {
  const { customer, email } = payment
  if (!customer) return email ? { customer_email: email } : {}
  const payer = await payerOf(client, customer)
  return savesMethods ? { ...payer, saved_payment_method_options: SAVED_METHODS } : payer
}

/** The page offers to save a card, and shows the cards that the customer may see again. */
const SAVED_METHODS = {
  payment_method_save: 'enabled',
  allow_redisplay_filters: ['always', 'unspecified'],
} satisfies Stripe.Checkout.SessionCreateParams.SavedPaymentMethodOptions

/** An open page waits for the customer, also after a declined card. */
export const responseOfPage = (page: Stripe.Checkout.Session): ProviderResponse => ({
  status: page.status === 'open' ? 'requires_more' : 'canceled',
  data: dataOfPage(page),
})

const dataOfPage = ({ metadata, status, url, ...page }: Stripe.Checkout.Session): PaymentData => ({
  ...{ id: page.id, object: page.object, amount: page.amount_total, currency: page.currency, status, metadata },
  ...{ customer: page.customer, page_key: metadata?.page_key },
  ...(status === 'open' && { redirect_url: url }),
})

/** Whether the customer can still pay the amount on the page, and comes back to the same addresses. */
export const isPageFor = (
  { status, amount_total, currency, success_url, cancel_url }: Stripe.Checkout.Session,
  { payment: { amount, currency_code }, page }: Pick<NewPage, 'payment' | 'page'>,
): boolean =>
  status === 'open' &&
  amount_total === toStripe(amount, currency_code) &&
  currency === currency_code &&
  success_url === page.return_url &&
  cancel_url === page.cancel_url

/** Returns false if the page was not open, for example because the customer has paid. */
export async function expirePage(client: Stripe, id: string): Promise<boolean> {
  try {
    await client.checkout.sessions.expire(id)
    return true
  } catch (error) {
    if (isRefused(error)) return false
    throw error
  }
}
