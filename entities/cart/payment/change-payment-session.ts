import type { EntityManager } from '@mikro-orm/postgresql'
import { type Row, trackRow } from '#database/rows.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { shopOf } from '#entities/shop.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import { priceCart } from '../pricing/price-cart.ts'
import type { PaymentContext, PaymentData, PaymentProviders } from './payment-port.ts'
import { PaymentSession } from './payment-session.ts'
import {
  buildCartPayment,
  deleteSession,
  deselectSession,
  findPaymentProvider,
  initiatePayment,
  insertSession,
  selectSession,
} from './sync-payment-sessions.ts'

interface ChosenProvider {
  /** Read after the lock, so that its sessions are current. */
  cart: CartSnapshot
  provider_id: string
}

/** @throws NotAllowed if the region does not have the provider. InvalidData if the cart has no session for it. */
export async function selectPaymentSession(
  em: EntityManager,
  providers: PaymentProviders,
  { cart, provider_id }: ChosenProvider,
): Promise<Row<PaymentSession>> {
  if (!cart.region.payment_providers.some((provider) => provider.id === provider_id)) {
    throw new NotAllowed('The payment method is not available in this region')
  }
  const sessions = cart.payment_sessions.map((stored) => trackRow(em, PaymentSession, stored))
  const session = sessions.find((candidate) => candidate.provider_id === provider_id)
  if (!session) throw new InvalidData('Could not find payment session')
  // A missing answer of a tax provider ends this run, so the pricing precedes changes of the payment.
  const payment = buildCartPayment(cart, priceCart(cart, shopOf(em), 'forced'))
  const initiatedPayment = session.is_selected ? undefined : await initiatePayment(providers, session, payment)
  const previousSession = sessions.find((candidate) => candidate.is_selected && candidate !== session)
  if (previousSession) {
    await deselectSession(providers, previousSession)
    // A unique index allows one selected session per cart.
    await em.flush()
  }
  if (initiatedPayment) selectSession(session, initiatedPayment)
  return session
}

const MAX_DATA_BYTES = 65_536

export async function updatePaymentSession(
  em: EntityManager,
  providers: PaymentProviders,
  { data, ...chosen }: ChosenProvider & { data: PaymentData },
): Promise<void> {
  const session = await selectPaymentSession(em, providers, chosen)
  const newData = await findPaymentProvider(providers, session).updateData(session.data, data)
  session.data = { ...session.data, ...newData }
  if (Buffer.byteLength(JSON.stringify(session.data)) > MAX_DATA_BYTES)
    throw new InvalidData(`The data of a payment session must not be larger than ${MAX_DATA_BYTES} bytes`)
}

export async function deletePaymentSession(
  em: EntityManager,
  providers: PaymentProviders,
  { cart, provider_id }: ChosenProvider,
): Promise<void> {
  const session = maybeTrackSession(em, { cart, provider_id })
  if (!session) return
  await deleteSession(em, providers, session)
  cart.payment_sessions = cart.payment_sessions.filter(({ id }) => id !== session.id)
}

export async function refreshPaymentSession(
  em: EntityManager,
  providers: PaymentProviders,
  { cart, provider_id }: ChosenProvider,
): Promise<void> {
  const session = maybeTrackSession(em, { cart, provider_id })
  if (!session) return
  const payment: PaymentContext = buildCartPayment(cart, priceCart(cart, shopOf(em), 'forced'))
  if (!session.is_selected) {
    session.amount = payment.amount
    return
  }
  const initiatedPayment = await initiatePayment(providers, session, payment)
  await deleteSession(em, providers, session)
  await em.flush()
  selectSession(insertSession(em, provider_id, payment), initiatedPayment)
}

function maybeTrackSession(em: EntityManager, { cart, provider_id }: ChosenProvider): Row<PaymentSession> | undefined {
  const stored = cart.payment_sessions.find((session) => session.provider_id === provider_id)
  return stored && trackRow(em, PaymentSession, stored)
}
