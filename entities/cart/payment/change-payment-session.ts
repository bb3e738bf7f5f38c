import type { EntityManager } from '@mikro-orm/postgresql'
import { type Row, trackRow } from '#database/rows.ts'
import { InvalidData, NotAllowed } from '#entities/errors.ts'
import { shopOf } from '#entities/shop.ts'
import type { CartSnapshot } from '../cart/read-cart.ts'
import { priceCart } from '../pricing/price-cart.ts'
import { isChosen, isSplit, partsOf } from './payment-parts.ts'
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
  toSessionSnapshot,
  updateSessions,
} from './sync-payment-sessions.ts'

interface ChosenProvider {
  /** Read after the lock, so that its sessions are current. */
  cart: CartSnapshot
  provider_id: string
}

/**
 * Ends a split payment: the selected session pays everything.
 * @throws NotAllowed if the region does not have the provider. InvalidData if the cart has no session for it.
 */
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
  const previousSessions = sessions.filter((one) => isChosen(one) && (one !== session || initiatedPayment))
  for (const previous of previousSessions) await deselectSession(providers, previous)
  // A unique index allows one selected session per cart.
  if (previousSessions.length > 0) await em.flush()
  if (initiatedPayment) selectSession(session, initiatedPayment)
  return session
}

const MAX_DATA_BYTES = 65_536

export async function updatePaymentSession(
  em: EntityManager,
  providers: PaymentProviders,
  { data, ...chosen }: ChosenProvider & { data: PaymentData },
): Promise<void> {
  const session = maybeTrackPart(em, chosen) ?? (await selectPaymentSession(em, providers, chosen))
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
  const isOfSplit = isSplit(cart.payment_sessions) && isChosen(session)
  const payment = isOfSplit ? buildCartPayment(cart, priceCart(cart, shopOf(em), 'forced')) : undefined
  await deleteSession(em, providers, session)
  cart.payment_sessions = cart.payment_sessions.filter(({ id }) => id !== session.id)
  if (payment) await endSplit(em, providers, { cart, payment })
}

/** The selected session, if it is still there, pays everything. */
async function endSplit(
  em: EntityManager,
  providers: PaymentProviders,
  { cart, payment }: { cart: CartSnapshot; payment: PaymentContext },
): Promise<void> {
  const sessions = cart.payment_sessions.map((stored) => trackRow(em, PaymentSession, stored))
  for (const session of sessions) if (session.fixed_amount != null) await deselectSession(providers, session)
  await updateSessions(providers, sessions, payment)
  await em.flush()
  cart.payment_sessions = sessions.map(toSessionSnapshot)
}

export async function refreshPaymentSession(
  em: EntityManager,
  providers: PaymentProviders,
  { cart, provider_id }: ChosenProvider,
): Promise<void> {
  const session = maybeTrackSession(em, { cart, provider_id })
  if (!session) return
  const due = buildCartPayment(cart, priceCart(cart, shopOf(em), 'forced'))
  const part = partsOf(cart.payment_sessions, due.amount).find((one) => one.session.id === session.id)
  if (!part) {
    session.amount = due.amount
    return
  }
  const payment: PaymentContext = { ...due, amount: part.amount }
  const { is_selected, fixed_amount } = session
  const initiatedPayment = await initiatePayment(providers, session, payment)
  await deleteSession(em, providers, session)
  await em.flush()
  const refreshed = insertSession(em, provider_id, payment)
  Object.assign(refreshed, initiatedPayment, { is_selected, fixed_amount, is_initiated: true })
}

/** Returns the session if it pays a part of a split payment, which the change of its data does not end. */
function maybeTrackPart(em: EntityManager, chosen: ChosenProvider): Row<PaymentSession> | undefined {
  if (!isSplit(chosen.cart.payment_sessions)) return undefined
  const session = maybeTrackSession(em, chosen)
  return session && isChosen(session) ? session : undefined
}

function maybeTrackSession(em: EntityManager, { cart, provider_id }: ChosenProvider): Row<PaymentSession> | undefined {
  const stored = cart.payment_sessions.find((session) => session.provider_id === provider_id)
  return stored && trackRow(em, PaymentSession, stored)
}
