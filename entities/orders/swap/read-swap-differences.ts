import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { readCarts } from '#entities/cart/cart/read-cart.ts'
import { priceCart } from '#entities/cart/pricing/price-cart.ts'
import { shopOf } from '#entities/shop.ts'

export interface SwapDifference {
  swap_id: string
  currency_code: string
  /** What the customer pays, or, if negative, gets back, in minor units. Without the shipping that the cart does not have yet. */
  difference: number
}

/** Prices the carts of swaps that are not confirmed. @throws ProviderAnswerNeeded as `priceCart` does. */
export async function readSwapDifferences(em: EntityManager, ids: readonly string[]): Promise<SwapDifference[]> {
  const swaps = new Map((await selectSwaps(em, ids)).map(({ id, cart_id }) => [cart_id, id]))
  if (swaps.size === 0) return []
  const carts = await readCarts(em, [...swaps.keys()])
  return carts.map((cart) => ({
    swap_id: swaps.get(cart.id) ?? '',
    currency_code: cart.region.currency_code,
    difference: priceCart(cart, shopOf(em), 'forced').totals.total,
  }))
}

const selectSwaps = statement<{ id: string; cart_id: string }, [ids: readonly string[]]>(
  'select id, cart_id from swap where id = any($1::text[]) and cart_id is not null and confirmed_at is null',
)
