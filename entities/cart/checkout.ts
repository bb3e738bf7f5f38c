import { createHash } from 'node:crypto'
import type { EntityManager } from '@mikro-orm/postgresql'
import { countingUse, lockingDiscounts, refuseUnusableDiscounts } from '../discount/redeem-discounts.ts'
import { InvalidData, NotAllowed } from '../errors.ts'
import { type Announcement, announcing } from '../event/announce.ts'
import type { GiftCard } from '../gift-card/gift-card.ts'
import { issueGiftCards } from '../gift-card/issue-gift-cards.ts'
import { lockGiftCards, redeemGiftCards, refuseUnusableCards } from '../gift-card/redeem-gift-cards.ts'
import { type DraftFacts, placing } from '../order/place-order.ts'
import { type Authorization, keeping } from '../payment/authorize-payment.ts'
import { lockingStock, refuseShort, takingStock } from '../product/take-stock.ts'
import { later, together } from '../statement.ts'
import { type PricedCart, priceCart } from './price-cart.ts'
import { type CartFacts, type PaymentSessionFacts, readCart } from './read-cart.ts'

/** A cart that lacks nothing to be ordered. */
export interface Checkout {
  cart: CartFacts
  priced: PricedCart
  total: number
  /** The session that pays; none is needed where there is nothing to pay. */
  session: PaymentSessionFacts | undefined
  /** What is paid for, as a text that is the same only as long as that is. */
  contents: string
}

/**
 * Reads a cart, which was read under its lock, to order what is in it.
 * @throws InvalidData or NotAllowed for what it lacks.
 */
export async function readCheckout(em: EntityManager, read: CartFacts, pays = selectedSession): Promise<Checkout> {
  const cart = await withLockedGiftCards(em, read)
  const priced = priceCart(cart, 'forced')
  const { total } = priced.totals
  if (cart.items.length === 0) throw new InvalidData('Cannot create order from empty cart')
  const session = pays(cart, total)
  if (!cart.customer_id || !cart.email) throw new InvalidData('Cannot create an order from the cart without a customer')
  return { cart, priced, total, session, contents: contentsOf(cart) }
}

/** Whether the customer agreed to pay what it costs now. */
export const isAgreed = ({ session, total }: Checkout): boolean => !session || session.amount === total

/**
 * Makes sure that everything of an order can be had, and keeps it from others until the end of the transaction.
 * @throws OutOfStock. NotAllowed or InvalidData where a discount or gift card cannot be used any more.
 */
export async function reserveGoods(em: EntityManager, { cart, priced }: Checkout): Promise<void> {
  const [short, discounts] = await together(em, lockingStock(cart.items), lockingDiscounts(cart))
  refuseShort(short)
  refuseUnusableDiscounts(cart, discounts)
  refuseUnusableCards(cart, priced.totals)
}

/** Takes what is reserved and makes it an order, whose id it answers; the cart is completed from now on. */
export async function orderGoods(
  em: EntityManager,
  { cart, priced, session, payment, draft }: Checkout & { payment: Authorization | undefined; draft?: DraftFacts },
): Promise<string> {
  const { id, statements } = placing(em, { cart, priced, payment, draft })
  const cards = issueGiftCards(em, { cart, priced, order_id: id })
  await later(
    em,
    takingStock(cart.items),
    countingUse(cart),
    ...(session && payment ? [keeping(session.id, payment)] : []),
    ...statements,
    announcing(placed({ id, no_notification: draft?.no_notification_order ?? null }, cards)),
  )
  await redeemGiftCards(em, cart, { order_id: id, gift_card_total: priced.totals.gift_card_total })
  await em.flush()
  return id
}

interface Placed {
  id: string
  no_notification: boolean | null
}

const placed = ({ id, no_notification }: Placed, cards: readonly GiftCard[]): Announcement[] => [
  { name: 'order.placed', payload: { id, no_notification } },
  ...cards.flatMap((card): Announcement[] => [
    { name: 'gift_card.created', payload: { id: card.id } },
    { name: 'order.gift_card_created', payload: { id, gift_card_id: card.id } },
  ]),
]

/** Balances count only while nobody else can spend them. */
async function withLockedGiftCards(em: EntityManager, cart: CartFacts): Promise<CartFacts> {
  if (cart.gift_cards.length === 0) return cart
  await lockGiftCards(em, cart.id)
  return readCart(em, cart.id)
}

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
