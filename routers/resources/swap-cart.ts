import type { EntityManager } from '@mikro-orm/postgresql'
import { readCart } from '#entities/cart/cart/read-cart.ts'
import { priceCart } from '#entities/cart/pricing/price-cart.ts'
import { NotFound } from '#entities/errors.ts'
import { shopOf } from '#entities/shop.ts'
import type { CartView } from './cart.ts'
import { showCart } from './show-cart.ts'

interface SwapRow {
  cart_id: string | null
  cart?: CartView | null | undefined
}

/** Fills in the priced carts of swaps. @throws NotFound if a swap has no cart. */
export async function fillSwapCarts<Swap extends SwapRow>(
  { em }: { em: EntityManager },
  swaps: Swap[],
): Promise<Swap[]> {
  for (const swap of swaps) {
    if (swap.cart_id === null) throw new NotFound('Swap was not found')
    const cart = await readCart(em, swap.cart_id)
    swap.cart = showCart({ cart, priced: priceCart(cart, shopOf(em)) })
  }
  return swaps
}
