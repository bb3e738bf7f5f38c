import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { insertStatement } from '#database/rows.ts'
import { batch, defer } from '#database/statement.ts'
import type { RedeemableRow } from '#entities/cart/cart/apply-discounts.ts'
import { lockCartById } from '#entities/cart/cart/lock-cart.ts'
import {
  type CartRow,
  type CartSnapshot,
  cartById,
  type PaymentSessionSnapshot,
  parseCart,
} from '#entities/cart/cart/read-cart.ts'
import { type Authorization, saveAuthorizationStatement } from '#entities/cart/payment/authorize-payment.ts'
import { type PricedCart, priceCart } from '#entities/cart/pricing/price-cart.ts'
import { assertInStock, lockStockOfCart, takeStockStatement } from '#entities/cart/stock/take-stock.ts'
import { Order } from '#entities/orders/order/order.ts'
import type { Swap } from '#entities/orders/swap/swap.ts'
import { type Announcement, announceStatement } from '#entities/platform/event/announce.ts'
import { GiftCard } from '#entities/promotions/gift-card/gift-card.ts'
import { InvalidData, NotAllowed } from '../errors.ts'
import { confirmSwap, requireConfirmableSwap } from './confirm-swap.ts'
import { issueGiftCards } from './issue-gift-cards.ts'
import { buildOrderRows, type DraftOrderRow, writeOrderStatements } from './order-rows.ts'
import { buildPlacedOrder, type PlacedOrder } from './placed-order.ts'
import {
  assertDiscountsUsable,
  cartDiscountsStatement,
  countUseStatements,
  lockLimitedDiscountsOfCart,
} from './redeem-discounts.ts'
import { assertGiftCardsUsable, buildRedemption, lockGiftCardsOfCart } from './redeem-gift-cards.ts'

/** A cart with all that an order takes of the shop, kept from others until the end of the transaction. */
export interface ReservedCart {
  cart: CartSnapshot
  /** The variants that have too few pieces. */
  short: readonly { id: string }[]
  discounts: readonly RedeemableRow[]
}

/**
 * Locks a cart, what it takes if it is open, and reads it, in one round trip. Everybody locks in this order. Balances,
 * pieces and uses count only while nobody else can have them.
 * @throws NotFound
 */
export async function reserveCart(em: EntityManager, id: string): Promise<ReservedCart> {
  const [, , short, , discounts, read] = await batch<[object, object, { id: string }, object, RedeemableRow, CartRow]>(
    em,
    lockCartById.with(id),
    lockGiftCardsOfCart.with(id),
    lockStockOfCart.with(id),
    lockLimitedDiscountsOfCart.with(id),
    cartDiscountsStatement.with(id),
    cartById.with(id),
  )
  return { cart: await parseCart(em, read, id), short, discounts }
}

/** A cart that lacks nothing to be ordered. */
export interface Checkout extends ReservedCart {
  priced: PricedCart
  total: number
  /** The session that pays; none is needed where there is nothing to pay. */
  session: PaymentSessionSnapshot | undefined
  /** What is paid for, as a text that is the same only as long as that is. */
  contents: string
}

/** What is to be ordered. @throws InvalidData or NotAllowed for what the cart lacks. */
export function validateCheckout(reserved: ReservedCart, pays = requireSelectedSession): Checkout {
  const { cart } = reserved
  const priced = priceCart(cart, 'forced')
  const { total } = priced.totals
  if (cart.items.length === 0) throw new InvalidData('Cannot create order from empty cart')
  const session = pays(cart, total)
  if (!cart.customer_id || !cart.email) throw new InvalidData('Cannot create an order from the cart without a customer')
  return { ...reserved, priced, total, session, contents: contentsOf(cart) }
}

/** Whether the customer agreed to pay what it costs now. */
export const isSessionAmountCurrent = ({ session, total }: Checkout): boolean => !session || session.amount === total

/** A checkout of which everything can be had. */
export interface AvailableCheckout extends Checkout {
  /** The swap that it confirms, kept from others until the end of the transaction. */
  swap: Swap | undefined
}

