import type { EntityManager } from '@mikro-orm/postgresql'
import type { Columns } from '#database/rows.ts'
import type { Authorization } from '#entities/cart/payment/authorize-payment.ts'
import type { Order } from '#entities/orders/order/order.ts'
import type { PlacedOrder } from './placed-order.ts'
import type { Checkout } from './validate-checkout.ts'

export interface CartConcluder {
  /** @throws OutOfStock. NotAllowed or InvalidData for an unusable discount, gift card or swap. */
  prepare(em: EntityManager, checkout: Checkout): Promise<PreparedCheckout>
  findResult(em: EntityManager, cart_id: string): Promise<CheckoutResult>
}

/** A checkout whose stock, discounts and gift cards are locked and sufficient. Only the payment is missing. */
export interface PreparedCheckout {
  /** Completes the cart. `payments` is empty if balances pay everything, or the total is 0. */
  conclude(em: EntityManager, payments: readonly Authorization[]): Promise<CheckoutResult>
}

export type CheckoutResult = ({ type: 'order' } & OrderResult) | { type: 'swap'; id: string }

export interface OrderResult {
  id: string
  /** Undefined if an earlier call has placed the order. */
  order?: Columns<Order> | undefined
  placed: PlacedOrder | undefined
}
