import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type JsonRow, lockRow, type Row, trackRow } from '#database/rows.ts'
import { defer, statement } from '#database/statement.ts'
import { query } from '#entities/query.ts'
import { now } from '#entities/values/clock.ts'
import type { Cart } from '../cart/cart.ts'
import type { CartPart, PayableCart } from './payable-cart.ts'
import { LIVE_STATUSES, PaymentAttempt, type PaymentAttemptStatus } from './payment-attempt.ts'
import type { ProviderResponse, RemoteProviderOptions } from './payment-port.ts'
import type { PaymentSessionStatus } from './payment-session-statuses.ts'

/* Lock order: first the cart, or the order of a payment collection, then the attempt. */

export type CartWithAttempt = Pick<Cart, 'id' | 'payment_attempt_id'>

/** Returns one attempt for each session that a provider pays, the oldest first. The caller must have locked the cart. */
export async function lockLiveAttempts(
  em: EntityManager,
  { id, payment_attempt_id }: CartWithAttempt,
): Promise<Row<PaymentAttempt>[]> {
  if (!payment_attempt_id) return []
  return lockCartAttempts(em, id, null)
}

export interface LockedAttempts {
  attempt: Row<PaymentAttempt>
  live: readonly Row<PaymentAttempt>[]
}

/** Locks an attempt together with the live attempts of its cart. The caller must have locked the cart. */
export async function lockAttempts(
  em: EntityManager,
  { id, cart_id }: Pick<PaymentAttempt, 'id' | 'cart_id'>,
): Promise<LockedAttempts> {
  const attempts = await lockCartAttempts(em, cart_id as string, id)
  return { attempt: attempts.find((one) => one.id === id)!, live: attempts.filter((one) => one.isLive()) }
}

async function lockCartAttempts(em: EntityManager, cart_id: string, id: string | null): Promise<Row<PaymentAttempt>[]> {
  const rows = await selectCartAttempts(em, cart_id, id)
  return rows.map(({ row }) => trackRow(em, PaymentAttempt, row))
}

export async function lockCollectionAttempts(
  em: EntityManager,
  payment_collection_id: string,
): Promise<Map<string, Row<PaymentAttempt>>> {
  const rows = await selectCollectionAttempts(em, payment_collection_id)
  const attempts = rows.map(({ row }) => trackRow(em, PaymentAttempt, row))
  return new Map(attempts.map((attempt) => [attempt.session_id, attempt]))
}

export async function abandonSessionAttempts(em: EntityManager, ids: readonly string[]): Promise<void> {
  await markSessionsAbandoned(em, [...ids])
}

export async function abandonCollectionAttempts(em: EntityManager, payment_collection_id: string): Promise<void> {
  await markCollectionAbandoned(em, payment_collection_id)
}

export async function lockAttempt(em: EntityManager, id: string): Promise<Row<PaymentAttempt>> {
  return (await lockRow(em, PaymentAttempt, { id }))!
}

export async function startAttempt(
  em: EntityManager,
  { cart, contents }: PayableCart,
  { session, amount }: CartPart,
): Promise<Row<PaymentAttempt>> {
  const attempt = insertRow(em, PaymentAttempt, {
    cart_id: cart.id,
    session_id: session.id,
    provider_id: session.provider_id,
    amount,
    currency_code: cart.region.currency_code,
    contents,
    data: session.data,
  })
  await em.flush()
  await defer(em, setCartAttempt.with(cart.id, attempt.id))
  return attempt
}

/** The lease covers the timeout of the provider and two seconds to use its answer. */
export const computeLeaseExpiry = ({ timeoutMs }: RemoteProviderOptions): Date =>
  new Date(now().getTime() + timeoutMs + 2000)

/** Does not change an abandoned attempt, and does not replace `authorized` by `pending` or `requires_more`. */
export async function recordProviderResponse(
  em: EntityManager,
  attempt: Row<PaymentAttempt>,
  { status, data }: ProviderResponse,
): Promise<void> {
  await storeResponse(em, attempt.id, attemptStatuses[status], JSON.stringify(data))
}

/**
 * Takes the lease of a payment without its customer, whose waiting time goes on. Returns undefined if the attempt has changed since the
 * caller read it, or if another request calls the provider.
 */
export async function takeLease(
  em: EntityManager,
  { id, updated_at }: PaymentAttempt,
  remote: RemoteProviderOptions,
): Promise<Date | undefined> {
  const lease = computeLeaseExpiry(remote)
  const [taken] = await takeFreeLease(em, id, updated_at, lease, now())
  return taken && lease
}

/** Does nothing if another request has the lease in the meantime. */
export async function returnLease(em: EntityManager, { id }: PaymentAttempt, lease: Date): Promise<void> {
  await endOwnLease(em, id, lease)
}

/** Like `recordProviderResponse`, for the owner of a lease of `takeLease`. Ends the lease. */
export async function recordOutcome(
  em: EntityManager,
  { id }: PaymentAttempt,
  { lease, response: { status, data } }: { lease: Date; response: ProviderResponse },
): Promise<void> {
  await storeOutcome(em, id, attemptStatuses[status], JSON.stringify(data), lease)
}

export async function releaseLease(em: EntityManager, attempt: Row<PaymentAttempt>): Promise<void> {
  await endLease(em, attempt.id)
}

/** Lets other requests continue authorized payments that wait for other payments of their cart. Their waiting time goes on. */
export async function releaseLeases(em: EntityManager, attempts: Attempts): Promise<void> {
  if (attempts.length > 0) await endLeases(em, idsOf(attempts))
}

type Attempts = readonly Row<PaymentAttempt>[]

