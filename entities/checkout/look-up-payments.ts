import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { LIVE_STATUSES, type PaymentAttempt } from '#entities/cart/payment/payment-attempt.ts'
import type { PaymentData, PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { findRemoteProvider } from '#entities/cart/payment/request-payment.ts'
import { withProviderTimeout } from '#entities/platform/remote/provider-timeout.ts'
import { now } from '#entities/values/clock.ts'
import { Conflict, DomainError, Unavailable } from '../errors.ts'
import { processPaymentNotice } from './process-payment-notice.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const MINUTE = 60 * 1000

/** Minutes between two runs of `lookUpPayments`. */
export const LOOK_UP_INTERVAL = 5

/** Ages of a payment, in minutes, at which the shop asks its provider. After an outage, the next age follows. */
const AGES = [15, 30, 60, 120, 240, 480, 960, 1440, 2880]

/**
 * Finds payments that no webhook has reported, and places their orders. The customer has ordered, or pays before the completion. Call it each `LOOK_UP_INTERVAL` minutes. Concurrent calls have no further effect.
 */
export async function lookUpPayments(
  em: EntityManager,
  providers: PaymentProviders,
  { signal }: { signal?: AbortSignal } = {},
): Promise<void> {
  const before = new Date(now().getTime() - AGES[0]! * MINUTE)
  await reconcilePayments(em, providers, { before, isDue, ...(signal && { signal }) })
  await lookUpSessions(em, providers, signal)
}

function isDue({ updated_at }: PaymentAttempt): boolean {
  const age = (now().getTime() - updated_at.getTime()) / MINUTE
  return AGES.some((one) => age >= one && age < one + LOOK_UP_INTERVAL)
}

interface OpenSession {
  id: string
  cart_id: string
  provider_id: string
  data: PaymentData
}

const BATCH = 100

async function lookUpSessions(em: EntityManager, providers: PaymentProviders, signal?: AbortSignal): Promise<void> {
  const asked = new Set([...providers.values()].flatMap(({ id, remote }) => (remote?.isPaidBeforeCompletion ? id : [])))
  let after = ''
  while (asked.size > 0 && !signal?.aborted) {
    const sessions = await selectOpenSessions(em, [...asked], AGES, LOOK_UP_INTERVAL, after, BATCH)
    for (const session of sessions) {
      if (signal?.aborted) return
      if (!asked.has(session.provider_id)) continue
      const error = await completeIfPaid(em, providers, session).then(() => undefined, failureOf)
      // The next age asks a provider again that cannot be reached now.
      if (error) asked.delete(session.provider_id)
    }
    if (sessions.length < BATCH) return
    after = sessions.at(-1)!.id
  }
}

/** Undefined for a refusal of the cart: its payment is then canceled. */
function failureOf(error: unknown): unknown {
  const isRefusal = error instanceof DomainError && !(error instanceof Conflict || error instanceof Unavailable)
  return isRefusal ? undefined : error
}

async function completeIfPaid(em: EntityManager, providers: PaymentProviders, session: OpenSession): Promise<void> {
  const { id, cart_id, provider_id, data } = session
  const { remote } = findRemoteProvider(providers, session)
  const response = await withProviderTimeout(remote, (signal) => remote.outcomeOf(data, { key: id, signal }))
  if (response?.status !== 'authorized') return
  const notice = { type: 'authorized', cart_id, data: plainValuesOf(data) } as const
  await processPaymentNotice(em, providers, { provider_id, notice })
}

/** The notice is for this payment only: another one of the session differs in its id. */
const plainValuesOf = (data: PaymentData): PaymentData =>
  Object.fromEntries(Object.entries(data).filter(([, value]) => ['string', 'number'].includes(typeof value)))

const selectOpenSessions = statement<
  OpenSession,
  [providers: readonly string[], ages: readonly number[], interval: number, after: string, limit: number]
>(`
  select s.id, s.cart_id, s.provider_id, s.data from payment_session s join cart c on c.id = s.cart_id
  where s.provider_id = any($1::text[]) and s.id > $4 and s.is_initiated and s.status = 'pending'
    and (s.is_selected or s.fixed_amount is not null) and c.completed_at is null
    and exists (
      select from unnest($2::integer[]) age
      where s.updated_at <= now() - make_interval(mins => age)
        and s.updated_at > now() - make_interval(mins => age + $3::integer))
    and not exists (
      select from payment_attempt a where a.cart_id = s.cart_id
        and a.status in (${LIVE_STATUSES.map((status) => `'${status}'`).join(', ')}))
  order by s.id limit $5::integer`)
