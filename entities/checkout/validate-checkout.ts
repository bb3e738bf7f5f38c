import { createHash } from 'node:crypto'
import type { CartSnapshot, PaymentSessionSnapshot } from '#entities/cart/cart/read-cart.ts'
import type { PayableCart } from '#entities/cart/payment/payable-cart.ts'
import { type PricedCart, priceCart } from '#entities/cart/pricing/price-cart.ts'
import { InvalidData, NotAllowed } from '../errors.ts'
import type { ReservedCart } from './reserve-cart.ts'

/** A reserved cart that has everything that an order needs. */
export interface Checkout extends ReservedCart, PayableCart {
  priced: PricedCart
}

/**
 * Prices the cart with its taxes. No session is needed for money that the shop has already received.
 * @throws InvalidData for an empty cart or a cart without a customer. NotAllowed without a selected payment session.
 */
export function validateCheckout(reserved: ReservedCart, payment: 'by session' | 'received' = 'by session'): Checkout {
  const { cart } = reserved
  const priced = priceCart(cart, 'forced')
  const { total } = priced.totals
  if (cart.items.length === 0) throw new InvalidData('Cannot create order from empty cart')
  const session = payment === 'by session' ? sessionFor(cart, total) : undefined
  if (!cart.customer_id || !cart.email) throw new InvalidData('Cannot create an order from the cart without a customer')
  return { ...reserved, priced, total, session, contents: hashContents(cart) }
}

/** The customer has agreed to the amount of the session, which can differ from the current total. */
export const isSessionAmountCurrent = ({ session, total }: Checkout): boolean => !session || session.amount === total

/** A free cart needs no session. One that is left was agreed for another total, so it must be agreed again. */
function sessionFor(cart: CartSnapshot, total: number): PaymentSessionSnapshot | undefined {
  const session = cart.payment_sessions.find(({ is_selected }) => is_selected)
  if (!session && total > 0) throw new NotAllowed('You cannot complete a cart without a payment session.')
  return total > 0 || session?.amount !== 0 ? session : undefined
}

function hashContents({ items, shipping_methods }: CartSnapshot): string {
  const lines = items.map(({ id, quantity, unit_price }) => [id, quantity, unit_price])
  const shipping = shipping_methods.map(({ id, price }) => [id, price])
  return createHash('sha256')
    .update(JSON.stringify([lines, shipping]))
    .digest('hex')
}