/**
 * Makes sure that everything of an order or a swap can be had.
 * @throws OutOfStock. NotAllowed or InvalidData where a discount or gift card cannot be used any more. As `confirmableSwap`.
 */
export async function checkAvailability(em: EntityManager, checkout: Checkout): Promise<AvailableCheckout> {
  const { cart, priced, short, discounts } = checkout
  if (cart.type === 'swap') return { ...checkout, swap: await requireConfirmableSwap(em, checkout) }
  assertInStock(short)
  assertDiscountsUsable(cart, discounts)
  assertGiftCardsUsable(cart, priced.totals)
  return { ...checkout, swap: undefined }
}

export interface PaidCheckout extends AvailableCheckout {
  payment: Authorization | undefined
  draft?: DraftOrderRow | undefined
}

/** Makes a cart whose goods are reserved what it is for: an order, or a swap that is confirmed. */
export async function placeOrderOrConfirmSwap(em: EntityManager, checkout: PaidCheckout): Promise<CheckoutResult> {
  const { swap } = checkout
  if (swap) return { type: 'swap', id: await confirmSwap(em, swap, checkout) }
  return { type: 'order', ...(await placeOrder(em, checkout)) }
}

/** What became of a cart. */
export type CheckoutResult = ({ type: 'order' } & OrderResult) | { type: 'swap'; id: string }

/** The order of a cart. */
export interface OrderResult {
  id: string
  /** Known of one that was placed just now. */
  placed: PlacedOrder | undefined
}

/** Takes what is reserved and makes it an order; the cart is completed from now on. */
export async function placeOrder(em: EntityManager, checkout: PaidCheckout): Promise<OrderResult> {
  const { cart, priced, session, payment, draft } = checkout
  const at = now()
  const rows = buildOrderRows(em, checkout)
  const { id } = rows.order
  const redemption = buildRedemption(em, cart, { order_id: id, gift_card_total: priced.totals.gift_card_total, at })
  const cards = issueGiftCards(em, { cart, priced, order_id: id })
  const [[numbered]] = await batch(
    em,
    insertStatement(em, Order, [rows.order]),
    takeStockStatement(cart.items, at),
    session && payment && saveAuthorizationStatement(session.id, payment),
    cards.length > 0 ? insertStatement(em, GiftCard, cards) : undefined,
    announceStatement(announcements({ id, no_notification: draft?.no_notification_order ?? null }, cards)),
    ...redemption.statements,
    ...writeOrderStatements(em, cart, rows),
  )
  if (cart.discounts.length > 0) await defer(em, ...countUseStatements(cart.discounts.map((discount) => discount.id)))
  const order = { ...rows.order, ...numbered }
  return { id, placed: buildPlacedOrder({ ...rows, order, cart, redemption, at }) }
}

interface AnnouncedOrder {
  id: string
  no_notification: boolean | null
}

const announcements = ({ id, no_notification }: AnnouncedOrder, cards: readonly { id: string }[]): Announcement[] => [
  { name: 'order.placed', payload: { id, no_notification } },
  ...cards.flatMap((card): Announcement[] => [
    { name: 'gift_card.created', payload: { id: card.id } },
    { name: 'order.gift_card_created', payload: { id, gift_card_id: card.id } },
  ]),
]

/** No session pays: the shop says that it has the money. */
export const selectNoSession = (): undefined => undefined

function requireSelectedSession(cart: CartSnapshot, total: number): PaymentSessionSnapshot | undefined {
  if (total <= 0) return undefined
  const session = cart.payment_sessions.find((stored) => stored.is_selected)
  if (!session) throw new NotAllowed('You cannot complete a cart without a payment session.')
  return session
}

function contentsOf({ items, shipping_methods }: CartSnapshot): string {
  const lines = items.map(({ id, quantity, unit_price }) => [id, quantity, unit_price])
  const shipping = shipping_methods.map(({ id, price }) => [id, price])
  return createHash('sha256')
    .update(JSON.stringify([lines, shipping]))
    .digest('hex')
}
