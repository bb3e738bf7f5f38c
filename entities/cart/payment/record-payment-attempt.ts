import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { insertRow, type JsonRow, type Row, trackRow } from '#database/rows.ts'
import { defer, statement } from '#database/statement.ts'
import type { Cart } from '../cart/cart.ts'
import type { PayableCart } from './payable-cart.ts'
import { PaymentAttempt, type PaymentAttemptStatus } from './payment-attempt.ts'
import type { ProviderResponse, RemoteProviderOptions } from './payment-port.ts'
import type { PaymentSessionStatus } from './payment-session.ts'

/*
 * What is on record of payments at providers over the network. Whoever locks a cart, or the order of a collection, as well
 * locks that first.
 */

/** A cart that names the latest attempt to have it paid. */
export type CartWithAttempt = Pick<Cart, 'payment_attempt_id'>

/** The attempt of a cart by which it can still be completed, locked as the cart is. */
export async function lockLiveAttempt(
  em: EntityManager,
  cart: CartWithAttempt,
): Promise<Row<PaymentAttempt> | undefined> {
  if (!cart.payment_attempt_id) return undefined
  const attempt = await lockAttempt(em, cart.payment_attempt_id)
  return attempt.isLive() ? attempt : undefined
}

/** The attempts that can still become payments of a collection, which is locked, by the ids of its sessions. */
export async function lockLiveAttempts(
  em: EntityManager,
  payment_collection_id: string,
): Promise<Map<string, Row<PaymentAttempt>>> {
  const found = await liveOfCollection(em, payment_collection_id)
  const attempts = found.map(({ row }) => trackRow(em, PaymentAttempt, row))
  return new Map(attempts.map((attempt) => [attempt.session_id, attempt]))
}

/** As `giveUp`, those of some sessions of collections. */
export async function abandonSessionAttempts(em: EntityManager, ids: readonly string[]): Promise<void> {
  await markSessionsAbandoned(em, [...ids])
}

/** As `giveUp`, those of a collection. */
export async function abandonCollectionAttempts(em: EntityManager, payment_collection_id: string): Promise<void> {
  await markCollectionAbandoned(em, payment_collection_id)
}

export async function lockAttempt(em: EntityManager, id: string): Promise<Row<PaymentAttempt>> {
  const [found] = await attemptForUpdate(em, id)
  return trackRow(em, PaymentAttempt, (found as JsonRow).row)
}

/** Writes down that a provider is going to be asked for the money of a cart. */
export async function startAttempt(em: EntityManager, payable: PayableCart): Promise<Row<PaymentAttempt>> {
  const { cart, session, total, contents } = payable
  const attempt = insertRow(em, PaymentAttempt, {
    cart_id: cart.id,
    session_id: session!.id,
    provider_id: session!.provider_id,
    amount: total,
    currency_code: cart.region.currency_code,
    contents,
  })
  await em.flush()
  await defer(em, setCartAttempt.with(cart.id, attempt.id))
  return attempt
}

/** Until then the cart, or the session, is left alone: a crash apart, whoever asks will have used the answer. */
export const computeLeaseExpiry = ({ patience }: RemoteProviderOptions): Date =>
  new Date(now().getTime() + patience + 2000)

/**
 * Writes down what the provider said. It is news where somebody waits for the answer or the status is another. One that was
 * given up meanwhile stays so: its payment is still to be cancelled. And one that was authorised meanwhile does not wait for
 * anybody any more.
 */
export async function recordProviderResponse(
  em: EntityManager,
  attempt: Row<PaymentAttempt>,
  { status, data }: ProviderResponse,
): Promise<void> {
  await writeAnswer(em, attempt.id, attemptStatuses[status], JSON.stringify(data))
}

/** Nobody waits for the answer any more. */
export async function releaseLease(em: EntityManager, attempt: Row<PaymentAttempt>): Promise<void> {
  await endLease(em, attempt.id)
}

/** From now on nothing is paid by the attempt; what it may have taken is to be cancelled at the provider. */
export async function abandonAttempt(em: EntityManager, attempt: Row<PaymentAttempt>): Promise<Row<PaymentAttempt>> {
  await markAbandoned(em, attempt.id)
  return attempt
}

export async function finishAttempt(
  em: EntityManager,
  attempt: Row<PaymentAttempt>,
  status: 'completed' | 'canceled' | 'failed',
): Promise<void> {
  await markEnded(em, attempt.id, status)
}

/** The provider does not know the attempt, and nobody has asked again since that was found. */
export async function markFailedIfUnchanged(em: EntityManager, attempt: Row<PaymentAttempt>): Promise<undefined> {
  await markFailed(em, attempt.id, attempt.updated_at)
}

const attemptStatuses = {
  authorized: 'authorized',
  pending: 'pending',
  requires_more: 'requires_more',
  error: 'declined',
  canceled: 'declined',
} as const satisfies Record<PaymentSessionStatus, PaymentAttemptStatus>

const LIVE = `status in ('started', 'pending', 'requires_more', 'authorized')`

const setCartAttempt = statement('update cart set payment_attempt_id = $2, updated_at = now() where id = $1')
const liveOfCollection = statement<JsonRow>(`
  select to_json(a) as row from payment_attempt a
  where payment_collection_id = $1 and ${LIVE} order by id for update`)
const attemptForUpdate = statement<JsonRow>('select to_json(a) as row from payment_attempt a where id = $1 for update')
const writeAnswer = statement(`
  update payment_attempt set status = $2, data = $3::jsonb,
    updated_at = case when status = $2 and asked_until is null then updated_at else now() end,
    asked_until = case when $2 = 'authorized' then asked_until end
  where id = $1 and ${LIVE} and not (status = 'authorized' and $2 in ('pending', 'requires_more'))`)
const endLease = statement('update payment_attempt set asked_until = null, updated_at = now() where id = $1')
const abandonStatement = (which: string) =>
  statement(`
    update payment_attempt set status = 'canceling', asked_until = null, updated_at = now()
    where ${which} and ${LIVE}`)
const markAbandoned = abandonStatement('id = $1')
const markSessionsAbandoned = abandonStatement('session_id = any($1::text[]) and payment_collection_id is not null')
const markCollectionAbandoned = abandonStatement('payment_collection_id = $1')
const markFailed = statement(
  `update payment_attempt set status = 'failed', updated_at = now() where id = $1 and updated_at = $2 and ${LIVE}`,
)
const markEnded = statement(`
  update payment_attempt set status = $2, asked_until = null, updated_at = now()
  where id = $1 and (${LIVE} or status = 'canceling')`)
