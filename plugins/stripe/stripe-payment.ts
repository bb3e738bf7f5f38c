import {
  InvalidData,
  type PaymentContext,
  type PaymentData,
  type PaymentProvider,
  type ProviderCallOptions,
  type ProviderResponse,
} from 'cartwright'
import type Stripe from 'stripe'
import { chargeIntent } from './charge-intent.ts'
import { listPaidIntents } from './list-paid-intents.ts'
import { openPage } from './open-page.ts'
import { capturedPaymentOf, dataOf, intentIdOf } from './payment-intents.ts'
import { CLIENT_PROPERTIES, type PaymentParameters, SHOWN_DATA } from './payment-properties.ts'
import { amountOf, isFor, isUnpaid, pageIdOf, readPayment, releasePayment, responseOfState } from './payment-state.ts'
import { receiveWebhook } from './receive-webhook.ts'
import { isMissing, isUnexpectedState, refuseStripeErrors, toRefusal } from './refuse-stripe-errors.ts'
import { fromStripe, toStripe } from './stripe-amounts.ts'
import { deleteSavedMethod, listSavedMethods, payerOf } from './stripe-customer.ts'

export interface StripePaymentOptions {
  /** The provider id of Medusa v1. */
  id: string
  client: Promise<Stripe>
  timeoutMs: number
  webhookSecret: string | undefined
  webhookPath?: string
  /** Whether the provider lists the saved methods of a customer, and charges them. */
  listsSavedMethods?: boolean
  parameters: PaymentParameters
}

/** A bank transfer can be in process for days. */
const LONGEST_WAIT_MS = 14 * 24 * 60 * 60 * 1000

/**
 * A provider that creates a PaymentIntent for each payment session. The customer pays it with Stripe.js, or on a page of Stripe
 * Checkout, which replaces the intent.
 */
export class StripePayment implements PaymentProvider {
  readonly id: string
  readonly shownData = SHOWN_DATA
  readonly remote: NonNullable<PaymentProvider['remote']>
  readonly webhookPath?: string
  readonly paymentsSince?: NonNullable<PaymentProvider['paymentsSince']>
  readonly receiveWebhook?: NonNullable<PaymentProvider['receiveWebhook']>
  readonly savedMethods?: NonNullable<PaymentProvider['savedMethods']>
  readonly deleteSavedMethod?: NonNullable<PaymentProvider['deleteSavedMethod']>
  readonly chargeSavedMethod?: NonNullable<PaymentProvider['chargeSavedMethod']>
  readonly #client: Promise<Stripe>
  readonly #parameters: PaymentParameters
  readonly #savesMethods: boolean

