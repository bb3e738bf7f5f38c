import type { EntityManager } from '@mikro-orm/postgresql'
import { priceCart } from '../pricing/price-cart.ts'
import type { CartTotals } from '../pricing/totals.ts'
import { type CartSnapshot, readCart } from './read-cart.ts'

export interface PricedCartSnapshot {
  cart: CartSnapshot
  totals: CartTotals
}

/** Reads a cart with the totals that its customer would pay. @throws NotFound if the cart does not exist. */
export async function readPricedCart(em: EntityManager, id: string): Promise<PricedCartSnapshot> {
  const cart = await readCart(em, id)
  return { cart, totals: priceCart(cart, 'forced').totals }
}
