import type { PaymentSessionStatus } from './payment-session-statuses.ts'

export interface PaymentContext {
  /** The id of the cart, or of the payment collection (`paycol_…`). */
  cart_id: string
  email: string | null
  /** Minor units of `currency_code`. */
  amount: number
  currency_code: string
}

export type PaymentData = Record<string, unknown>

export interface Payer {
  id: string
  email: string
  metadata: Record<string, unknown> | null
}

interface ProviderCallOptions {
  /** An idempotency key. A repeated call with the same key returns the result of the first call. */
  key: string
  signal: AbortSignal
}

export interface ProviderResponse {
  status: PaymentSessionStatus
  data: PaymentData
}

/** Required for a provider that is called over the network, since its answer can be lost. */
export interface RemoteProviderOptions {
  /** The timeout of each call, in milliseconds. */
  readonly timeoutMs: number
  /** Milliseconds after which the shop cancels a payment that waits for its customer or a bank. Default: a day. */
  readonly longestWait?: number
  /** Returns the status of the payment with this key. Returns undefined if the provider has no such payment. */
  outcomeOf(key: string, signal: AbortSignal): Promise<ProviderResponse | undefined>
}

/**
 * A payment provider. The shop stores `data` with the session and passes it to each call.
 *
 * `initiate` of a remote provider is called between two runs of a mutation (see `RerunnablePaymentProviders`). All other
 * methods are called while the mutation holds its locks, or outside of a transaction.
 */
export interface PaymentProvider {
  readonly id: string
  readonly remote?: RemoteProviderOptions
  /** Starts a new payment with each call. The shop deletes a payment that it does not need. */
  initiate(payment: PaymentContext): Promise<{ data: PaymentData; status?: PaymentSessionStatus }>
  update(data: PaymentData, payment: PaymentContext): Promise<{ data: PaymentData }>
  /** `changes` come from the client. The shop merges the result into the data of the session. */
  updateData(data: PaymentData, changes: PaymentData): Promise<PaymentData>
  /** @throws DomainError if the payment is declined. After any other error the payment may exist. */
  authorize(data: PaymentData, payment: PaymentContext, options?: ProviderCallOptions): Promise<ProviderResponse>
  /**
   * `options.key` is the id of the payment.
   * @throws DomainError if the capture is declined. After any other error the payment may be captured.
   */
  capture(data: PaymentData, options?: ProviderCallOptions): Promise<PaymentData>
  /**
   * `options.key` is the id of the refund.
   * @throws DomainError if the refund is declined. After any other error the payment may be refunded.
   */
  refund(data: PaymentData, amount: number, options?: ProviderCallOptions): Promise<PaymentData>
  /** Must be safe to repeat. @throws DomainError if the authorized amount can no longer be released. */
  cancel(data: PaymentData): Promise<PaymentData>
  delete(data: PaymentData): Promise<void>
  savedMethods?(customer: Payer): Promise<PaymentData[]>
}

export type PaymentProviders = ReadonlyMap<string, PaymentProvider>

/**
 * The payment providers inside a mutation that may run up to 8 times. The first `initiate` of a remote provider throws,
 * the transaction rolls back, and the mutation runs again with the answer. Such a mutation calls `initiate` before any
 * method that changes or deletes a payment, and has no effect outside of its transaction before that call.
 */
export type RerunnablePaymentProviders = PaymentProviders