  constructor({ id, client, timeoutMs, webhookSecret, webhookPath, ...options }: StripePaymentOptions) {
    const { listsSavedMethods, parameters } = options
    this.id = id
    this.#client = client
    this.#parameters = parameters
    this.#savesMethods = listsSavedMethods === true
    this.remote = {
      timeoutMs,
      longestWait: LONGEST_WAIT_MS,
      isPaidBeforeCompletion: true,
      outcomeOf: (data) => this.#outcomeOf(data),
    }
    // The account has the payments of all providers. The main one lists them.
    if (webhookPath) this.paymentsSince = (since) => listPaidIntents(client, since, LONGEST_WAIT_MS)
    if (webhookSecret) this.receiveWebhook = async (webhook) => receiveWebhook(await client, webhookSecret, webhook)
    if (listsSavedMethods) {
      this.savedMethods = async (customer) => listSavedMethods(await client, customer)
      this.deleteSavedMethod = async (_, method_id) => deleteSavedMethod(await client, method_id)
      this.chargeSavedMethod = async (data, { method_id: payment_method }, options) =>
        chargeIntent(await client, await this.#retrieve(data), { payment_method, key: options!.key })
    }
    if (webhookSecret && webhookPath) this.webhookPath = webhookPath
  }

  async initiate({ cart_id, amount, currency_code, customer }: PaymentContext) {
    const client = await this.#client
    const intent = await refuseStripeErrors(
      client.paymentIntents.create({
        ...this.#parameters,
        amount: toStripe(amount, currency_code),
        currency: currency_code,
        metadata: { resource_id: cart_id },
        ...(await payerOf(client, customer)),
      }),
    )
    return { data: dataOf(intent) }
  }

  /**
   * A new intent replaces a paid or canceled intent, whose amount is final, and an intent of another Stripe account. It also
   * replaces the intent of a customer whose cart now belongs to a guest, and a page.
   */
  async update(data: PaymentData, payment: PaymentContext) {
    const id = intentIdOf(data)
    const client = await this.#client
    const { customer } = payment
    const amount = toStripe(payment.amount, payment.currency_code)
    if (!id || (data.customer && !customer)) {
      await releasePayment(client, data)
      return this.initiate(payment)
    }
    try {
      const payer = data.customer ? {} : await payerOf(client, customer)
      const update = client.paymentIntents.update(id, { amount, ...payer })
      return { data: dataOf(await update) }
    } catch (error) {
      if (!isUnexpectedState(error) && !isMissing(error)) throw toRefusal(error)
    }
    await releasePayment(client, data)
    return this.initiate(payment)
  }

  async updateData(data: PaymentData, changes: PaymentData): Promise<PaymentData> {
    const unknown = Object.keys(changes).filter((name) => !CLIENT_PROPERTIES.includes(name))
    if (unknown.length > 0) throw new InvalidData(`A payment session of Stripe cannot set ${unknown.join(', ')}`)
    if (pageIdOf(data))
      throw new InvalidData('The customer pays on a page of Stripe. Refresh the payment session to pay with Stripe.js.')
    const id = intentIdOf(data)
    if (!id) return data
    const client = await this.#client
    return dataOf(await refuseStripeErrors(client.paymentIntents.update(id, changes)))
  }

  /** Ends a payment of another amount, so that the order never differs from its payment. */
  async authorize(
    data: PaymentData,
    payment: PaymentContext,
    options?: ProviderCallOptions,
  ): Promise<ProviderResponse> {
    const client = await this.#client
    const { page, ...paid } = payment
    const state = await readPayment(client, data)
    if (page && (!state || isUnpaid(state))) {
      const request = { data, payment, page, parameters: this.#parameters, savesMethods: this.#savesMethods }
      const opened = await openPage(client, state, { ...request, key: options!.key })
      return opened ?? this.authorize(data, paid, options)
    }
    if (!state) throw missingPayment()
    if (isFor(state, payment)) return responseOfState(state)
    const released = await refuseStripeErrors(releasePayment(client, data))
    return { status: 'canceled', data: released ? dataOf(released) : data }
  }

  async capture(data: PaymentData): Promise<PaymentData> {
    return (await this.capturePart(data, fromStripe(Number(data.amount), String(data.currency)))).data
  }

  /** Stripe captures an intent once. A capture of 0 cancels the intent. */
  async capturePart(data: PaymentData, amount: number) {
    const intent = await this.#retrieve(data)
    if (intent.status === 'succeeded') return capturedPaymentOf(intent)
    const client = await this.#client
    if (amount === 0) return { data: await this.cancel(data), amount: 0 }
    const amount_to_capture = toStripe(amount, intent.currency)
    return capturedPaymentOf(await refuseStripeErrors(client.paymentIntents.capture(intent.id, { amount_to_capture })))
  }

  /** Stripe forgets an idempotency key after a day, so the metadata of the refund identifies it. */
  async refund(data: PaymentData, amount: number, options?: { key: string }): Promise<PaymentData> {
    const payment_intent = intentIdOf(data) ?? ''
    const { key } = options!
    const client = await this.#client
    const refunds = await client.refunds.list({ payment_intent, limit: 100 })
    const existing = refunds.data.find(({ metadata }) => metadata?.refund_id === key)
    const parameters = { payment_intent, amount: toStripe(amount, String(data.currency)), metadata: { refund_id: key } }
    const refund = existing ?? (await refuseStripeErrors(client.refunds.create(parameters, { idempotencyKey: key })))
    if (refund.status === 'failed' || refund.status === 'canceled')
      throw new InvalidData(`Stripe did not refund the payment. The status of the refund is ${refund.status}.`)
    return data
  }

  async cancel(data: PaymentData): Promise<PaymentData> {
    const intent = await refuseStripeErrors(releasePayment(await this.#client, data))
    return intent ? dataOf(intent) : data
  }

  async delete(data: PaymentData): Promise<void> {
    await this.cancel(data)
  }

  /** Returns undefined if the amount has changed, because the intent then pays another amount. */
  async #outcomeOf(data: PaymentData) {
    const state = await readPayment(await this.#client, data)
    return state && amountOf(state) === data.amount ? responseOfState(state) : undefined
  }

  async #retrieve(data: PaymentData): Promise<Stripe.PaymentIntent> {
    const state = await readPayment(await this.#client, data)
    if (!state?.intent) throw missingPayment()
    return state.intent
  }
}

const missingPayment = (): InvalidData =>
  new InvalidData('Stripe does not have this payment. Refresh the payment session.')
