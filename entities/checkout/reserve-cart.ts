import type { EntityManager } from '@mikro-orm/postgresql'
import { batch } from '#database/statement.ts'
import { lockCartStatement } from '#entities/cart/cart/lock-cart.ts'
import { type CartSnapshot, parseCart, selectCartStatement, usedTenders } from '#entities/cart/cart/read-cart.ts'
import { type CartStock, orderStock } from '#entities/orders/stock/order-stock.ts'
import { lockChosenBalances } from '#entities/promotions/balance/read-balances.ts'
import type { RedeemableRow } from '#entities/promotions/discount/redeemable-discounts.ts'
import { lockLimitedDiscountsStatement, selectCartDiscountsStatement } from './redeem-discounts.ts'
import { lockCartGiftCardsStatement } from './redeem-gift-cards.ts'

export interface ReservedCart {
  cart: CartSnapshot
  stock: CartStock
  discounts: readonly RedeemableRow[]
}

/** Lock order of every completion: the cart, its gift cards, its stock, its rules with a budget, its limited discounts, the customers of its mailbox, its balances. @throws NotFound */
export async function reserveCart(em: EntityManager, id: string): Promise<ReservedCart> {
  const stock = (await orderStock(em)).lockCart(id)
  const [lockStock, selectStock] = stock.statements
  const [_lockedCart, _lockedGiftCards, _lockedStock, stockRows, _lockedDiscounts, discounts, snapshots] = await batch(
    em,
    lockCartStatement.with(id),
    lockCartGiftCardsStatement.with(id),
    lockStock,
    selectStock,
    lockLimitedDiscountsStatement.with(id),
    selectCartDiscountsStatement.with(id),
    selectCartStatement.with(id),
  )
  const cart = await parseCart(em, snapshots, id)
  const tenders = usedTenders(cart)
  if (tenders) cart.balances = await lockChosenBalances(em, tenders)
  return { cart, stock: stock.parse(stockRows, cart), discounts }
}
