import type { CartSnapshot, PaymentSessionSnapshot } from '../cart/read-cart.ts'

export interface PayableCart {
  cart: CartSnapshot
  /** The amount for the payment provider, in minor units: the total without the tenders. */
  due: number
  /** Undefined if `due` is 0, or if the payment needs no session. */
  session: PaymentSessionSnapshot | undefined
  /** A hash of the lines, their prices and the shipping. An attempt pays for exactly these contents. */
  contents: string
}
