import type { EntityManager } from '@mikro-orm/postgresql'
import { inTime } from '../bounded.ts'
import { type Completion, runStep, type Step } from '../cart/completion-step.ts'
import { concludeAttempt } from '../cart/conclude-attempt.ts'
import { now } from '../clock.ts'
import { type Collecting, concludeCollecting } from '../payment-collection/conclude-collecting.ts'
import { remoteOf } from './ask-for-payment.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { end, giveUp, hear, letFail, lockAttempt } from './keep-attempt.ts'
import { PaymentAttempt, type PaymentAttemptStatus } from './payment-attempt.ts'
import type { Remote } from './payment-port.ts'
import type { PaymentProviders } from './sync-payment-sessions.ts'

export interface Reconciled {
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
  { before, signal, tell }: { before: Date; signal?: AbortSignal; tell?: (one: Reconciled) => void },
): Promise<void> {
  for await (const attempt of unsettled(em, before)) {
    signal?.throwIfAborted()
    // A fault of one is no reason to leave the others as they are.
    const reason = await settle(em, providers, attempt).catch((error: Error) => reasonOf(error))
    const { status } = await em.fork().findOneOrFail(PaymentAttempt, { id: attempt.id })
    tell?.({ attempt, status, reason })
  }
}

const UNSETTLED: PaymentAttemptStatus[] = ['started', 'pending', 'requires_more', 'authorized', 'canceling']
const PAGE = 100
/** Without news for longer than that nobody pays any more. In milliseconds. */
const LONGEST_WAIT = 24 * 60 * 60 * 1000

/** The oldest first; no more than a page of them is held. */
async function* unsettled(em: EntityManager, before: Date): AsyncGenerator<PaymentAttempt, void> {
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

async function settle(em: EntityManager, providers: PaymentProviders, attempt: PaymentAttempt): Promise<undefined> {
  if (attempt.isUnderWay(now())) return
  if (attempt.status === 'canceling') {
    if ((await cancelAttempt(em, providers, attempt)) === 'unknown') await end(em, attempt, 'failed')
    return
  }
  const { remote } = remoteOf(providers, attempt)
  const known = await inTime(remote, (signal) => remote.outcomeOf(attempt.id, signal))
  if (!known) return letFail(em, attempt)
  await hear(em, attempt, known)
  await runStep<Ended>(em, providers, async (inner) => {
    const step: Step<Ended> = attempt.payment_collection_id
      ? await concludeCollecting(inner, attempt)
      : await concludeAttempt(inner, providers, attempt)
    return step.type === 'waiting' && !step.abandoned ? giveUpInVain(inner, { attempt, remote, step }) : step
  })
}

/** How a payment of a cart or of a collection is settled. */
type Ended = Completion | Collecting

/** Of an attempt that waits, and whose cart or order is locked. */
async function giveUpInVain(
  em: EntityManager,
  { attempt: { id }, remote, step }: { attempt: PaymentAttempt; remote: Remote; step: Step<Ended> },
): Promise<Step<Ended>> {
  const attempt = await lockAttempt(em, id)
  const { longestWait = LONGEST_WAIT } = remote
  if (now().getTime() - attempt.updated_at.getTime() <= longestWait) return step
  return { ...step, abandoned: await giveUp(em, attempt) }
}

const reasonOf = ({ message, cause }: Error): string => (cause instanceof Error ? cause.message : message)
