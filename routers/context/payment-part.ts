import type { ShownPaymentData } from '#entities/cart/payment/payment-port.ts'

/** A part of a response: a payment, a session, or a row that contains them. */
export interface PaymentPart {
  kind: keyof ShownPaymentData | undefined
  /** By the name of the property. A property of a union can have several. */
  parts: Map<string, PaymentPart[]>
}

/** The responses with payment data, by the path of their procedure, such as `carts.get`. */
export type PaymentParts = ReadonlyMap<string, PaymentPart>
