import type { PaymentSessionStatus } from './payment-session.ts'

export interface PaymentContext {
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

/** What a payment provider can do. Its `data` is kept with the session and given back to it at every call. */
export interface PaymentProvider {
  readonly id: string
  initiate(payment: PaymentContext): Promise<{ data: PaymentData; status?: PaymentSessionStatus }>
  /** Called whenever the amount of an initiated session changes. */
  update(data: PaymentData, payment: PaymentContext): Promise<{ data: PaymentData }>
  /** The client sends `changes`; what it answers is merged into the data of the session. */
  updateData(data: PaymentData, changes: PaymentData): Promise<PaymentData>
  authorize(data: PaymentData, payment: PaymentContext): Promise<{ status: PaymentSessionStatus; data: PaymentData }>
  capture(data: PaymentData): Promise<PaymentData>
  refund(data: PaymentData, amount: number): Promise<PaymentData>
  cancel(data: PaymentData): Promise<PaymentData>
  /** The session is not needed any more. */
  delete(data: PaymentData): Promise<void>
  /** The means of payment that it keeps for a customer, where it keeps any. */
  savedMethods?(customer: Payer): Promise<PaymentData[]>
}
