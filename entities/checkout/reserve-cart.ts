import type { EntityManager } from '@mikro-orm/postgresql'
import { batchByName } from '#database/batch-by-name.ts'
import { lockCartById } from '#entities/cart/cart/lock-cart.ts'
import { type CartSnapshot, cartById, parseCart } from '#entities/cart/cart/read-cart.ts'
import { lockStockOfCart } from '#entities/cart/stock/take-stock.ts'
import type { RedeemableRow } from '#entities/promotions/discount/redeemable-discounts.ts'
import { cartDiscountsStatement, lockLimitedDiscountsOfCart } from './redeem-discounts.ts'
import { lockGiftCardsOfCart } from './redeem-gift-cards.ts'

export interface ReservedCart {
  cart: CartSnapshot
  shortVariants: readonly { id: string }[]
  discounts: readonly RedeemableRow[]
}

/** Lock order of every completion: the cart, its gift cards, its stock, its limited discounts. @throws NotFound */
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
