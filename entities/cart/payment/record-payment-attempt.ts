import type { EntityManager } from '@mikro-orm/postgresql'
import { insertRow, type JsonRow, lockRow, type Row, trackRow } from '#database/rows.ts'
import { defer, statement } from '#database/statement.ts'
import { query } from '#entities/query.ts'
import { now } from '#entities/values/clock.ts'
import type { Cart } from '../cart/cart.ts'
import type { PayableCart } from './payable-cart.ts'
import { LIVE_STATUSES, PaymentAttempt, type PaymentAttemptStatus } from './payment-attempt.ts'
import type { ProviderResponse, RemoteProviderOptions } from './payment-port.ts'
import type { PaymentSessionStatus } from './payment-session-statuses.ts'

/* Lock order: first the cart, or the order of a payment collection, then the attempt. */

export type CartWithAttempt = Pick<Cart, 'payment_attempt_id'>

/** The caller must have locked the cart. */
export async function lockLiveAttempt(
  em: EntityManager,
  cart: CartWithAttempt,
): Promise<Row<PaymentAttempt> | undefined> {
  if (!cart.payment_attempt_id) return undefined
  const attempt = await lockAttempt(em, cart.payment_attempt_id)
  return attempt.isLive() ? attempt : undefined
}

export async function lockLiveAttempts(
  em: EntityManager,
  payment_collection_id: string,
): Promise<Map<string, Row<PaymentAttempt>>> {
  const rows = await selectLiveAttempts(em, payment_collection_id)
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

export async function startAttempt(em: EntityManager, payable: PayableCart): Promise<Row<PaymentAttempt>> {
  const { cart, session, due, contents } = payable
  const attempt = insertRow(em, PaymentAttempt, {
    cart_id: cart.id,
    session_id: session!.id,
    provider_id: session!.provider_id,
    amount: due,
    currency_code: cart.region.currency_code,
    contents,
    data: session!.data,
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

export async function releaseLease(em: EntityManager, attempt: Row<PaymentAttempt>): Promise<void> {
  await endLease(em, attempt.id)
}

/** After the commit, the caller must cancel the payment at the provider with `cancelAttempt`. */
export async function abandonAttempt(em: EntityManager, attempt: Row<PaymentAttempt>): Promise<Row<PaymentAttempt>> {
  await markAbandoned(em, attempt.id)
  return attempt
}

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
const selectLiveAttempts = statement<JsonRow>(`
  select to_json(a) as row from payment_attempt a
  where payment_collection_id = $1 and ${IS_LIVE_SQL} order by id for update`)
const storeResponse = statement(`
  update payment_attempt set status = $2, data = $3::jsonb,
    updated_at = case when status = $2 and asked_until is null then updated_at else now() end,
    asked_until = case when $2 = 'authorized' then asked_until end
  where id = $1 and ${IS_LIVE_SQL} and not (status = 'authorized' and $2 in ('pending', 'requires_more'))`)
const endLease = query((db, id: string) =>
  db
    .updateTable('payment_attempt')
    .set(({ fn }) => ({ asked_until: null, updated_at: fn('now') }))
    .where('id', '=', id),
)
const buildAbandonStatement = (condition: string) =>
  statement(`
    update payment_attempt set status = 'canceling', asked_until = null, updated_at = now()
    where ${condition} and ${IS_LIVE_SQL}`)
const markAbandoned = buildAbandonStatement('id = $1')
const markSessionsAbandoned = buildAbandonStatement(
  'session_id = any($1::text[]) and payment_collection_id is not null',
)
const markCollectionAbandoned = buildAbandonStatement('payment_collection_id = $1')
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
