import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import type { PaymentContext, PaymentData } from './payment-port.ts'
import type { PaymentSession } from './payment-session.ts'
import {
  buildCartPayment,
  deleteSession,
  deselectSession,
  findCartSessions,
  findPaymentProvider,
  initiatePayment,
  newSession,
  type PaymentProviders,
  selectSession,
} from './sync-payment-sessions.ts'

/* What a customer does with the payment sessions of a cart. */

/**
 * Makes the session of this provider the one that the cart pays with.
 * @throws NotAllowed where the region does not have the provider. InvalidData where there is no session for it.
 */
export async function selectPaymentSession(
  em: EntityManager,
  providers: PaymentProviders,
  cart: CartSnapshot,
  provider_id: string,
): Promise<Row<PaymentSession>> {
  if (!cart.region.payment_providers.some((provider) => provider.id === provider_id)) {
    throw new NotAllowed('The payment method is not available in this region')
  }
  const sessions = await findCartSessions(em, cart.id)
  const chosen = sessions.find((session) => session.provider_id === provider_id)
  if (!chosen) throw new InvalidData('Could not find payment session')
  const begun = chosen.is_selected ? undefined : await initiatePayment(providers, chosen, buildCartPayment(cart))
  const before = sessions.find((session) => session.is_selected && session !== chosen)
  if (before) {
    await deselectSession(providers, before)
    // At no moment may two sessions of a cart be selected.
    await em.flush()
  }
  if (begun) selectSession(chosen, begun)
  return chosen
}

/** Bytes of JSON that a session may hold after a customer has sent data for it: each request can add some. */
const MAX_DATA = 65_536

/**
 * Chooses the provider, hands it the data of the client and stores its answer.
 * @throws as `choosePayment`, and InvalidData if the session becomes too large.
 */
export async function updatePaymentSession(
  em: EntityManager,
  providers: PaymentProviders,
  cart: CartSnapshot,
  { provider_id, data }: { provider_id: string; data: PaymentData },
): Promise<void> {
  const session = await selectPaymentSession(em, providers, cart, provider_id)
  const answered = await findPaymentProvider(providers, session).updateData(session.data, data)
  session.data = { ...session.data, ...answered }
  if (Buffer.byteLength(JSON.stringify(session.data)) > MAX_DATA)
    throw new InvalidData(`The data of a payment session must not be larger than ${MAX_DATA} bytes`)
}

/** Ends the session of this provider, if there is one. */
export async function deletePaymentSession(
  em: EntityManager,
  providers: PaymentProviders,
  cart_id: string,
  provider_id: string,
): Promise<void> {
  const session = (await findCartSessions(em, cart_id)).find((stored) => stored.provider_id === provider_id)
  if (session) await deleteSession(em, providers, session)
}

/** Begins the session of this provider anew, if there is one; it stays selected if it was. */
export async function refreshPaymentSession(
  em: EntityManager,
  providers: PaymentProviders,
  cart: CartSnapshot,
  provider_id: string,
): Promise<void> {
  const session = (await findCartSessions(em, cart.id)).find((stored) => stored.provider_id === provider_id)
  if (!session) return
  const payment: PaymentContext = buildCartPayment(cart)
  if (!session.is_selected) {
    session.amount = payment.amount
    return
  }
  const begun = await initiatePayment(providers, session, payment)
  await deleteSession(em, providers, session)
  await em.flush()
  selectSession(newSession(em, provider_id, payment), begun)
}
