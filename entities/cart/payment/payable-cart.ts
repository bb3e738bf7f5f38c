import type { CartSnapshot, PaymentSessionSnapshot } from '../cart/read-cart.ts'
import type { PaymentPart } from './payment-parts.ts'

export type CartPart = PaymentPart<PaymentSessionSnapshot>

export interface PayableCart {
  cart: CartSnapshot
  /** The amount for the payment providers, in minor units: the total without the tenders. */
  due: number
  /** What each session pays of `due`. Empty if `due` is 0, or if the payment needs no session. */
  parts: readonly CartPart[]
  /** A hash of the lines, their prices and the shipping. An attempt pays for exactly these contents. */
  contents: string
}
