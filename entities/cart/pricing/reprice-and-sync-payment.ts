import type { EntityManager } from '@mikro-orm/postgresql'
import { type CartSnapshot, readCart } from '../cart/read-cart.ts'
import { type PaymentProviders, syncPaymentSessions } from '../payment/sync-payment-sessions.ts'
import { type PricedCart, priceCart } from './price-cart.ts'

export interface SyncedCart {
  cart: CartSnapshot
  priced: PricedCart
}

/** Writes what was changed about a cart, brings its payment sessions up to what it costs now, and reads it. */
export async function reloadAndSyncPayment(
  em: EntityManager,
  providers: PaymentProviders,
  id: string,
): Promise<SyncedCart> {
  await em.flush()
  return repriceAndSyncPayment(em, providers, await readCart(em, id))
}

/** The same for a cart that was read before it was changed, and changed as it is stored. */
export async function repriceAndSyncPayment(
  em: EntityManager,
  providers: PaymentProviders,
  cart: CartSnapshot,
): Promise<SyncedCart> {
  await em.flush()
  if (cart.payment_sessions.length > 0) await syncPaymentSessions(em, providers, cart)
  return { cart, priced: priceCart(cart) }
}
