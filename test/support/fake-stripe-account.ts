import type Stripe from 'stripe'
import { sumOfAmounts } from '#entities/values/money.ts'
import { newCard, newCharge, newCustomer, newIntent, newList, newPage, newRefund } from './fake-stripe-objects.ts'

export type Parameters = Readonly<Record<string, unknown>>

interface StripeErrorBody {
  type: string
  message: string
  code?: string
  payment_intent?: Stripe.PaymentIntent
}

export class StripeRefusal extends Error {
  readonly status: number
  readonly error: StripeErrorBody

  constructor(status: number, error: StripeErrorBody) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

/** Test payment methods of Stripe. A bank debit is in process until `finishDebit`. */
export type TestCard = 'visa' | 'declined' | 'requires 3-D Secure' | 'bank debit'

const OPEN_STATUSES: Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
]

/** Stripe takes such amounts in tens. */
const THREE_DECIMALS = ['bhd', 'jod', 'kwd', 'omr', 'tnd']

interface NewPagePayment {
  capture_method?: string
  metadata: Stripe.Metadata
}

const INTENT_PARAMETERS = [
  'amount',
  'currency',
  'allowed_payment_method_types',
  'capture_method',
  'customer',
  'description',
  'metadata',
  'payment_method',
  'receipt_email',
  'setup_future_usage',
  'shipping',
] satisfies (keyof Stripe.PaymentIntentCreateParams & keyof Stripe.PaymentIntentUpdateParams)[]

/** The parameters of each route. The compiler compares their names with the types of Stripe's OpenAPI description. */
const PARAMETERS = {
  'POST payment_intents': [
    ...INTENT_PARAMETERS,
    'automatic_payment_methods',
  ] satisfies (keyof Stripe.PaymentIntentCreateParams)[],
  'GET payment_intents': ['created', 'limit', 'expand'] satisfies (keyof Stripe.PaymentIntentListParams)[],
  'GET payment_intents/:id': ['expand'] satisfies (keyof Stripe.PaymentIntentRetrieveParams)[],
  'POST payment_intents/:id': INTENT_PARAMETERS,
  'POST payment_intents/:id/confirm': [
    'payment_method',
    'off_session',
  ] satisfies (keyof Stripe.PaymentIntentConfirmParams)[],
  'POST payment_intents/:id/capture': ['amount_to_capture'] satisfies (keyof Stripe.PaymentIntentCaptureParams)[],
  'POST payment_intents/:id/cancel': [] satisfies (keyof Stripe.PaymentIntentCancelParams)[],
  'POST refunds': ['payment_intent', 'amount', 'metadata'] satisfies (keyof Stripe.RefundCreateParams)[],
  'GET refunds': ['payment_intent', 'limit'] satisfies (keyof Stripe.RefundListParams)[],
  'POST customers': ['email', 'metadata'] satisfies (keyof Stripe.CustomerCreateParams)[],
  'GET customers': ['email', 'limit'] satisfies (keyof Stripe.CustomerListParams)[],
  'POST checkout_sessions': [
    ...['mode', 'line_items', 'success_url', 'cancel_url', 'expires_at', 'locale', 'metadata', 'adaptive_pricing'],
    ...['allowed_payment_method_types', 'payment_intent_data', 'customer', 'customer_email'],
    'saved_payment_method_options',
  ] as (keyof Stripe.Checkout.SessionCreateParams)[],
  'GET checkout_sessions/:id': [] satisfies (keyof Stripe.Checkout.SessionRetrieveParams)[],
  'POST checkout_sessions/:id/expire': [] satisfies (keyof Stripe.Checkout.SessionExpireParams)[],
  'GET payment_methods/:id': [] satisfies (keyof Stripe.PaymentMethodRetrieveParams)[],
  'POST payment_methods/:id/detach': [] satisfies (keyof Stripe.PaymentMethodDetachParams)[],
  'GET customers/:id/payment_methods': ['limit'] satisfies (keyof Stripe.CustomerListPaymentMethodsParams)[],
}

/** The objects of one account and their rules. `pay…` and `…InDashboard` change them without the API. */
export class FakeStripeAccount {
  readonly intents = new Map<string, Stripe.PaymentIntent>()
  readonly pages = new Map<string, Stripe.Checkout.Session>()
  readonly refunds: Stripe.Refund[] = []
  readonly customers = new Map<string, Stripe.Customer>()
  readonly methods: Stripe.PaymentMethod[] = []
  /** The cards of saved methods. Default: `visa`. */
  readonly cards = new Map<string, TestCard>()
  readonly #pageParameters = new Map<string, NewPagePayment>()
  #count = 0

