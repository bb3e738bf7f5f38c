import type Stripe from 'stripe'

/*
 * Whole objects of the Stripe API. The types of the SDK are generated from the OpenAPI description of Stripe, so the compiler
 * compares every property with the description.
 */

export const CREATED = 1_700_000_000

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }
const NO_BILLING_DETAILS = { address: NO_ADDRESS, email: null, name: null, phone: null, tax_id: null }

type NewIntent = Pick<
  Stripe.PaymentIntent,
  'id' | 'amount' | 'capture_method' | 'client_secret' | 'currency' | 'customer' | 'description' | 'metadata'
>

export const newIntent = (intent: NewIntent): Stripe.PaymentIntent => ({
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  confirmation_method: 'automatic',
  created: CREATED,
  customer_account: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'requires_payment_method',
  transfer_group: null,
  ...intent,
})

type NewPage = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'amount_subtotal'
  | 'amount_total'
  | 'cancel_url'
  | 'currency'
  | 'customer'
  | 'customer_email'
  | 'expires_at'
  | 'locale'
  | 'metadata'
  | 'success_url'
  | 'url'
>

export const newPage = (page: NewPage): Stripe.Checkout.Session => ({
  object: 'checkout.session',
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_reference_id: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  created: CREATED,
  currency_conversion: null,
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_account: null,
  customer_creation: 'if_required',
  customer_details: null,
  discounts: null,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  managed_payments: null,
  mode: 'payment',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: null,
  payment_method_types: ['card'],
  payment_status: 'unpaid',
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
  total_details: null,
  ui_mode: 'hosted_page',
  wallet_options: null,
  ...page,
})

export const newCharge = (
  { id: payment_intent, amount, amount_received, currency, customer, latest_charge }: Stripe.PaymentIntent,
  refunded_money: number,
): Stripe.Charge => ({
  id: String(latest_charge),
  object: 'charge',
  amount,
  amount_captured: amount_received,
  // Stripe counts the part that a capture releases as a refund.
  amount_refunded: refunded_money + (amount_received > 0 ? amount - amount_received : 0),
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: NO_BILLING_DETAILS,
  calculated_statement_descriptor: null,
  captured: amount_received > 0,
  created: CREATED,
  currency,
  customer,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: null,
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_intent,
  payment_method: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: refunded_money === amount_received && amount_received > 0,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
})

type NewRefund = Pick<Stripe.Refund, 'id' | 'amount' | 'charge' | 'currency' | 'metadata' | 'payment_intent'>

export const newRefund = (refund: NewRefund): Stripe.Refund => ({
  object: 'refund',
  balance_transaction: null,
  created: CREATED,
  customer: null,
  customer_account: null,
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
  ...refund,
})

export const newCustomer = (customer: Pick<Stripe.Customer, 'id' | 'email' | 'metadata'>): Stripe.Customer => ({
  object: 'customer',
  balance: 0,
  created: CREATED,
  default_source: null,
  description: null,
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  shipping: null,
  ...customer,
})

export const newCard = (card: Pick<Stripe.PaymentMethod, 'id' | 'customer'>): Stripe.PaymentMethod => ({
  object: 'payment_method',
  billing_details: NO_BILLING_DETAILS,
  created: CREATED,
  customer_account: null,
  livemode: false,
  metadata: {},
  type: 'card',
  ...card,
})

export const newList = <Row>(data: Row[], path: string): Stripe.ApiList<Row> => ({
  object: 'list',
  data,
  has_more: false,
  url: path,
})

export const newEvent = (
  type: Stripe.Event['type'],
  object: object,
): Omit<Stripe.Event, 'data'> & { data: object } => ({
  id: 'evt_1',
  object: 'event',
  api_version: null,
  created: CREATED,
  data: { object },
  livemode: false,
  pending_webhooks: 1,
  request: null,
  type,
})
