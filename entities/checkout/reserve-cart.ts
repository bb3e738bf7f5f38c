import type { EntityManager } from '@mikro-orm/postgresql'
import { batch } from '#database/statement.ts'
import { lockCartStatement } from '#entities/cart/cart/lock-cart.ts'
import { type CartSnapshot, parseCart, selectCartStatement } from '#entities/cart/cart/read-cart.ts'
import { lockCartStockStatement } from '#entities/cart/stock/take-stock.ts'
import type { RedeemableRow } from '#entities/promotions/discount/redeemable-discounts.ts'
import { lockLimitedDiscountsStatement, selectCartDiscountsStatement } from './redeem-discounts.ts'
import { lockCartGiftCardsStatement } from './redeem-gift-cards.ts'

export interface ReservedCart {
  cart: CartSnapshot
  shortVariants: readonly { id: string }[]
  discounts: readonly RedeemableRow[]
}

/** Lock order of every completion: the cart, its gift cards, its stock, its limited discounts. @throws NotFound */
export async function reserveCart(em: EntityManager, id: string): Promise<ReservedCart> {
  const [_lockedCart, _lockedGiftCards, shortVariants, _lockedDiscounts, discounts, snapshots] = await batch(
    em,
    lockCartStatement.with(id),
    lockCartGiftCardsStatement.with(id),
    lockCartStockStatement.with(id),
    lockLimitedDiscountsStatement.with(id),
    selectCartDiscountsStatement.with(id),
    selectCartStatement.with(id),
  )
  return { cart: await parseCart(em, snapshots, id), shortVariants, discounts }
}
