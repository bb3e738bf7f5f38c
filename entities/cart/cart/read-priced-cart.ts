import type { EntityManager } from '@mikro-orm/postgresql'
import { retryWithAnswers } from '#entities/platform/remote/provider-answer-needed.ts'
import { shopOf } from '#entities/shop.ts'
import type { Frozen } from '#entities/values/frozen.ts'
import { priceCart } from '../pricing/price-cart.ts'
import type { CartTotals } from '../pricing/totals.ts'
import { type CartSnapshot, readCart } from './read-cart.ts'

export type PricedCartSnapshot = Frozen<{ cart: CartSnapshot; totals: CartTotals }>

/**
 * Reads a cart with the totals that its customer would pay. Outside of a transaction, it waits for a missing answer of the tax
 * provider.
 * @throws NotFound if the cart does not exist. In a transaction, ProviderAnswerNeeded if an answer is missing.
 */
export function readPricedCart(em: EntityManager, id: string): Promise<PricedCartSnapshot> {
  const read = async () => {
    const cart = await readCart(em, id)
    return { cart, totals: priceCart(cart, shopOf(em), 'forced').totals }
  }
  return em.isInTransaction() ? read() : retryWithAnswers(read)
}
