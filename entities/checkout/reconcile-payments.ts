import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { cancelAttempt } from '#entities/cart/payment/cancel-attempt.ts'
import { PaymentAttempt, type PaymentAttemptStatus } from '#entities/cart/payment/payment-attempt.ts'
import type { PaymentProviders, ProviderResponse } from '#entities/cart/payment/payment-port.ts'
import {
  abandonPayment,
  finishAttempt,
  type LockedAttempts,
  lockAttempt,
  lockAttempts,
  markFailedIfUnchanged,
  recordOutcome,
  returnLease,
  takeLease,
} from '#entities/cart/payment/record-payment-attempt.ts'
import { findRemoteProvider } from '#entities/cart/payment/request-payment.ts'
import { withProviderTimeout } from '#entities/platform/remote/provider-timeout.ts'
import { now } from '#entities/values/clock.ts'
import { Conflict } from '../errors.ts'
import { type Completion, type CompletionStep, runCompletionStep } from './completion-step.ts'
import { concludeCartAttempt, type Unfinished } from './conclude-cart-attempt.ts'
import { type CollectionOutcome, concludeCollectionAttempt } from './conclude-collection-attempt.ts'

export interface ReconciledAttempt {
  attempt: PaymentAttempt
  status: PaymentAttemptStatus
  /** The error message, if the attempt did not become an order or a payment. */
  reason: string | undefined
}

interface Reconciliation {
  /** Attempts that have changed since then are left out. */
  before: Date
  /** Whether this run finishes the attempt. Default: all. */
  isDue?: (attempt: PaymentAttempt) => boolean
  /** Aborts between two attempts. */
  signal?: AbortSignal
  onResult?: (result: ReconciledAttempt) => void
}

/** Finishes the attempts that did not change since `before`. */
export async function reconcilePayments(
  em: EntityManager,
  providers: PaymentProviders,
  { before, isDue = () => true, signal, onResult }: Reconciliation,
): Promise<void> {
  for await (const attempt of findUnsettledAttempts(em, before)) {
    signal?.throwIfAborted()
    if (!isDue(attempt)) continue
    const reason = await reconcileAttempt(em, providers, attempt).then(
      () => undefined,
      (error: Error) => findReason(error),
    )
    const { status } = await em.fork().findOneOrFail(PaymentAttempt, { id: attempt.id })
    onResult?.({ attempt, status, reason })
  }
}

const UNSETTLED_STATUSES: PaymentAttemptStatus[] = ['started', 'pending', 'requires_more', 'authorized', 'canceling']
const PAGE_SIZE = 100
const DEFAULT_LONGEST_WAIT_MS = 24 * 60 * 60 * 1000

async function* findUnsettledAttempts(em: EntityManager, before: Date): AsyncGenerator<PaymentAttempt, void> {
  const where = { status: { $in: UNSETTLED_STATUSES }, updated_at: { $lt: before } }
  let page: PaymentAttempt[]
  let lastAttempt: PaymentAttempt | undefined
  do {
    const after = lastAttempt && {
      $or: [
        { created_at: { $gt: lastAttempt.created_at } },
        { created_at: lastAttempt.created_at, id: { $gt: lastAttempt.id } },
      ],
    }
    page = await em
      .fork()
      .find(PaymentAttempt, { ...where, ...after }, { orderBy: { created_at: 'asc', id: 'asc' }, limit: PAGE_SIZE })
    yield* page
    lastAttempt = page.at(-1)
  } while (page.length === PAGE_SIZE)
}

async function reconcileAttempt(
  em: EntityManager,
  providers: PaymentProviders,
  attempt: PaymentAttempt,
): Promise<void> {
  if (attempt.isInProgress(now())) return
  if (attempt.status === 'canceling') {
    if ((await cancelAttempt(em, providers, attempt)) === 'unknown') await finishAttempt(em, attempt, 'failed')
    return
  }
  if (!(await settleAttempt(em, providers, attempt))) await markFailedIfUnchanged(em, attempt)
}

/**
 * Asks the provider for the outcome and applies it. Returns false if the provider does not have the payment.
 * @throws Conflict if the attempt has changed since the caller read it, or if another request calls the provider.
 */
export async function settleAttempt(
  em: EntityManager,
  providers: PaymentProviders,
  attempt: PaymentAttempt,
): Promise<boolean> {
  const response = await askForOutcome(em, providers, attempt)
  if (!response) return false
  await runCompletionStep<AttemptOutcome>(em, providers, async (tx) => {
    const step: CompletionStep<AttemptOutcome> = attempt.payment_collection_id
      ? await concludeCollectionAttempt(tx, providers, attempt)
      : await concludeCartAttempt(tx, providers, { attempt })
    const isWaiting = (step.type === 'waiting' && !step.abandoned) || step.type === 'unfinished'
    return isWaiting ? abandonExpiredAttempt(tx, providers, { attempt, step }) : step
  })
  return true
}

/** The lease keeps an old answer from a payment that the customer starts again in the meantime. */
async function askForOutcome(
  em: EntityManager,
  providers: PaymentProviders,
  attempt: PaymentAttempt,
): Promise<ProviderResponse | undefined> {
  const { remote } = findRemoteProvider(providers, attempt)
  const lease = await takeLease(em, attempt, remote)
  if (!lease) throw new Conflict()
  try {
    const response = await withProviderTimeout(remote, (signal) =>
      remote.outcomeOf(attempt.data, { key: attempt.id, signal }),
    )
    if (response) await recordOutcome(em, attempt, { lease, response })
    return response
  } finally {
    await returnLease(em, attempt, lease)
  }
}

type AttemptOutcome = Completion | CollectionOutcome | Unfinished

/** The caller must have locked the cart, or the order of the payment collection. */
async function abandonExpiredAttempt(
  em: EntityManager,
  providers: PaymentProviders,
  { attempt: { id, cart_id }, step }: { attempt: PaymentAttempt; step: CompletionStep<AttemptOutcome> },
): Promise<CompletionStep<AttemptOutcome>> {
  const { attempt, live } = cart_id ? await lockAttempts(em, { id, cart_id }) : await lockAlone(em, id)
  return isExpired(providers, { attempt, live }) ? { ...step, abandoned: await abandonPayment(em, live) } : step
}

async function lockAlone(em: EntityManager, id: string): Promise<LockedAttempts> {
  const attempt = await lockAttempt(em, id)
  return { attempt, live: [attempt] }
}

/**
 * A paid part of a split payment ends with the parts that wait for a customer or a bank, also if their providers do not answer. Without
 * them, a day is enough to pay the rest.
 */
function isExpired(providers: PaymentProviders, { attempt, live }: LockedAttempts): boolean {
  const longestWaitOf = ({ provider_id }: Row<PaymentAttempt>): number =>
    providers.get(provider_id)?.remote?.longestWait ?? DEFAULT_LONGEST_WAIT_MS
  const age = ({ updated_at }: Row<PaymentAttempt>): number => now().getTime() - updated_at.getTime()
  if (attempt.status !== 'authorized') return age(attempt) > longestWaitOf(attempt)
  const waiting = live.filter(({ status }) => status !== 'authorized')
  return waiting.length > 0
    ? Math.min(...waiting.map(age)) > Math.max(...waiting.map(longestWaitOf))
    : age(attempt) > Math.min(longestWaitOf(attempt), DEFAULT_LONGEST_WAIT_MS)
}

const findReason = ({ message, cause }: Error): string => (cause instanceof Error ? cause.message : message)
