import type { PaymentSessionStatus } from './payment-session.ts'

export interface PaymentContext {
  /** Of the cart that is paid for, or of the payment collection (`paycol_…`). */
  cart_id: string
  email: string | null
  /** Minor units of `currency_code`. */
  amount: number
  currency_code: string
}

export type PaymentData = Record<string, unknown>

/** A customer as a provider may know them. */
export interface Payer {
  id: string
  email: string
  metadata: Record<string, unknown> | null
}

/** By what the payment that is asked for will be known, and when nobody waits for the answer any more. */
export interface ProviderCallOptions {
  /** Names one payment: asked again with it, the provider tells how that payment stands and makes no other. */
  key: string
  signal: AbortSignal
}

export interface ProviderResponse {
  status: PaymentSessionStatus
  data: PaymentData
}

/** What a provider over the network offers besides, so that no payment is lost with an answer. */
export interface RemoteProviderOptions {
  /** How long any answer may take, in milliseconds. */
  readonly patience: number
  /** How long a payment may wait for its customer or a bank before it is cancelled, in milliseconds. Default: a day. */
  readonly longestWait?: number
  /** What became of the payment that was asked for with this key; undefined where the provider knows of none. */
  outcomeOf(key: string, signal: AbortSignal): Promise<ProviderResponse | undefined>
}

/** What a payment provider can do. Its `data` is kept with the session and given back to it at every call. */
export interface PaymentProvider {
  readonly id: string
  /** Present where it is asked over the network: it may answer late or never, and take the money all the same. */
  readonly remote?: RemoteProviderOptions
  /**
   * Begins a payment, another one each time. A remote provider may be asked before it is known whether anybody will pay by
   * it; what nobody needs is deleted.
   */
  initiate(payment: PaymentContext): Promise<{ data: PaymentData; status?: PaymentSessionStatus }>
  /** Called whenever the amount of an initiated session changes. */
  update(data: PaymentData, payment: PaymentContext): Promise<{ data: PaymentData }>
  /** The client sends `changes`; what it answers is merged into the data of the session. */
  updateData(data: PaymentData, changes: PaymentData): Promise<PaymentData>
  /**
   * A remote provider is given `asking`.
   * @throws DomainError where nothing was paid and nothing will be. After any other error it may have been.
   */
  authorize(data: PaymentData, payment: PaymentContext, asking?: ProviderCallOptions): Promise<ProviderResponse>
  /**
   * A remote provider is given `asking`, whose key is that of the payment in the shop: asked again, it captures once.
   * @throws DomainError where it refuses for good. After any other error the money may have been captured.
   */
  capture(data: PaymentData, asking?: ProviderCallOptions): Promise<PaymentData>
  /**
   * Gives `amount` back. The key of a remote provider is that of the refund.
   * @throws as `capture`.
   */
  refund(data: PaymentData, amount: number, asking?: ProviderCallOptions): Promise<PaymentData>
  /**
   * Lets go of what was authorised. Safe to repeat. The session may be authorised again afterwards, with another key.
   * @throws DomainError where it cannot be let go of any more.
   */
  cancel(data: PaymentData): Promise<PaymentData>
  /** The session is not needed any more. */
  delete(data: PaymentData): Promise<void>
  /** The means of payment that it keeps for a customer, where it keeps any. */
  savedMethods?(customer: Payer): Promise<PaymentData[]>
}
