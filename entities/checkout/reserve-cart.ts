import type { EntityManager } from '@mikro-orm/postgresql'
import { batchByName } from '#database/batch-by-name.ts'
import type { RedeemableRow } from '#entities/cart/cart/apply-discounts.ts'
import { lockCartById } from '#entities/cart/cart/lock-cart.ts'
import { type CartSnapshot, cartById, parseCart } from '#entities/cart/cart/read-cart.ts'
import { lockStockOfCart } from '#entities/cart/stock/take-stock.ts'
import { cartDiscountsStatement, lockLimitedDiscountsOfCart } from './redeem-discounts.ts'
import { lockGiftCardsOfCart } from './redeem-gift-cards.ts'

/** A locked cart with the locked stock, gift cards and discounts that its completion uses. */
export interface ReservedCart {
  cart: CartSnapshot
  /** The variants whose stock is too low. */
  shortVariants: readonly { id: string }[]
  discounts: readonly RedeemableRow[]
}

/**
 * Locks and reads a cart in one round trip. Every completion locks in this order, so that two of them cannot deadlock: the
 * cart, its gift cards, its stock, its limited discounts. Of a completed cart only the cart itself is locked.
 * @throws NotFound
 */
export async function reserveCart(em: EntityManager, id: string): Promise<ReservedCart> {
  const rows = await batchByName(em, {
    lockedCart: lockCartById.with(id),
    lockedGiftCards: lockGiftCardsOfCart.with(id),
    shortVariants: lockStockOfCart.with(id),
    lockedDiscounts: lockLimitedDiscountsOfCart.with(id),
    discounts: cartDiscountsStatement.with(id),
    cart: cartById.with(id),
  })
  const cart = await parseCart(em, rows.cart, id)
  return { cart, shortVariants: rows.shortVariants, discounts: rows.discounts }
}
