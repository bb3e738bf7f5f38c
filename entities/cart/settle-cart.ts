import type { EntityManager } from '@mikro-orm/postgresql'
import { type PaymentProviders, syncPaymentSessions } from '../payment/sync-payment-sessions.ts'
import { type PricedCart, priceCart } from './price-cart.ts'
import { type CartFacts, readCart } from './read-cart.ts'

export interface SettledCart {
  cart: CartFacts
  priced: PricedCart
}

/** Writes what was changed about a cart, brings its payment sessions up to what it costs now, and reads it. */
export async function settleCart(em: EntityManager, providers: PaymentProviders, id: string): Promise<SettledCart> {
  await em.flush()
  const cart = await readCart(em, id)
  if (cart.payment_sessions.length > 0) await syncPaymentSessions(em, providers, cart)
  return { cart, priced: priceCart(cart) }
}
