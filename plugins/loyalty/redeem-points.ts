import type { PriceContext, Prices, Rule } from 'cartwright'
import { Customer, field, lockRow, NotAllowed, rowWithFields } from 'cartwright'
import { balanceOf } from './points.ts'

/** The points that the customer redeems. A point is worth one minor unit. */
export const fields = { cart: { loyalty_points: field.integer({ writableBy: ['store', 'admin'] }) } }

export const redeemPoints: Prices = ({ cart }) => [{ amount: -pointsOf(cart), description: 'Loyalty points' }]

/** The lock of the customer makes a second completion wait, and the second completion then sees the spent points. */
export const requirePoints: Rule<'cart.complete'> = async ({ cart, em }) => {
  const points = pointsOf(cart)
  if (points === 0 || !cart.customer_id) return
  await lockRow(em, Customer, { id: cart.customer_id }, 'no key update')
  const balance = await balanceOf(em, cart.customer_id)
  if (points > balance) throw new NotAllowed(`The customer has only ${balance} points`)
}

/** Points are money of an account, and the id of a cart does not identify the caller. */
export const requireOwner: Rule<'cart.update'> = ({ cart, change, caller_id }) => {
  if (!('loyalty_points' in change) || change.loyalty_points === undefined) return
  const isOwned = cart.customer?.has_account && cart.customer_id !== caller_id
  if (caller_id === null || isOwned) throw new NotAllowed('Log in as the customer of the cart to pay with points')
}

/** Guests have no points, because an e-mail address proves no identity. A swap places no order. */
function pointsOf(cart: PriceContext['cart']): number {
  if (!cart.customer?.has_account || cart.type === 'swap') return 0
  return Math.max(0, rowWithFields(cart, fields.cart).loyalty_points ?? 0)
}
