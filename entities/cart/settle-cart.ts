import type { EntityManager } from '@mikro-orm/postgresql'
import { type PaymentProviders, syncPaymentSessions } from '../payment/sync-payment-sessions.ts'
import { type Bound, together } from '../statement.ts'
import { type PricedCart, priceCart } from './price-cart.ts'
import { type CartFacts, cartById, cartFrom } from './read-cart.ts'

export interface SettledCart {
  cart: CartFacts
  priced: PricedCart
}

/**
 * Writes what was changed about a cart, and what `writes` are yet to write, brings its payment sessions up to what it
 * costs now, and reads it.
 */
export async function settleCart(
  em: EntityManager,
  providers: PaymentProviders,
  id: string,
  ...writes: Bound<object>[]
): Promise<SettledCart> {
  await em.flush()
  const answers: object[][] = await together(em, ...writes, cartById.with(id))
  const cart = cartFrom(answers.at(-1) as { cart: unknown }[], id)
  if (cart.payment_sessions.length > 0) await syncPaymentSessions(em, providers, cart)
  return { cart, priced: priceCart(cart) }
}