/** After the commit, the caller must cancel the payments at their providers with `cancelAttempt`. */
export async function abandonAttempts(em: EntityManager, attempts: Attempts): Promise<Attempts> {
  if (attempts.length > 0) await markAbandoned(em, idsOf(attempts))
  return attempts
}

/** Like `abandonAttempts`. A customer who has split the payment must also choose the payments again. */
export async function abandonPayment(em: EntityManager, attempts: Attempts): Promise<Attempts> {
  if (attempts.length > 0) await markPaymentAbandoned(em, idsOf(attempts))
  return attempts
}

/** A split payment needs another session for a payment that has ended at its provider. */
export async function endSession(em: EntityManager, { session_id, updated_at }: Row<PaymentAttempt>): Promise<void> {
  await markSessionCanceled(em, session_id, updated_at)
}

const idsOf = (attempts: Attempts): string[] => attempts.map(({ id }) => id)

export async function finishAttempt(
  em: EntityManager,
  attempt: Row<PaymentAttempt>,
  status: 'completed' | 'canceled' | 'failed',
): Promise<void> {
  await markFinished(em, attempt.id, status)
}

/** Does nothing if the attempt changed after its provider was called. */
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

/* The statuses are literals instead of parameters, so that PostgreSQL can use the partial index on them. */
const IS_LIVE_SQL = `status in (${LIVE_STATUSES.map((status) => `'${status}'`).join(', ')})`

const setCartAttempt = query((db, id: string, payment_attempt_id: string) =>
  db
    .updateTable('cart')
    .set(({ fn }) => ({ payment_attempt_id, updated_at: fn('now') }))
    .where('id', '=', id),
)
const selectCartAttempts = statement<JsonRow, [cart_id: string, id: string | null]>(`
  select to_json(a) as row from payment_attempt a
  where cart_id = $1 and (id = $2 or ${IS_LIVE_SQL}) order by id for update`)
const selectCollectionAttempts = statement<JsonRow>(`
  select to_json(a) as row from payment_attempt a
  where payment_collection_id = $1 and ${IS_LIVE_SQL} order by id for update`)
const storeResponse = statement(`
  update payment_attempt set status = $2, data = $3::jsonb,
    updated_at = case when status = $2 and asked_until is null then updated_at else clock.now end,
    asked_until = case when $2 = 'authorized' then asked_until end
  from (select now() as now) clock
  where id = $1 and ${IS_LIVE_SQL} and not (status = 'authorized' and $2 in ('pending', 'requires_more'))`)
const takeFreeLease = statement<{ id: string }, [id: string, unless_changed_since: Date, lease: Date, now: Date]>(`
  update payment_attempt set asked_until = $3::timestamptz
  where id = $1 and updated_at = $2::timestamptz and ${IS_LIVE_SQL}
    and (asked_until is null or asked_until <= $4::timestamptz)
  returning id`)
const endOwnLease = statement<object, [id: string, lease: Date]>(
  'update payment_attempt set asked_until = null where id = $1 and asked_until = $2::timestamptz',
)
const storeOutcome = statement<object, [id: string, status: PaymentAttemptStatus, data: string, lease: Date]>(`
  update payment_attempt set status = $2, data = $3::jsonb, asked_until = null,
    updated_at = case when status = $2 then updated_at else clock.now end
  from (select now() as now) clock
  where id = $1 and asked_until = $4::timestamptz and ${IS_LIVE_SQL}
    and not (status = 'authorized' and $2 in ('pending', 'requires_more'))`)
const endLeases = statement<object, [ids: readonly string[]]>(
  "update payment_attempt set asked_until = null where id = any($1::text[]) and status = 'authorized'",
)
const endLease = query((db, id: string) =>
  db
    .updateTable('payment_attempt')
    .set(({ fn }) => ({ asked_until: null, updated_at: fn('now') }))
    .where('id', '=', id),
)
const ABANDON_SQL = `
  update payment_attempt set status = 'canceling', asked_until = null, updated_at = now() where ${IS_LIVE_SQL}`
const markAbandoned = statement<object, [ids: readonly string[]]>(`${ABANDON_SQL} and id = any($1::text[])`)
const markPaymentAbandoned = statement<object, [ids: readonly string[]]>(`
  with abandoned as (${ABANDON_SQL} and id = any($1::text[]) returning cart_id, session_id)
  update payment_session s set status = 'canceled', updated_at = now() from abandoned a
  where s.id = a.session_id and exists (
    select from payment_session f where f.cart_id = a.cart_id and f.fixed_amount is not null)`)
const markSessionCanceled = statement<object, [id: string, unless_changed_since: Date]>(`
  update payment_session s set status = 'canceled', updated_at = now()
  where s.id = $1 and s.updated_at <= $2::timestamptz and exists (
    select from payment_session f where f.cart_id = s.cart_id and f.fixed_amount is not null)`)
const markSessionsAbandoned = statement(
  `${ABANDON_SQL} and session_id = any($1::text[]) and payment_collection_id is not null`,
)
const markCollectionAbandoned = statement(`${ABANDON_SQL} and payment_collection_id = $1`)
const markFailed = query((db, id: string, updated_at: Date) =>
  db
    .updateTable('payment_attempt')
    .set(({ fn }) => ({ status: 'failed', updated_at: fn('now') }))
    .where('id', '=', id)
    .where('updated_at', '=', updated_at)
    .where('status', 'in', LIVE_STATUSES),
)
const markFinished = query((db, id: string, status: PaymentAttemptStatus) =>
  db
    .updateTable('payment_attempt')
    .set(({ fn }) => ({ status, asked_until: null, updated_at: fn('now') }))
    .where('id', '=', id)
    .where('status', 'in', [...LIVE_STATUSES, 'canceling']),
)
