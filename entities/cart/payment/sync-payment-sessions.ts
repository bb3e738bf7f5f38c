import type { EntityManager } from '@mikro-orm/postgresql'
import { deleteRow, insertRow, type JsonRow, type Row, trackRow } from '#database/rows.ts'
import { statement } from '#database/statement.ts'
import { InvalidData } from '#entities/errors.ts'
import { addProviderTimeouts } from '#entities/platform/remote/provider-timeout.ts'
import { shopOf } from '#entities/shop.ts'
import type { CartSnapshot, PaymentSessionSnapshot } from '../cart/read-cart.ts'
import { type PricedCart, priceCart } from '../pricing/price-cart.ts'
import { parseInitiationResponse } from './parse-provider-response.ts'
import { payerOf } from './payer.ts'
import { partsOf } from './payment-parts.ts'
import type { PaymentContext, PaymentProvider, PaymentProviders } from './payment-port.ts'
import { PaymentSession } from './payment-session.ts'
import { recordAgreement } from './record-agreement.ts'
import { SYSTEM_PROVIDER_ID, systemPayment } from './system-payment.ts'

/**
 * Keeps one session per provider of the region, or none if no amount remains. A split payment ends if its fixed amounts leave no rest,
 * and the selected session then pays everything. Also stores what gift cards and balances pay. Writes the changes and updates `cart`.
 */
export async function syncPaymentSessions(
  em: EntityManager,
  providers: PaymentProviders,
  cart: CartSnapshot,
): Promise<void> {
  const priced = priceCart(cart, shopOf(em), 'forced')
  const payment = buildCartPayment(cart, priced)
  const storedSessions = cart.payment_sessions.map((session) => trackRow(em, PaymentSession, session))
  const offeredProviderIds = new Set(
    payment.amount > 0 ? cart.region.payment_providers.map((provider) => provider.id) : [],
  )
  const currentSessions = storedSessions.filter((session) => offeredProviderIds.has(session.provider_id))
  const obsoleteSessions = storedSessions.filter((session) => !offeredProviderIds.has(session.provider_id))
  const missingProviderIds = [...offeredProviderIds].filter(
    (id) => !currentSessions.some((session) => session.provider_id === id),
  )
  const sessions = [
    ...currentSessions,
    ...missingProviderIds.map((provider_id) => insertSession(em, provider_id, payment)),
  ]
  const onlySession = sessions.length === 1 && !sessions[0]?.is_selected ? sessions[0] : undefined
  // `initiate` may end this run of the mutation (see `PaymentProviders`), so it is the first provider
  // call.
  const initiatedPayment = onlySession && (await initiatePayment(providers, onlySession, payment))
  for (const session of obsoleteSessions) await deleteSession(em, providers, session)
  await updateSessions(providers, currentSessions, payment)
  if (onlySession && initiatedPayment) {
    // A unique index allows one selected session per cart.
    if (obsoleteSessions.length > 0) await em.flush()
    selectSession(onlySession, initiatedPayment)
  }
  await recordAgreement(em, cart, priced)
  await em.flush()
  cart.payment_sessions = sessions.map(toSessionSnapshot)
}

/** The amount is what tenders leave of the total with taxes, even if the region does not compute taxes automatically. */
export function buildCartPayment(cart: CartSnapshot, { due }: PricedCart): PaymentContext {
  const { customer } = cart
  return {
    cart_id: cart.id,
    email: cart.email,
    amount: due,
    currency_code: cart.region.currency_code,
    ...(customer?.has_account ? { customer: payerOf(customer) } : {}),
  }
}

export async function findCartSessions(em: EntityManager, cart_id: string): Promise<Row<PaymentSession>[]> {
  const rows = await selectCartSessions(em, cart_id)
  return rows.map(({ row }) => trackRow(em, PaymentSession, row))
}

const selectCartSessions = statement<JsonRow>(
  'select to_json(ps) as row from payment_session ps where cart_id = $1 order by created_at, id',
)

export type InitiatedPayment = Pick<PaymentSession, 'data' | 'status'> & { amount: number }

export async function initiatePayment(
  providers: PaymentProviders,
  session: { provider_id: string },
  payment: PaymentContext,
): Promise<InitiatedPayment> {
  const { data, status } = parseInitiationResponse(await findPaymentProvider(providers, session).initiate(payment))
  return { data, status, amount: payment.amount }
}

export function selectSession(session: Row<PaymentSession>, payment: InitiatedPayment): void {
  Object.assign(session, payment, { is_selected: true, fixed_amount: null, is_initiated: true })
}

export async function deleteSession(
  em: EntityManager,
  providers: PaymentProviders,
  session: Row<PaymentSession>,
): Promise<void> {
  if (session.is_initiated) await findPaymentProvider(providers, session).delete(session.data)
  deleteRow(em, session)
}

export async function deleteSessions(
  em: EntityManager,
  providers: PaymentProviders,
  cart: CartSnapshot,
): Promise<void> {
  if (cart.payment_sessions.length === 0) return
  // The request to a tax provider may end this run of the mutation, so it precedes the calls of payment providers.
  priceCart(cart, shopOf(em), 'forced')
  for (const session of cart.payment_sessions) await deleteSession(em, providers, trackRow(em, PaymentSession, session))
  cart.payment_sessions = []
}

/** Deletes the payment at the provider. The session stays and can be selected again. */
export async function deselectSession(providers: PaymentProviders, session: Row<PaymentSession>): Promise<void> {
  if (session.is_initiated) await findPaymentProvider(providers, session).delete(session.data)
  Object.assign(session, { is_selected: null, fixed_amount: null, is_initiated: false, status: 'pending', data: {} })
}

export function insertSession(
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
  const provider = provider_id === SYSTEM_PROVIDER_ID ? systemPayment : providers.get(provider_id)
  if (!provider)
    throw new InvalidData(`The payment provider ${provider_id} is not installed`).because({
      name: 'provider_not_installed',
      provider: provider_id,
    })
  return provider.remote ? addProviderTimeouts(provider, provider.remote) : provider
}

/** `payment` has the amount of all sessions together. */
export async function updateSessions(
  providers: PaymentProviders,
  sessions: readonly Row<PaymentSession>[],
  payment: PaymentContext,
): Promise<void> {
  const parts = partsOf(sessions, payment.amount)
  for (const session of sessions) {
    const part = parts.find((one) => one.session === session)
    if (session.is_initiated && !part) await deselectSession(providers, session)
    await updateSession(providers, session, { ...payment, amount: part?.amount ?? payment.amount })
  }
}

/** Sends a changed amount to the provider of the session. */
export async function updateSession(
  providers: PaymentProviders,
  session: Row<PaymentSession>,
  payment: PaymentContext,
): Promise<void> {
  if (session.is_initiated && session.amount !== payment.amount) {
    const { data } = parseInitiationResponse(
      await findPaymentProvider(providers, session).update(session.data, payment),
    )
    session.data = data
  }
  session.amount = payment.amount
}

export const toSessionSnapshot = (session: Row<PaymentSession>): PaymentSessionSnapshot => ({
  ...(session as Required<Row<PaymentSession>>),
  metadata: null,
  is_selected: session.is_selected ?? null,
  fixed_amount: session.fixed_amount ?? null,
  idempotency_key: session.idempotency_key ?? null,
  amount: session.amount ?? null,
  payment_authorized_at: session.payment_authorized_at ?? null,
})
