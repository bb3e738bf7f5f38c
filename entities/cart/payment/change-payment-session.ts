import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import type { PaymentContext, PaymentData, RerunnablePaymentProviders } from './payment-port.ts'
import type { PaymentSession } from './payment-session.ts'
import {
  buildCartPayment,
  deleteSession,
  deselectSession,
  findCartSessions,
  findPaymentProvider,
  initiatePayment,
  newSession,
  selectSession,
} from './sync-payment-sessions.ts'

/** @throws NotAllowed if the region does not have the provider. InvalidData if the cart has no session for it. */
export async function selectPaymentSession(
  em: EntityManager,
  providers: RerunnablePaymentProviders,
  cart: CartSnapshot,
  provider_id: string,
): Promise<Row<PaymentSession>> {
  if (!cart.region.payment_providers.some((provider) => provider.id === provider_id)) {
    throw new NotAllowed('The payment method is not available in this region')
  }
  const sessions = await findCartSessions(em, cart.id)
  const chosen = sessions.find((session) => session.provider_id === provider_id)
  if (!chosen) throw new InvalidData('Could not find payment session')
  const initiated = chosen.is_selected ? undefined : await initiatePayment(providers, chosen, buildCartPayment(cart))
  const previous = sessions.find((session) => session.is_selected && session !== chosen)
  if (previous) {
    await deselectSession(providers, previous)
    // A unique index allows one selected session per cart.
    await em.flush()
  }
  if (initiated) selectSession(chosen, initiated)
  return chosen
}

const MAX_DATA_BYTES = 65_536

export async function updatePaymentSession(
  em: EntityManager,
  providers: RerunnablePaymentProviders,
  cart: CartSnapshot,
  { provider_id, data }: { provider_id: string; data: PaymentData },
): Promise<void> {
  const session = await selectPaymentSession(em, providers, cart, provider_id)
  const answer = await findPaymentProvider(providers, session).updateData(session.data, data)
  session.data = { ...session.data, ...answer }
  if (Buffer.byteLength(JSON.stringify(session.data)) > MAX_DATA_BYTES)
    throw new InvalidData(`The data of a payment session must not be larger than ${MAX_DATA_BYTES} bytes`)
}

export async function deletePaymentSession(
  em: EntityManager,
  providers: RerunnablePaymentProviders,
  cart_id: string,
  provider_id: string,
): Promise<void> {
  const session = (await findCartSessions(em, cart_id)).find((stored) => stored.provider_id === provider_id)
  if (session) await deleteSession(em, providers, session)
}

export async function refreshPaymentSession(
  em: EntityManager,
  providers: RerunnablePaymentProviders,
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
  const initiated = await initiatePayment(providers, session, payment)
  await deleteSession(em, providers, session)
  await em.flush()
  selectSession(newSession(em, provider_id, payment), initiated)
}
