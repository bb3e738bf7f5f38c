import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '../clock.ts'
import type { RedeemableRow } from '../discount/apply-discounts.ts'
import {
  countingUse,
  discountsOfCart,
  lockLimitedDiscountsOfCart,
  refuseUnusableDiscounts,
} from '../discount/redeem-discounts.ts'
import { InvalidData, NotAllowed } from '../errors.ts'
import { type Announcement, announcing } from '../event/announce.ts'
import { GiftCard } from '../gift-card/gift-card.ts'
import { issueGiftCards } from '../gift-card/issue-gift-cards.ts'
import { lockGiftCardsOfCart, redeeming, refuseUnusableCards } from '../gift-card/redeem-gift-cards.ts'
import { Order } from '../order/order.ts'
import { type DraftFacts, placing, writing } from '../order/place-order.ts'
import { type PlacedOrder, placedOrder } from '../order/placed-order.ts'
import { type Authorization, keeping } from '../payment/authorize-payment.ts'
import { lockStockOfCart, refuseShort, takingStock } from '../product/take-stock.ts'
import { insertion } from '../rows.ts'
import { later, together } from '../statement.ts'
import { confirmableSwap, confirmSwap } from '../swap/confirm-swap.ts'
import type { Swap } from '../swap/swap.ts'
import { lockCartById } from './lock-cart.ts'
import { type PricedCart, priceCart } from './price-cart.ts'
import { type CartFacts, cartById, cartFrom, type PaymentSessionFacts, type StoredCart } from './read-cart.ts'

/** A cart with all that an order takes of the shop, kept from others until the end of the transaction. */
export interface Reserved {
  cart: CartFacts
  /** The variants that have too few pieces. */
  short: readonly { id: string }[]
  discounts: readonly RedeemableRow[]
}

/**
 * Locks a cart, what it takes if it is open, and reads it, in one round trip. Everybody locks in this order. Balances,
 * pieces and uses count only while nobody else can have them.
 * @throws NotFound
 */
export async function lockToOrder(em: EntityManager, id: string): Promise<Reserved> {
  const [, , short, , discounts, read] = await together<
    [object, object, { id: string }, object, RedeemableRow, StoredCart]
  >(
    em,
    lockCartById.with(id),
    lockGiftCardsOfCart.with(id),
    lockStockOfCart.with(id),
    lockLimitedDiscountsOfCart.with(id),
    discountsOfCart.with(id),
    cartById.with(id),
  )
  return { cart: await cartFrom(em, read, id), short, discounts }
}

/** A cart that lacks nothing to be ordered. */
export interface Checkout extends Reserved {
  priced: PricedCart
  total: number
  /** The session that pays; none is needed where there is nothing to pay. */
  session: PaymentSessionFacts | undefined
  /** What is paid for, as a text that is the same only as long as that is. */
  contents: string
}

/** What is to be ordered. @throws InvalidData or NotAllowed for what the cart lacks. */
export function checkoutOf(reserved: Reserved, pays = selectedSession): Checkout {
  const { cart } = reserved
  const priced = priceCart(cart, 'forced')
  const { total } = priced.totals
  if (cart.items.length === 0) throw new InvalidData('Cannot create order from empty cart')
  const session = pays(cart, total)
  if (!cart.customer_id || !cart.email) throw new InvalidData('Cannot create an order from the cart without a customer')
  return { ...reserved, priced, total, session, contents: contentsOf(cart) }
}

/** Whether the customer agreed to pay what it costs now. */
export const isAgreed = ({ session, total }: Checkout): boolean => !session || session.amount === total

/** A checkout of which everything can be had. */
export interface Available extends Checkout {
  /** The swap that it confirms, kept from others until the end of the transaction. */
  swap: Swap | undefined
}

/**
 * Makes sure that everything of an order or a swap can be had.
 * @throws OutOfStock. NotAllowed or InvalidData where a discount or gift card cannot be used any more. As `confirmableSwap`.
 */
export async function checkAvailable(em: EntityManager, checkout: Checkout): Promise<Available> {
  const { cart, priced, short, discounts } = checkout
  if (cart.type === 'swap') return { ...checkout, swap: await confirmableSwap(em, checkout) }
  refuseShort(short)
  refuseUnusableDiscounts(cart, discounts)
  refuseUnusableCards(cart, priced.totals)
  return { ...checkout, swap: undefined }
}

export interface Paid extends Available {
  payment: Authorization | undefined
  draft?: DraftFacts | undefined
}

/** Makes a cart whose goods are reserved what it is for: an order, or a swap that is confirmed. */
export async function conclude(em: EntityManager, checkout: Paid): Promise<Concluded> {
  const { swap } = checkout
  if (swap) return { type: 'swap', id: await confirmSwap(em, swap, checkout) }
  return { type: 'order', ...(await orderGoods(em, checkout)) }
}

/** What became of a cart. */
export type Concluded = ({ type: 'order' } & Ordered) | { type: 'swap'; id: string }

/** The order of a cart. */
export interface Ordered {
  id: string
  /** Known of one that was placed just now. */
  placed: PlacedOrder | undefined
}

/** Takes what is reserved and makes it an order; the cart is completed from now on. */
export async function orderGoods(em: EntityManager, checkout: Paid): Promise<Ordered> {
  const { cart, priced, session, payment, draft } = checkout
  const at = now()
  const rows = placing(em, checkout)
  const { id } = rows.order
  const redemption = redeeming(em, cart, { order_id: id, gift_card_total: priced.totals.gift_card_total, at })
  const cards = issueGiftCards(em, { cart, priced, order_id: id })
  const [[numbered]] = await together(
    em,
    insertion(em, Order, [rows.order]),
    takingStock(cart.items, at),
    session && payment && keeping(session.id, payment),
    cards.length > 0 ? insertion(em, GiftCard, cards) : undefined,
    announcing(announcements({ id, no_notification: draft?.no_notification_order ?? null }, cards)),
    ...redemption.statements,
    ...writing(em, cart, rows),
  )
  if (cart.discounts.length > 0) await later(em, ...countingUse(cart.discounts.map((discount) => discount.id)))
  const order = { ...rows.order, ...numbered }
  return { id, placed: placedOrder({ ...rows, order, cart, redemption, at }) }
}

interface Announced {
  id: string
  no_notification: boolean | null
}

const announcements = ({ id, no_notification }: Announced, cards: readonly { id: string }[]): Announcement[] => [
  { name: 'order.placed', payload: { id, no_notification } },
  ...cards.flatMap((card): Announcement[] => [
    { name: 'gift_card.created', payload: { id: card.id } },
    { name: 'order.gift_card_created', payload: { id, gift_card_id: card.id } },
  ]),
]

/** No session pays: the shop says that it has the money. */
export const withoutSession = (): undefined => undefined

function selectedSession(cart: CartFacts, total: number): PaymentSessionFacts | undefined {
  if (total <= 0) return undefined
  const session = cart.payment_sessions.find((stored) => stored.is_selected)
  if (!session) throw new NotAllowed('You cannot complete a cart without a payment session.')
  return session
}

function contentsOf({ items, shipping_methods }: CartFacts): string {
  const lines = items.map(({ id, quantity, unit_price }) => [id, quantity, unit_price])
  const shipping = shipping_methods.map(({ id, price }) => [id, price])
  return createHash('sha256')
    .update(JSON.stringify([lines, shipping]))
    .digest('hex')
}
