import type { EntityManager } from '@mikro-orm/postgresql'
import { inTransaction } from '#database/transaction.ts'
import { lockCart } from '#entities/cart/cart/lock-cart.ts'
import { Payment } from '#entities/cart/payment/payment.ts'
import { LIVE_STATUSES, PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import { isChosen, isSplit } from '#entities/cart/payment/payment-parts.ts'
import type { PaymentData, PaymentNotice, PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { PaymentSession } from '#entities/cart/payment/payment-session.ts'
import { findRemoteProvider } from '#entities/cart/payment/request-payment.ts'
import { deselectSession, findCartSessions } from '#entities/cart/payment/sync-payment-sessions.ts'
import { recordProviderChange } from '#entities/orders/payment/record-provider-change.ts'
import { CollectionSession } from '#entities/orders/payment-collection/collection-session.ts'
import { endCollectionSessions } from '#entities/orders/payment-collection/end-collection-sessions.ts'
import {
  findCollectionSessions,
  maybeLockPaymentCollection,
} from '#entities/orders/payment-collection/lock-payment-collection.ts'
import { toDomainError } from '#entities/platform/database-errors/database-errors.ts'
import { now } from '#entities/values/clock.ts'
import { Conflict, Unavailable } from '../errors.ts'
import { authorizeSessions } from './authorize-sessions.ts'
import { completeCart } from './complete-cart.ts'
import { settleAttempt } from './reconcile-payments.ts'

export interface ReceivedNotice {
  provider_id: string
  notice: PaymentNotice
}

/**
 * Completes the cart or the payment collection of a paid session, and records captures, refunds and expirations of
 * payments. A repeated notice has no effect. Call it outside of a transaction.
 * @throws Conflict or Unavailable if a later call can succeed. Another DomainError if the cart was refused; then the
 * payment is canceled.
 */
export async function processPaymentNotice(
  em: EntityManager,
  providers: PaymentProviders,
  received: ReceivedNotice,
): Promise<void> {
  const { notice } = received
  if (notice.type === 'authorized' || notice.type === 'captured') await completePayment(em, providers, received)
  if (notice.type === 'canceled') await releaseSession(em, providers, notice)
  const payments = await em.fork().find(Payment, ownerOf(notice))
  for (const payment of payments.filter(isIdentifiedBy(notice))) await recordProviderChange(em, payment, notice)
}

const isOfCollection = ({ cart_id }: PaymentNotice): boolean => cart_id.startsWith('paycol_')

export const ownerOf = (notice: PaymentNotice) =>
  isOfCollection(notice) ? { payment_collection_id: notice.cart_id } : { cart_id: notice.cart_id }

/** Does not compare the provider, because one webhook can serve several providers. */
export const isIdentifiedBy =
  ({ data }: PaymentNotice) =>
  (row: { data: PaymentData }): boolean => {
    const properties = Object.entries(data)
    return properties.length > 0 && properties.every(([name, value]) => row.data[name] === value)
  }

/**
 * The customer has paid the session of a provider with `isPaidBeforeCompletion`. Any other provider takes money only
 * for an attempt, so a late notice must not begin a new one.
 */
async function completePayment(
  em: EntityManager,
  providers: PaymentProviders,
  received: ReceivedNotice,
): Promise<void> {
  const { remote } = findRemoteProvider(providers, received)
  if (!remote.isPaidBeforeCompletion) return settleLiveAttempts(em, providers, received)
  try {
    if (isOfCollection(received.notice)) await authorizeCollection(em, providers, received.notice)
    else await completePaidCart(em, providers, received.notice)
  } catch (error) {
    const refusal = toDomainError(error)
    if (!refusal || refusal instanceof Conflict || refusal instanceof Unavailable) throw refusal ?? error
    await releaseSession(em, providers, received.notice)
    throw refusal
  }
}

async function settleLiveAttempts(
  em: EntityManager,
  providers: PaymentProviders,
  { provider_id, notice }: ReceivedNotice,
): Promise<void> {
  const where = { ...ownerOf(notice), provider_id, status: { $in: [...LIVE_STATUSES] } }
  for (const attempt of await em.fork().find(PaymentAttempt, where)) {
    if (attempt.isInProgress(now())) throw new Conflict()
    await settleAttempt(em, providers, attempt)
  }
}

async function completePaidCart(em: EntityManager, providers: PaymentProviders, notice: PaymentNotice): Promise<void> {
  const { cart_id } = notice
  const sessions = await em.fork().find(PaymentSession, { cart_id })
  if (!sessions.filter(isChosen).some(isIdentifiedBy(notice))) return
  await completeCart(em.fork(), providers, { id: cart_id, buildAnswer: async () => undefined })
}

async function authorizeCollection(
  em: EntityManager,
  providers: PaymentProviders,
  notice: PaymentNotice,
): Promise<void> {
  const { cart_id: id } = notice
  const sessions = await em.fork().find(CollectionSession, { payment_collection_id: id })
  const session_ids = sessions.filter(isIdentifiedBy(notice)).map((session) => session.id)
  if (session_ids.length > 0) await authorizeSessions(em.fork(), providers, { id, session_ids })
}

/**
 * Cancels the payment of a session whose cart or payment collection was refused, and the other parts of a split payment. The customer can
 * select it again.
 */
async function releaseSession(em: EntityManager, providers: PaymentProviders, notice: PaymentNotice): Promise<void> {
  const { cart_id } = notice
  await inTransaction(em, async (tx) => {
    if (isOfCollection(notice)) {
      if (!(await maybeLockPaymentCollection(tx, cart_id))) return
      const sessions = await findCollectionSessions(tx, cart_id)
      const openSessions = sessions.filter(({ status }) => status !== 'authorized').filter(isIdentifiedBy(notice))
      return endCollectionSessions(tx, providers, openSessions)
    }
    const cart = await lockCart(tx, cart_id)
    if (cart.isCompleted()) return
    const sessions = await findCartSessions(tx, cart_id)
    const ended = sessions.filter(isIdentifiedBy(notice))
    const isOfSplit = isSplit(sessions) && ended.some(isChosen)
    for (const session of isOfSplit ? sessions.filter(isChosen) : ended) await deselectSession(providers, session)
  })
}
