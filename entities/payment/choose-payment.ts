import type { EntityManager } from '@mikro-orm/postgresql'
import type { CartFacts } from '../cart/read-cart.ts'
import { InvalidData, NotAllowed } from '../errors.ts'
import type { PaymentContext, PaymentData } from './payment-port.ts'
import type { PaymentSession } from './payment-session.ts'
import {
  beginPayment,
  deselect,
  discard,
  newSession,
  type PaymentProviders,
  paymentFor,
  providerOf,
  select,
  sessionsOf,
} from './sync-payment-sessions.ts'

/* What a customer does with the payment sessions of a cart. */

/**
 * Makes the session of this provider the one that the cart pays with.
 * @throws NotAllowed where the region does not have the provider. InvalidData where there is no session for it.
 */
export async function choosePayment(
  em: EntityManager,
  providers: PaymentProviders,
  cart: CartFacts,
  provider_id: string,
): Promise<PaymentSession> {
  if (!cart.region.payment_providers.some((provider) => provider.id === provider_id)) {
    throw new NotAllowed('The payment method is not available in this region')
  }
  const sessions = await sessionsOf(em, cart.id)
  const chosen = sessions.find((session) => session.provider_id === provider_id)
  if (!chosen) throw new InvalidData('Could not find payment session')
  const begun = chosen.is_selected ? undefined : await beginPayment(providers, chosen, paymentFor(cart))
  const before = sessions.find((session) => session.is_selected && session !== chosen)
  if (before) {
    await deselect(providers, before)
    // At no moment may two sessions of a cart be selected.
    await em.flush()
  }
  if (begun) select(chosen, begun)
  return chosen
}

/** Chooses the provider and hands it what the client sent. @throws as `choosePayment`. */
export async function changePayment(
  em: EntityManager,
  providers: PaymentProviders,
  cart: CartFacts,
  { provider_id, data }: { provider_id: string; data: PaymentData },
): Promise<void> {
  const session = await choosePayment(em, providers, cart, provider_id)
  const answered = await providerOf(providers, session).updateData(session.data, data)
  session.data = { ...session.data, ...answered }
}

/** Ends the session of this provider, if there is one. */
export async function dropPayment(
  em: EntityManager,
  providers: PaymentProviders,
  cart_id: string,
  provider_id: string,
): Promise<void> {
  const session = (await sessionsOf(em, cart_id)).find((stored) => stored.provider_id === provider_id)
  if (session) await discard(em, providers, session)
}

/** Begins the session of this provider anew, if there is one; it stays selected if it was. */
export async function refreshPayment(
  em: EntityManager,
  providers: PaymentProviders,
  cart: CartFacts,
  provider_id: string,
): Promise<void> {
  const session = (await sessionsOf(em, cart.id)).find((stored) => stored.provider_id === provider_id)
  if (!session) return
  const payment: PaymentContext = paymentFor(cart)
  if (!session.is_selected) {
    session.amount = payment.amount
    return
  }
  const begun = await beginPayment(providers, session, payment)
  await discard(em, providers, session)
  await em.flush()
  select(newSession(em, provider_id, payment), begun)
}
