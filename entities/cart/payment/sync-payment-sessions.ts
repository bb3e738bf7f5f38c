import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteRow, insertRow, type JsonRow, type Row, trackRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import { addProviderTimeouts } from '#entities/platform/remote/provider-timeout.ts'
import type { CartSnapshot, PaymentSessionSnapshot } from '../cart/read-cart.ts'
import { priceCart } from '../pricing/price-cart.ts'
import { parseInitiationResponse } from './parse-provider-response.ts'
import type { PaymentContext, PaymentProvider } from './payment-port.ts'
import { PaymentSession } from './payment-session.ts'
import { SYSTEM, systemPayment } from './system-payment.ts'

export type PaymentProviders = ReadonlyMap<string, PaymentProvider>

/**
 * Brings the payment sessions of a cart up to what it costs, taxes included: their amounts follow the total, providers
 * that the region does not have go, and those that are missing come; the only provider of a region is selected. A cart
 * with nothing to pay has no sessions. `cart.payment_sessions` is what is stored, before and after.
 */
export async function syncPaymentSessions(
  em: EntityManager,
  providers: PaymentProviders,
  cart: CartSnapshot,
): Promise<void> {
  const payment = buildCartPayment(cart)
  const stored = cart.payment_sessions.map((session) => trackRow(em, PaymentSession, session))
  const offered = new Set(payment.amount > 0 ? cart.region.payment_providers.map((provider) => provider.id) : [])
  const staying = stored.filter((session) => offered.has(session.provider_id))
  const leaving = stored.filter((session) => !offered.has(session.provider_id))
  const missing = [...offered].filter((id) => !staying.some((session) => session.provider_id === id))
  const kept = [...staying, ...missing.map((provider_id) => newSession(em, provider_id, payment))]
  const only = kept.length === 1 && !kept[0]?.is_selected ? kept[0] : undefined
  // What is asked of a provider comes before what is said to it.
  const begun = only && (await initiatePayment(providers, only, payment))
  for (const session of leaving) await deleteSession(em, providers, session)
  for (const session of staying) await updateSession(providers, session, payment)
  if (only && begun) {
    // At no moment may two sessions of a cart be selected.
    if (leaving.length > 0) await em.flush()
    selectSession(only, begun)
  }
  await em.flush()
  cart.payment_sessions = kept.map(toSessionSnapshot)
}

/** What the provider is told about the payment of a cart: its total with taxes. */
export function buildCartPayment(cart: CartSnapshot): PaymentContext {
  return {
    cart_id: cart.id,
    email: cart.email,
    amount: priceCart(cart, 'forced').totals.total,
    currency_code: cart.region.currency_code,
  }
}

export async function findCartSessions(em: EntityManager, cart_id: string): Promise<Row<PaymentSession>[]> {
  const rows = await sessionsOfCart(em, cart_id)
  return rows.map(({ row }) => trackRow(em, PaymentSession, row))
}

const sessionsOfCart = statement<JsonRow>(
  'select to_json(ps) as row from payment_session ps where cart_id = $1 order by created_at, id',
)

/** A payment that was begun at its provider; `amount` in minor units. */
export type InitiatedPayment = Pick<PaymentSession, 'data' | 'status'> & { amount: number }

/** Begins a payment at the provider. */
export async function initiatePayment(
  providers: PaymentProviders,
  by: { provider_id: string },
  payment: PaymentContext,
): Promise<InitiatedPayment> {
  const { data, status } = parseInitiationResponse(await findPaymentProvider(providers, by).initiate(payment))
  return { data, status, amount: payment.amount }
}

/** From now on it is the one that the cart pays with. */
export function selectSession(session: Row<PaymentSession>, begun: InitiatedPayment): void {
  Object.assign(session, begun, { is_selected: true, is_initiated: true })
}

/** Ends the payment at the provider and forgets the session. */
export async function deleteSession(
  em: EntityManager,
  providers: PaymentProviders,
  session: Row<PaymentSession>,
): Promise<void> {
  if (session.is_initiated) await findPaymentProvider(providers, session).delete(session.data)
  deleteRow(em, session)
}

/** Ends the payment at the provider; the session stays, to be chosen again. */
export async function deselectSession(providers: PaymentProviders, session: Row<PaymentSession>): Promise<void> {
  if (session.is_initiated) await findPaymentProvider(providers, session).delete(session.data)
  Object.assign(session, { is_selected: null, is_initiated: false, status: 'pending', data: {} })
}

export function newSession(
  em: EntityManager,
  provider_id: string,
  { cart_id, amount }: PaymentContext,
): Row<PaymentSession> {
  return insertRow(em, PaymentSession, { cart_id, provider_id, amount, data: {}, is_selected: null })
}

export function findPaymentProvider(
  providers: PaymentProviders,
  { provider_id }: { provider_id: string },
): PaymentProvider {
  const provider = provider_id === SYSTEM ? systemPayment : providers.get(provider_id)
  if (!provider) throw new InvalidData(`The payment provider ${provider_id} is not installed`)
  return provider.remote ? addProviderTimeouts(provider, provider.remote) : provider
}

/** An initiated payment is told of a new amount; one that was initiated but is not selected is ended. */
async function updateSession(
  providers: PaymentProviders,
  session: Row<PaymentSession>,
  payment: PaymentContext,
): Promise<void> {
  if (session.is_initiated && !session.is_selected) await deselectSession(providers, session)
  if (session.is_initiated && session.amount !== payment.amount) {
    const { data } = parseInitiationResponse(
      await findPaymentProvider(providers, session).update(session.data, payment),
    )
    session.data = data
  }
  session.amount = payment.amount
}

const toSessionSnapshot = (session: Row<PaymentSession>): PaymentSessionSnapshot => ({
  ...(session as Required<Row<PaymentSession>>),
  metadata: null,
  is_selected: session.is_selected ?? null,
  idempotency_key: session.idempotency_key ?? null,
  amount: session.amount ?? null,
  payment_authorized_at: session.payment_authorized_at ?? null,
})
