import { NotFound } from 'cartwright'
import type { Cart } from '../api.ts'
import type { Visit } from '../site/visit.ts'

type Reader = Pick<Visit, 'store' | 'cart' | 'pictures'>

/** The open cart of the visitor, or null. Forgets a deleted cart, and a cart that became an order. */
export async function maybeCart(visit: Reader): Promise<Cart | null> {
  const found = await lastCart(visit)
  if (found?.completed_at) {
    visit.cart.forget()
    return null
  }
  if (!found) return null
  visit.cart.keep(found)
  await visit.pictures.load(found.items.map(({ thumbnail }) => thumbnail))
  return found
}

/** The cart of the visitor, also one that became an order, or null. Forgets a deleted cart. */
export async function lastCart({ store, cart }: Reader): Promise<Cart | null> {
  const { id } = cart
  if (!id) return null
  const found = await store.carts
    .get({ id, expand: 'payment_sessions,items.variant.product' })
    .catch((error: unknown) => {
      if (error instanceof NotFound) return undefined
      throw error
    })
  if (!found) cart.forget()
  return found?.cart ?? null
}
