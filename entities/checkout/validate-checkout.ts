import { createHash } from 'node:crypto'
import type { CartSnapshot } from '#entities/cart/cart/read-cart.ts'
import type { CartPart, PayableCart } from '#entities/cart/payment/payable-cart.ts'
import { isChosen, isSplit, partsOf } from '#entities/cart/payment/payment-parts.ts'
import { type PricedCart, type Pricing, priceCart } from '#entities/cart/pricing/price-cart.ts'
import { Conflict, DomainError, InvalidData, NotAllowed } from '../errors.ts'
import { sumOfAmounts } from '../values/money.ts'
import { assertLinesSold } from './assert-lines-sold.ts'
import type { ReservedCart } from './reserve-cart.ts'

/** A reserved cart with items, a customer and, if it needs some, payment sessions. */
export interface Checkout extends ReservedCart, PayableCart {
  priced: PricedCart
}

/**
 * `received` means that the shop has the money, so no session is needed.
 * @throws InvalidData for an empty cart or a cart without a customer. NotAllowed without a selected payment session. The DomainError of a
 * tax provider that refuses the cart.
 */
export function validateCheckout(
  reserved: ReservedCart,
  shop: Pricing,
  payment: 'by session' | 'received' = 'by session',
): Checkout {
  const { cart } = reserved
  const priced = priceCart(cart, shop, 'forced')
  const { due } = priced
  if (priced.tax_error instanceof DomainError) throw priced.tax_error
  if (cart.items.length === 0)
    throw new InvalidData('Cannot create order from empty cart').because({ name: 'order_without_items' })
  const parts = payment === 'by session' ? findPartsToPay(cart, priced) : []
  if (!cart.customer_id || !cart.email)
    throw new InvalidData('Cannot create an order from the cart without a customer').because({
      name: 'customer_missing',
    })
  return { ...reserved, priced, due, parts, contents: hashContents(cart) }
}

/** @throws NotAllowed if the total differs from the total that the customer saw. */
export function assertTotal({ priced }: Checkout, shownTotal: number | undefined): void {
  if (shownTotal === undefined || priced.totals.total === shownTotal) return
  throw totalChanged()
}

export const totalChanged = (): NotAllowed =>
  new NotAllowed('The total has changed. Read the payment link again.').because({ name: 'total_changed' })

/** The tax provider of the region does not answer, so the taxes have the rates of the region. */
export const isOfUnknownTaxes = ({ priced }: Checkout): boolean => priced.tax_error !== undefined

export const unknownTaxes = ({ priced }: Checkout): Conflict =>
  new Conflict(priced.tax_error).because({ name: 'provider_failed' })

/** The customer agreed to the amounts of the sessions. The amount due may have changed since then. */
export const areAmountsCurrent = (checkout: Checkout): boolean =>
  checkout.parts.every(({ session, amount }) => session.amount === amount) && isWholeSplit(checkout)

/** The fixed amounts of a split payment may leave no rest since the customer has agreed to them. */
export const isWholeSplit = ({ cart, parts }: Checkout): boolean =>
  parts.length === 0 || parts.length === cart.payment_sessions.filter(isChosen).length

/** The amount due of a cart that gift cards or balances pay in full stays 0 when a discount changes, but they pay more. */
export const isAgreementCurrent = ({ cart, priced }: Checkout): boolean =>
  (cart.agreed_gift_card_total === null || cart.agreed_gift_card_total === priced.totals.gift_card_total) &&
  areTendersCurrent(cart, priced)

const areTendersCurrent = ({ agreed_tender_total }: CartSnapshot, { tenders }: PricedCart): boolean =>
  agreed_tender_total === null || agreed_tender_total === sumOfAmounts(tenders)

/** A customer should not pay for products that are not sold. A cart with nothing due needs no session. If it has one for another amount, the customer must agree to the new amount first. Balances that no longer pay everything also need a new agreement. */
function findPartsToPay(cart: CartSnapshot, priced: PricedCart): readonly CartPart[] {
  const { due } = priced
  const parts = partsOf(cart.payment_sessions, due)
  const [selected] = parts
  if (!selected && due > 0 && areTendersCurrent(cart, priced)) {
    assertLinesSold(cart)
    throw new NotAllowed('You cannot complete a cart without a payment session.')
  }
  return due > 0 || selected?.session.amount !== 0 ? parts : []
}

/** A part of the split payment was declined or has expired, so the other parts were canceled. */
export const isSplitCanceled = ({ cart: { payment_sessions } }: Checkout): boolean =>
  isSplit(payment_sessions) && payment_sessions.some((session) => isChosen(session) && session.status === 'canceled')

export const splitCanceled = (): NotAllowed =>
  new NotAllowed('The payments of the cart were canceled. Choose the payments again.').because({
    name: 'split_canceled',
  })

function hashContents({ items, shipping_methods }: CartSnapshot): string {
  const lines = items.map(({ id, quantity, unit_price }) => [id, quantity, unit_price])
  const shipping = shipping_methods.map(({ id, price }) => [id, price])
  return createHash('sha256')
    .update(JSON.stringify([lines, shipping]))
    .digest('hex')
}
