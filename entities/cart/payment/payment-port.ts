import type { InboundWebhook } from '#entities/platform/remote/inbound-webhook.ts'
import type { PaymentSessionStatus } from './payment-session-statuses.ts'

export interface PaymentContext {
  /** The id of the cart, or of the payment collection (`paycol_…`). */
  cart_id: string
  email: string | null
  /** Minor units of `currency_code`. */
  amount: number
  currency_code: string
  /** Undefined for a guest and for a payment collection. */
  customer?: Payer
  /** For `authorize`: the customer can pay on a page of the provider. Undefined if the caller leads no customer there. */
  page?: PaymentPage
}

/** Where a page of a provider leads the customer. Both addresses belong to the shop or its storefronts. */
export interface PaymentPage {
  /** After the payment. The storefront then completes the cart again. */
  return_url: string
  /** Without a payment. */
  cancel_url: string
  /** A BCP 47 language, such as `de`. */
  locale?: string
}

/** A payment that the customer does not attend. */
export interface SavedMethodPayment extends PaymentContext {
  customer: Payer
  /** The `id` of one of the `savedMethods` of this customer. */
  method_id: string
}

export type PaymentData = Record<string, unknown>

export interface Payer {
  id: string
  email: string
  /** The accounts that a shop of Medusa v1 had at providers: `{ stripe: 'cus_…' }`. No request can write them. */
  accounts: Readonly<Record<string, string>>
}

export interface ProviderCallOptions {
  /** An idempotency key. A repeated call with the same key returns the result of the first call. */
  key: string
  signal: AbortSignal
}

export interface ProviderResponse {
  status: PaymentSessionStatus
  data: PaymentData
}

/** A change of a payment that a provider reports. A notice may arrive late, twice and out of order. */
export interface PaymentNotice {
  type: PaymentNoticeType
  /** The `cart_id` of the `PaymentContext`. */
  cart_id: string
  /** The properties of the payment data that identify the payment, such as `{ id: 'pi_1' }`. */
  data: PaymentData
  /**
   * Minor units. The captured amount, by default the amount that the shop asked for, or the whole payment. For a refund, the
   * total of all refunds of captured money. Released money is no refund.
   */
  amount?: number
}

/** `canceled` also covers an authorization that has expired. */
export type PaymentNoticeType = 'authorized' | 'captured' | 'refunded' | 'canceled'

export interface CapturedPayment {
  data: PaymentData
  /** The amount that the provider has captured, in minor units. It differs if the provider had captured another amount before. */
  amount: number
}

/**
 * The properties of the payment data that the store shows. Any caller that knows the id of a cart or an order reads them,
 * so they must not identify an account at the provider.
 */
export interface ShownPaymentData {
  /** The properties that a storefront needs to pay a session, such as `client_secret`. Default: all. */
  readonly session?: readonly string[]
  /** The properties of the payment of an order. */
  readonly payment: readonly string[]
}

/** Required for a provider that is called over the network, since its answer can be lost. */
export interface RemoteProviderOptions {
  /**
   * True if `initiate` creates the payment, and the customer pays it before the completion of the cart. `authorize`
   * then compares the amounts and returns the status, and `cancel` also refunds. Default: `authorize` creates the payment.
   */
  readonly isPaidBeforeCompletion?: boolean
  /** The timeout of each call, in milliseconds. */
  readonly timeoutMs: number
  /** Milliseconds after which the shop cancels a payment that waits for its customer or a bank. Default: a day. */
  readonly longestWait?: number
  /**
   * Returns the status of the payment with this key. Returns undefined if the provider has no such payment. `data` is
   * the data of the session, or of the last response to `authorize`.
   */
  outcomeOf(data: PaymentData, options: ProviderCallOptions): Promise<ProviderResponse | undefined>
}

/**
 * A payment provider. The shop stores `data` with the session and passes it to each call.
 *
 * `initiate` of a remote provider is called between two runs of a mutation (see `PaymentProviders`). All other
 * methods are called while the mutation holds its locks, or outside of a transaction.
 */
