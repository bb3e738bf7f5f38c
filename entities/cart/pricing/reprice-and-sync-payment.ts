import type { EntityManager } from '@mikro-orm/postgresql'
import { shopOf } from '#entities/shop.ts'
import { type CartSnapshot, readCart } from '../cart/read-cart.ts'
import { refreshAutomaticDiscounts } from '../cart/refresh-automatic-discounts.ts'
import type { PaymentProviders } from '../payment/payment-port.ts'
import { hasAgreement, recordAgreement } from '../payment/record-agreement.ts'
import { syncPaymentSessions } from '../payment/sync-payment-sessions.ts'
import { type PricedCart, priceCart } from './price-cart.ts'

export interface SyncedCart {
  cart: CartSnapshot
  priced: PricedCart
}

/** Flushes all changes and then reads the cart again. */
export async function reloadAndSyncPayment(
  em: EntityManager,
  providers: PaymentProviders,
  id: string,
): Promise<SyncedCart> {
  await em.flush()
  return repriceAndSyncPayment(em, providers, await readCart(em, id))
}

/** `cart` must already contain all changes except those of automatic discounts, since it is not read again. */
export async function repriceAndSyncPayment(
  em: EntityManager,
  providers: PaymentProviders,
  cart: CartSnapshot,
): Promise<SyncedCart> {
  await em.flush()
  await refreshAutomaticDiscounts(em, cart)
  if (cart.payment_sessions.length > 0) await syncPaymentSessions(em, providers, cart)
  else if (hasAgreement(cart)) await recordAgreement(em, cart)
  return { cart, priced: priceCart(cart, shopOf(em)) }
}
