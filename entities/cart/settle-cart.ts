import type { EntityManager } from '@mikro-orm/postgresql'
import { type PaymentProviders, syncPaymentSessions } from '../payment/sync-payment-sessions.ts'
import { writeRows } from '../rows.ts'
import { type PricedCart, priceCart } from './price-cart.ts'
import { type CartFacts, readCart } from './read-cart.ts'

export interface SettledCart {
  cart: CartFacts
  priced: PricedCart
}

/** Writes what was changed about a cart, brings its payment sessions up to what it costs now, and reads it. */
export async function settleCart(em: EntityManager, providers: PaymentProviders, id: string): Promise<SettledCart> {
  await em.flush()
  return settle(em, providers, await readCart(em, id))
}

/** The same for a cart that was read before it was changed, and changed as it is stored. */
export async function settle(em: EntityManager, providers: PaymentProviders, cart: CartFacts): Promise<SettledCart> {
  await writeRows(em)
  if (cart.payment_sessions.length > 0) await syncPaymentSessions(em, providers, cart)
  return { cart, priced: priceCart(cart) }
}
