import type Stripe from 'stripe'

/** The parameters of each payment, such as `capture_method`. */
export type PaymentParameters = Pick<
  Stripe.PaymentIntentCreateParams,
  'capture_method' | 'allowed_payment_method_types' | 'automatic_payment_methods' | 'description'
>

/** Properties of the intent that a storefront may set. */
export const CLIENT_PROPERTIES = ['setup_future_usage', 'payment_method', 'receipt_email', 'shipping']

const PAYMENT_PROPERTIES = ['id', 'object', 'amount', 'currency', 'status']

/** Stripe.js needs the secret. `customer` and `payment_method` are the account of the customer. */
export const SHOWN_DATA = {
  session: [
    ...PAYMENT_PROPERTIES,
    'client_secret',
    'capture_method',
    'payment_method_types',
    'setup_future_usage',
    'metadata',
    'redirect_url',
  ],
  payment: PAYMENT_PROPERTIES,
}
