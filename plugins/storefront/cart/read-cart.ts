import { NotFound } from 'cartwright'
import type { Cart } from '../api.ts'
import type { Visit } from '../site/visit.ts'

/** The open cart of the visitor, or null. Forgets a deleted cart, and a cart that became an order. */
export async function maybeCart({ store, cart }: Pick<Visit, 'store' | 'cart'>): Promise<Cart | null> {
  const { id } = cart
  if (!id) return null
  const found = await store.carts
    .get({ id, expand: 'payment_sessions,items.variant.product' })
    .catch((error: unknown) => {
      if (error instanceof NotFound) return undefined
      throw error
    })
  if (found && !found.cart.completed_at) {
    cart.keep(found.cart)
    return found.cart
  }
  cart.forget()
  return null
}
