import type { EntityManager } from '@mikro-orm/postgresql'
import { now } from '#database/clock.ts'
import { cancelAttempt } from '#entities/cart/payment/cancel-attempt.ts'
import { PaymentAttempt, type PaymentAttemptStatus } from '#entities/cart/payment/payment-attempt.ts'
import type { RemoteProviderOptions } from '#entities/cart/payment/payment-port.ts'
import {
  abandonAttempt,
  finishAttempt,
  lockAttempt,
  markFailedIfUnchanged,
  recordProviderResponse,
} from '#entities/cart/payment/record-payment-attempt.ts'
import { findRemoteProvider } from '#entities/cart/payment/request-payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { withProviderTimeout } from '#entities/platform/remote/provider-timeout.ts'
import { type Completion, type CompletionStep, runCompletionStep } from './completion-step.ts'
import { concludeCartAttempt } from './conclude-attempt.ts'
import { type CollectionOutcome, concludeCollectionAttempt } from './conclude-collection-attempt.ts'

export interface ReconciledAttempt {
  attempt: PaymentAttempt
  /** What it is now. */
  status: PaymentAttemptStatus
  /** Why it could not be settled, or became neither an order nor a payment. */
  reason: string | undefined
}

/**
 * Settles the payments at providers over the network that nobody has touched since `before`: one that was authorised
 * becomes the order of its cart, confirms its swap or becomes a payment of its collection, if everything still fits, and is
 * cancelled if not; one that was given up is cancelled; one that its provider does not know has failed. What waits for the
 * customer goes on waiting, but is given up after a day without news, or what its provider says instead. Safe to repeat and
 * to run at any time, beside customers and from several places at once; `signal` ends it between two payments. `tell` hears
 * of each what became of it.
 * @throws the reason of `signal`.
 */
export async function reconcilePayments(
  em: EntityManager,
  providers: PaymentProviders,
  { before, signal, tell }: { before: Date; signal?: AbortSignal; tell?: (one: ReconciledAttempt) => void },
): Promise<void> {
  for await (const attempt of findUnsettledAttempts(em, before)) {
    signal?.throwIfAborted()
    // A fault of one is no reason to leave the others as they are.
    const reason = await reconcileAttempt(em, providers, attempt).catch((error: Error) => reasonOf(error))
    const { status } = await em.fork().findOneOrFail(PaymentAttempt, { id: attempt.id })
    tell?.({ attempt, status, reason })
  }
}

const UNSETTLED: PaymentAttemptStatus[] = ['started', 'pending', 'requires_more', 'authorized', 'canceling']
const PAGE = 100
/** Without news for longer than that nobody pays any more. In milliseconds. */
const LONGEST_WAIT = 24 * 60 * 60 * 1000

/** The oldest first; no more than a page of them is held. */
async function* findUnsettledAttempts(em: EntityManager, before: Date): AsyncGenerator<PaymentAttempt, void> {
  const where = { status: { $in: UNSETTLED }, updated_at: { $lt: before } }
  let page: PaymentAttempt[]
  let last: PaymentAttempt | undefined
  do {
    const after = last && {
      $or: [{ created_at: { $gt: last.created_at } }, { created_at: last.created_at, id: { $gt: last.id } }],
    }
    page = await em
      .fork()
      .find(PaymentAttempt, { ...where, ...after }, { orderBy: { created_at: 'asc', id: 'asc' }, limit: PAGE })
    yield* page
    last = page.at(-1)
  } while (page.length === PAGE)
}

async function reconcileAttempt(
  em: EntityManager,
  providers: PaymentProviders,
  attempt: PaymentAttempt,
): Promise<undefined> {
  if (attempt.isInProgress(now())) return
  if (attempt.status === 'canceling') {
    if ((await cancelAttempt(em, providers, attempt)) === 'unknown') await finishAttempt(em, attempt, 'failed')
    return
  }
  const { remote } = findRemoteProvider(providers, attempt)
  const known = await withProviderTimeout(remote, (signal) => remote.outcomeOf(attempt.id, signal))
  if (!known) return markFailedIfUnchanged(em, attempt)
  await recordProviderResponse(em, attempt, known)
  await runCompletionStep<AttemptOutcome>(em, providers, async (inner) => {
    const step: CompletionStep<AttemptOutcome> = attempt.payment_collection_id
      ? await concludeCollectionAttempt(inner, attempt)
      : await concludeCartAttempt(inner, providers, attempt)
    return step.type === 'waiting' && !step.abandoned ? abandonExpiredAttempt(inner, { attempt, remote, step }) : step
  })
}

/** How a payment of a cart or of a collection is settled. */
type AttemptOutcome = Completion | CollectionOutcome

/** Of an attempt that waits, and whose cart or order is locked. */
async function abandonExpiredAttempt(
  em: EntityManager,
  {
    attempt: { id },
    remote,
    step,
  }: { attempt: PaymentAttempt; remote: RemoteProviderOptions; step: CompletionStep<AttemptOutcome> },
): Promise<CompletionStep<AttemptOutcome>> {
  const attempt = await lockAttempt(em, id)
  const { longestWait = LONGEST_WAIT } = remote
  if (now().getTime() - attempt.updated_at.getTime() <= longestWait) return step
  return { ...step, abandoned: await abandonAttempt(em, attempt) }
}

const reasonOf = ({ message, cause }: Error): string => (cause instanceof Error ? cause.message : message)