  /** The customer confirms the payment with Stripe.js. */
  pay(client_secret: unknown, card: TestCard = 'visa'): Stripe.PaymentIntent {
    const intent = [...this.intents.values()].find((one) => one.client_secret === client_secret)
    if (!intent) throw new Error(`No intent has the client secret ${client_secret}`)
    if (!OPEN_STATUSES.includes(intent.status)) throw this.#unexpectedState(intent, 'confirmed')
    if (card === 'declined') intent.status = 'requires_payment_method'
    else if (card === 'requires 3-D Secure') intent.status = 'requires_action'
    else if (card === 'bank debit') intent.status = 'processing'
    else this.#authorize(intent)
    return intent
  }

  /** The customer pays on a page of Stripe Checkout. `saves` is the checkbox that stores the card. */
  payOnPage(url: unknown, card: TestCard = 'visa', { saves = false } = {}): Stripe.PaymentIntent {
    const page = [...this.pages.values()].find((one) => one.url === url)
    if (page?.status !== 'open') throw new Error(`No page is open at ${url}`)
    const { capture_method, metadata } = this.#pageParameters.get(page.id) as NewPagePayment
    const intent =
      this.intents.get(String(page.payment_intent)) ??
      this.#createIntent({
        amount: page.amount_total,
        currency: page.currency,
        customer: page.customer ?? undefined,
        capture_method,
        metadata,
      })
    page.payment_intent = intent.id
    if (saves) intent.setup_future_usage = 'on_session'
    this.pay(intent.client_secret, card)
    if (OPEN_STATUSES.includes(intent.status)) return intent
    Object.assign(page, {
      status: 'complete',
      url: null,
      payment_status: intent.status === 'processing' ? 'unpaid' : 'paid',
    })
    return intent
  }

  pagesOf({ id }: { id: string }): Stripe.Checkout.Session[] {
    return [...this.pages.values()].filter(({ metadata }) => metadata?.resource_id === id)
  }

  finishDebit(intent: Stripe.PaymentIntent): void {
    this.#authorize(intent)
    if (intent.status === 'requires_capture') this.capture(intent)
  }

  /** Returns the money that the account holds for the intent, in minor units. */
  heldAmountOf({ id, status, amount, amount_received }: Stripe.PaymentIntent): number {
    if (status === 'requires_capture') return amount
    return status === 'succeeded' ? amount_received - this.refundedAmountOf(id) : 0
  }

  refundedAmountOf(intent_id: string): number {
    return sumOfAmounts(this.refunds.filter(({ payment_intent }) => payment_intent === intent_id))
  }

  intentsOf({ id }: { id: string }): Stripe.PaymentIntent[] {
    return [...this.intents.values()].filter(({ metadata }) => metadata.resource_id === id)
  }

  chargeOf = (intent: Stripe.PaymentIntent): Stripe.Charge => newCharge(intent, this.refundedAmountOf(intent.id))

  handle(method: string, path: string, parameters: Parameters): object {
    const [, , resource, id, verb] = path.replace('checkout/sessions', 'checkout_sessions').split('/')
    const route = `${method} ${resource}${id ? '/:id' : ''}${verb ? `/${verb}` : ''}`
    if (route in PARAMETERS) assertKnown(parameters, PARAMETERS[route as keyof typeof PARAMETERS])
    switch (route) {
      case 'POST payment_intents':
        return this.#createIntent(parameters)
      case 'GET payment_intents':
        return newList(
          [...this.intents.values()].map((intent) => this.#expanded(intent, { expand: ['latest_charge'] })),
          path,
        )
      case 'GET payment_intents/:id':
        return this.#expanded(this.#find(id), parameters)
      case 'POST payment_intents/:id':
        return this.#updateIntent(this.#find(id), parameters)
      case 'POST payment_intents/:id/confirm':
        return this.#confirmWithoutCustomer(this.#find(id), parameters)
      case 'POST payment_intents/:id/capture':
        return this.capture(this.#find(id), parameters)
      case 'POST payment_intents/:id/cancel':
        return this.#cancelIntent(this.#find(id))
      case 'POST refunds':
        return this.refund(this.#find(parameters.payment_intent), parameters)
      case 'GET refunds':
        return newList(
          this.refunds.filter(({ payment_intent }) => payment_intent === parameters.payment_intent),
          path,
        )
      case 'POST checkout_sessions':
        return this.#createPage(parameters)
      case 'GET checkout_sessions/:id':
        return this.#findPage(id)
      case 'POST checkout_sessions/:id/expire':
        return this.expirePage(this.#findPage(id))
      case 'POST customers':
        return this.#createCustomer(parameters)
      case 'GET customers':
        return newList(
          [...this.customers.values()].filter(({ email }) => email === parameters.email),
          path,
        )
      case 'GET payment_methods/:id':
        return this.#findMethod(id)
      case 'POST payment_methods/:id/detach':
        return this.#detach(this.#findMethod(id))
      case 'GET customers/:id/payment_methods':
        return newList(
          this.methods.filter(({ customer }) => customer === id),
          path,
        )
      default:
        throw new StripeRefusal(404, { type: 'invalid_request_error', message: `Unrecognized request URL ${route}` })
    }
  }

  capture(intent: Stripe.PaymentIntent, { amount_to_capture }: Parameters = {}): Stripe.PaymentIntent {
    if (intent.status !== 'requires_capture') throw this.#unexpectedState(intent, 'captured')
    const amount_received = Number(amount_to_capture ?? intent.amount)
    return Object.assign(intent, { status: 'succeeded', amount_received, amount_capturable: 0 })
  }

  refund(intent: Stripe.PaymentIntent, { amount, metadata = {} }: Parameters = {}): Stripe.Refund {
    const held = intent.status === 'succeeded' ? this.heldAmountOf(intent) : 0
    const refunded = Number(amount ?? held)
    if (held === 0) throw refuse('charge_already_refunded', `Charge ${intent.latest_charge} has already been refunded.`)
    if (refunded > held) throw refuse('amount_too_large', `Refund amount is greater than unrefunded amount on charge`)
    const refund = newRefund({
      id: this.#newId('re'),
      amount: refunded,
      charge: intent.latest_charge,
      currency: intent.currency,
      metadata: metadata as Stripe.Metadata,
      payment_intent: intent.id,
    })
    this.refunds.push(refund)
    return refund
  }

  /** Stripe also cancels an intent that the customer has not paid. */
  expirePage(page: Stripe.Checkout.Session): Stripe.Checkout.Session {
    if (page.status !== 'open')
      throw refuse('', `Only Checkout Sessions with a status in ["open"] can be expired. This one has ${page.status}.`)
    const intent = this.intents.get(String(page.payment_intent))
    if (intent) intent.status = 'canceled'
    return Object.assign(page, { status: 'expired', url: null })
  }

  #createPage(parameters: Parameters): Stripe.Checkout.Session {
    const { line_items, success_url, expires_at, payment_intent_data } = parameters
    const [{ price_data } = {}] = line_items as [{ price_data?: Readonly<Record<string, string>> }]
    const amount = Number(price_data?.unit_amount)
    const currency = String(price_data?.currency)
    assertAmount(amount, currency)
    if (!URL.canParse(String(success_url))) throw refuse('url_invalid', 'Not a valid URL: success_url')
    const lifetime = Number(expires_at) - Date.now() / 1000
    if (lifetime < 30 * 60 || lifetime > 24 * 60 * 60) throw refuse('', 'expires_at must be in 30 minutes to 24 hours')
    const id = this.#newId('cs_test')
    const page = newPage({
      ...{ id, amount_total: amount, amount_subtotal: amount, currency, expires_at: Number(expires_at) },
      ...{ success_url: String(success_url), cancel_url: String(parameters.cancel_url) },
      ...{ customer: textOf(parameters.customer), customer_email: textOf(parameters.customer_email) },
      locale: textOf(parameters.locale),
      metadata: (parameters.metadata ?? {}) as Stripe.Metadata,
      url: `https://checkout.stripe.com/c/pay/${id}`,
    })
    this.pages.set(id, page)
    this.#pageParameters.set(id, payment_intent_data as NewPagePayment)
    return page
  }

  #findPage(id: unknown): Stripe.Checkout.Session {
    const page = this.pages.get(String(id))
    if (!page) throw new StripeRefusal(404, missing(`No such checkout.session: '${id}'`))
    return page
  }

  #createIntent(parameters: Parameters): Stripe.PaymentIntent {
    const amount = Number(parameters.amount)
    assertAmount(amount, String(parameters.currency))
    const id = this.#newId('pi')
    const intent = newIntent({
      id,
      amount,
      capture_method: (parameters.capture_method ?? 'automatic') as Stripe.PaymentIntent.CaptureMethod,
      client_secret: `${id}_secret_${this.#count}`,
      currency: String(parameters.currency),
      customer: textOf(parameters.customer),
      description: textOf(parameters.description),
      metadata: (parameters.metadata ?? {}) as Stripe.Metadata,
    })
    this.intents.set(id, intent)
    return intent
  }

  #updateIntent(intent: Stripe.PaymentIntent, parameters: Parameters): Stripe.PaymentIntent {
    if (!OPEN_STATUSES.includes(intent.status)) throw this.#unexpectedState(intent, 'updated')
    const { amount = intent.amount, ...others } = parameters
    return Object.assign(intent, others, { amount: Number(amount) })
  }

  #confirmWithoutCustomer(intent: Stripe.PaymentIntent, { payment_method, off_session }: Parameters) {
    if (off_session !== 'true') throw refuse('parameter_missing', 'The tests confirm only without the customer')
    if (!OPEN_STATUSES.includes(intent.status)) throw this.#unexpectedState(intent, 'confirmed')
    const id = String(payment_method)
    const method = this.methods.find((one) => one.id === id)
    if (!method || method.customer !== intent.customer)
      throw refuse('resource_missing', `The customer does not have a payment method with the ID ${id}`)
    const card = this.cards.get(id)
    if (card === 'requires 3-D Secure') throw this.#cardError(intent, 'authentication_required')
    if (card === 'declined') throw this.#cardError(intent, 'card_declined')
    intent.payment_method = id
    if (card === 'bank debit') intent.status = 'processing'
    else this.#authorize(intent)
    return intent
  }

  #findMethod(id: unknown): Stripe.PaymentMethod {
    const method = this.methods.find((one) => one.id === id)
    if (!method) throw new StripeRefusal(404, missing(`No such PaymentMethod: '${id}'`))
    return method
  }

  #detach(method: Stripe.PaymentMethod): Stripe.PaymentMethod {
    if (!method.customer) throw refuse('', 'The payment method you provided is not attached to a customer')
    return Object.assign(method, { customer: null })
  }

  #cardError(intent: Stripe.PaymentIntent, code: 'authentication_required' | 'card_declined'): StripeRefusal {
    intent.status = 'requires_payment_method'
    const message = code === 'card_declined' ? 'Your card was declined.' : 'This card needs an authentication.'
    return new StripeRefusal(402, { type: 'card_error', code, message, payment_intent: intent })
  }

  #cancelIntent(intent: Stripe.PaymentIntent): Stripe.PaymentIntent {
    const isOfPage = [...this.pages.values()].some(({ payment_intent }) => payment_intent === intent.id)
    if (isOfPage && intent.status !== 'requires_capture') throw refuse('', 'You must expire the Checkout Session')
    if (!OPEN_STATUSES.includes(intent.status) && intent.status !== 'requires_capture')
      throw this.#unexpectedState(intent, 'canceled')
    return Object.assign(intent, { status: 'canceled', canceled_at: 1_700_000_000, amount_capturable: 0 })
  }

  #authorize(intent: Stripe.PaymentIntent): void {
    const { amount, capture_method, customer, setup_future_usage } = intent
    intent.latest_charge = this.#newId('ch')
    intent.status = 'requires_capture'
    intent.amount_capturable = amount
    if (capture_method === 'automatic') this.capture(intent)
    if (!setup_future_usage || typeof customer !== 'string') return
    this.methods.push(newCard({ id: this.#newId('pm'), customer }))
  }

  #createCustomer({ email, metadata = {} }: Parameters): Stripe.Customer {
    const customer = newCustomer({
      id: this.#newId('cus'),
      email: textOf(email),
      metadata: metadata as Stripe.Metadata,
    })
    this.customers.set(customer.id, customer)
    return customer
  }

  #expanded(intent: Stripe.PaymentIntent, { expand }: Parameters): object {
    const isExpanded = Array.isArray(expand) && expand.includes('latest_charge') && intent.latest_charge
    return isExpanded ? { ...intent, latest_charge: this.chargeOf(intent) } : intent
  }

  #find(id: unknown): Stripe.PaymentIntent {
    const intent = this.intents.get(String(id))
    if (!intent) throw new StripeRefusal(404, missing(`No such payment_intent: '${id}'`))
    return intent
  }

  #unexpectedState(intent: Stripe.PaymentIntent, participle: string): StripeRefusal {
    const message = `This PaymentIntent could not be ${participle} because it has a status of ${intent.status}.`
    const code = 'payment_intent_unexpected_state'
    return new StripeRefusal(400, { type: 'invalid_request_error', code, message, payment_intent: intent })
  }

  #newId(prefix: string): string {
    this.#count += 1
    return `${prefix}_fake${this.#count}`
  }
}

const textOf = (value: unknown): string | null => (value === undefined ? null : String(value))

const missing = (message: string): StripeErrorBody => ({
  type: 'invalid_request_error',
  code: 'resource_missing',
  message,
})

const refuse = (code: string, message: string): StripeRefusal =>
  new StripeRefusal(400, { type: 'invalid_request_error', code, message })

function assertAmount(amount: number, currency: string): void {
  if (!Number.isInteger(amount) || amount < 1) throw refuse('parameter_invalid_integer', 'Invalid integer: amount')
  if (THREE_DECIMALS.includes(currency) && amount % 10 !== 0)
    throw refuse('parameter_invalid_integer', `The last digit of an amount in ${currency} must be 0`)
}

function assertKnown(parameters: Parameters, known: readonly string[]): void {
  const unknown = Object.keys(parameters).find((name) => !known.includes(name))
  if (unknown) throw refuse('parameter_unknown', `Received unknown parameter: ${unknown}`)
}