export interface PaymentProvider {
  readonly id: string
  /** Default: the store shows all data of a session, and no data of a payment. Administrators see all data. */
  readonly shownData?: ShownPaymentData
  readonly remote?: RemoteProviderOptions
  /**
   * True if `authorize` takes no money, because the customer pays outside of the shop, for example by a bank transfer. A payment link
   * replaces such a payment until its capture. Default: false.
   */
  readonly isPaidOutside?: boolean
  /** Starts a new payment with each call. The shop deletes a payment that it does not need. */
  initiate(payment: PaymentContext): Promise<{ data: PaymentData; status?: PaymentSessionStatus }>
  update(data: PaymentData, payment: PaymentContext): Promise<{ data: PaymentData }>
  /** `changes` come from the client. The shop merges the result into the data of the session. */
  updateData(data: PaymentData, changes: PaymentData): Promise<PaymentData>
  /**
   * A provider with a page for the customer returns its address as `redirect_url` in the data, unless `payment.page` is missing or
   * the customer has paid.
   * @throws DomainError if the payment is declined. After any other error the payment may exist.
   */
  authorize(data: PaymentData, payment: PaymentContext, options?: ProviderCallOptions): Promise<ProviderResponse>
  /**
   * Captures the whole payment. `options.key` is the id of the payment.
   * @throws DomainError if the capture is declined. After any other error the payment may be captured.
   */
  capture(data: PaymentData, options?: ProviderCallOptions): Promise<PaymentData>
  /**
   * Captures `amount` and releases the rest. Called instead of `capture`, also for the whole payment. `amount` is smaller for an
   * order that costs less since its payment, and may be 0. A repeated call has the same amount and key. Another key means another
   * amount, after a declined capture.
   * @throws DomainError if the capture is declined. After any other error the payment may be captured.
   */
  capturePart?(data: PaymentData, amount: number, options?: ProviderCallOptions): Promise<CapturedPayment>
  /**
   * `options.key` is the id of the refund.
   * @throws DomainError if the refund is declined. After any other error the payment may be refunded.
   */
  refund(data: PaymentData, amount: number, options?: ProviderCallOptions): Promise<PaymentData>
  /** Must be safe to repeat. @throws DomainError if the authorized amount can no longer be released. */
  cancel(data: PaymentData): Promise<PaymentData>
  delete(data: PaymentData): Promise<void>
  /** The methods that the customer has saved at the provider. `chargeSavedMethod` and `deleteSavedMethod` find a method by its `id`. */
  savedMethods?(customer: Payer): Promise<PaymentData[]>
  /** Removes a method that `savedMethods` lists for the customer. Must succeed if the method is already removed. Needs `savedMethods`. */
  deleteSavedMethod?(customer: Payer, method_id: string): Promise<void>
  /**
   * Charges a saved method without the customer, instead of `authorize`. Needs `savedMethods`, which must list the method. If the customer
   * pays before the completion, the shop calls `authorize` first, and does not charge a paid session again. Returns `requires_more` if
   * the bank asks for the customer. The customer then pays the same session.
   * @throws DomainError if the payment is declined. After any other error the payment may exist.
   */
  chargeSavedMethod?(
    data: PaymentData,
    payment: SavedMethodPayment,
    options?: ProviderCallOptions,
  ): Promise<ProviderResponse>
  /**
   * Verifies a webhook to `POST /hooks/<id>` and returns its notices. A job applies them after the response.
   * @throws Unauthorized or InvalidData if the signature is wrong. The response to any other error is 5xx.
   */
  receiveWebhook?(webhook: InboundWebhook): Promise<readonly PaymentNotice[]>
  /**
   * The authorized or captured payments that customers made since then and that are not refunded, as the webhooks reported them.
   * `shop payments find-lost` compares them with the payments of the shop.
   */
  paymentsSince?(since: Date): AsyncIterable<PaymentNotice>
  /** A second path of the webhook, such as `/stripe/hooks`. */
  readonly webhookPath?: string
}

/**
 * In a mutation, the first `initiate` of a remote provider throws, the transaction rolls back, and the mutation runs again
 * with the answer. So a mutation calls `initiate` before any method that changes or deletes a payment, and has no effect
 * outside of its transaction before that call.
 */
export type PaymentProviders = ReadonlyMap<string, PaymentProvider>
