import type { EntityManager } from '@mikro-orm/postgresql'
import { redeemDiscounts, reserveDiscounts } from '../discount/redeem-discounts.ts'
import { InvalidData, NotAllowed } from '../errors.ts'
import { issueGiftCards } from '../gift-card/issue-gift-cards.ts'
import { lockGiftCards, redeemGiftCards, refuseUnusableCards } from '../gift-card/redeem-gift-cards.ts'
import { Order } from '../order/order.ts'
import { placeOrder } from '../order/place-order.ts'
import { authorizePayment } from '../payment/authorize-payment.ts'
import type { PaymentSessionStatus } from '../payment/payment-session.ts'
import { type PaymentProviders, syncPaymentSessions } from '../payment/sync-payment-sessions.ts'
import { reserveStock, takeStock } from '../product/take-stock.ts'
import { lockCart } from './lock-cart.ts'
import { priceCart } from './price-cart.ts'
import { type CartFacts, type PaymentSessionFacts, readCart } from './read-cart.ts'

/** The cart became an order, now or before; or its customer has to do more for the payment, and it stays open. */
export type Completion = { type: 'order'; order_id: string } | { type: 'cart'; payment_status: PaymentSessionStatus }

/**
 * Turns a cart into an order (storefront §4), once however often and from wherever it is called. Everything is checked
 * before the payment is authorised; what is refused leaves the cart, the stock, discounts and gift cards as they were.
 * @throws NotFound. InvalidData or NotAllowed for what the cart lacks. OutOfStock. As `reserveDiscounts`.
 */
export async function completeCart(em: EntityManager, providers: PaymentProviders, id: string): Promise<Completion> {
  const locked = await lockCart(em, id)
  if (locked.isCompleted()) return { type: 'order', order_id: (await em.findOneOrFail(Order, { cart_id: id })).id }
  const cart = await readWithGiftCards(em, id)
  const priced = priceCart(cart, 'forced')
  const session = payingSession(cart, priced.totals.total)
  if (!cart.customer_id || !cart.email) throw new InvalidData('Cannot create an order from the cart without a customer')
  if (session && session.amount !== priced.totals.total) {
    // What the customer agreed to pay is not what it costs any more: they have to agree again.
    await syncPaymentSessions(em, providers, cart)
    return { type: 'cart', payment_status: 'requires_more' }
  }
  await reserveStock(em, cart.items)
  await reserveDiscounts(em, cart)
  refuseUnusableCards(cart, priced.totals)
  const payment = session && (await authorizePayment(em, providers, cart, session))
  if (payment && payment.status !== 'authorized') return { type: 'cart', payment_status: payment.status }

  await takeStock(em, cart.items)
  await redeemDiscounts(em, cart)
  const order = await placeOrder(em, { cart, priced, payment })
  await redeemGiftCards(em, cart, { order_id: order.id, gift_card_total: priced.totals.gift_card_total })
  issueGiftCards(em, { cart, priced, order_id: order.id })
  const now = new Date()
  Object.assign(locked, { completed_at: now, payment_authorized_at: now, payment_id: order.payment_id })
  await em.flush()
  return { type: 'order', order_id: order.id }
}

/** Balances count only while nobody else can spend them. */
async function readWithGiftCards(em: EntityManager, id: string): Promise<CartFacts> {
  const cart = await readCart(em, id)
  if (cart.gift_cards.length === 0) return cart
  await lockGiftCards(em, id)
  return readCart(em, id)
}

/** The session that pays; none is needed where there is nothing to pay. */
function payingSession(cart: CartFacts, total: number): PaymentSessionFacts | undefined {
  if (cart.items.length === 0) throw new InvalidData('Cannot create order from empty cart')
  if (total <= 0) return undefined
  const session = cart.payment_sessions.find((stored) => stored.is_selected)
  if (!session) throw new NotAllowed('You cannot complete a cart without a payment session.')
  return session
}
