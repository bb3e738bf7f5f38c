import type { EntityManager } from '@mikro-orm/postgresql'
import { isPaymentInProgress, lockCart } from '#entities/cart/cart/lock-cart.ts'
import { trackCart } from '#entities/cart/cart/open-cart.ts'
import { readCart } from '#entities/cart/cart/read-cart.ts'
import { refreshPaymentSession, selectPaymentSession } from '#entities/cart/payment/change-payment-session.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { syncPaymentSessions } from '#entities/cart/payment/sync-payment-sessions.ts'
import { reloadAndSyncPayment } from '#entities/cart/pricing/reprice-and-sync-payment.ts'
import { Conflict, NotAllowed } from '#entities/errors.ts'

/**
 * Chooses the provider of a draft order or a swap. A payment that was declined before starts again.
 * @throws NotAllowed if the cart is paid. Conflict while a provider processes a payment.
 */
export async function chooseCartPayment(
  em: EntityManager,
  providers: PaymentProviders,
  { cart_id, provider_id }: { cart_id: string; provider_id: string },
): Promise<void> {
  const locked = await lockCart(em, cart_id)
  if (locked.completed_at)
    throw new NotAllowed('The payment link is already paid').because({ name: 'draft_order_completed' })
  if (await isPaymentInProgress(em, locked)) throw new Conflict()
  await syncPaymentSessions(em, providers, trackCart(em, await readCart(em, cart_id)))
  await em.flush()
  const cart = trackCart(em, await readCart(em, cart_id))
  const declined = cart.payment_sessions.find(
    (session) => session.provider_id === provider_id && session.status === 'error',
  )
  if (declined) await refreshPaymentSession(em, providers, { cart, provider_id })
  else await selectPaymentSession(em, providers, { cart, provider_id })
  await reloadAndSyncPayment(em, providers, cart_id)
}
