import type { EntityManager } from '@mikro-orm/postgresql'
import { batch } from '#database/statement.ts'
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
  const [_lockedCart, _lockedGiftCards, shortVariants, _lockedDiscounts, discounts, snapshots] = await batch(
    em,
    lockCartById.with(id),
    lockGiftCardsOfCart.with(id),
    lockStockOfCart.with(id),
    lockLimitedDiscountsOfCart.with(id),
    cartDiscountsStatement.with(id),
    cartById.with(id),
  )
  return { cart: await parseCart(em, snapshots, id), shortVariants, discounts }
}
