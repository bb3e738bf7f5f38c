import type { EntityManager } from '@mikro-orm/postgresql'
import { runStep } from '../cart/completion-step.ts'
import { concludeAttempt } from '../cart/conclude-attempt.ts'
import { now } from '../clock.ts'
import { remoteOf } from './ask-for-payment.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { end, hear, letFail } from './keep-attempt.ts'
import { PaymentAttempt, type PaymentAttemptStatus } from './payment-attempt.ts'
import { inTime } from './remote-provider.ts'
import type { PaymentProviders } from './sync-payment-sessions.ts'

export interface Reconciled {
  attempt: PaymentAttempt
  /** What it is now. */
  status: PaymentAttemptStatus
  /** Why it could not be settled, or did not become an order. */
  reason: string | undefined
}

/**
 * Settles the payments at providers over the network that nobody has touched since `before`: one that was authorised
 * becomes the order of its cart if everything still fits and is cancelled if not; one that was given up is cancelled; one
 * that its provider does not know has failed. What waits for the customer goes on waiting. Safe to repeat and to run at
 * any time, beside customers and from several places at once.
 */
export async function reconcilePayments(
  em: EntityManager,
  providers: PaymentProviders,
  { before }: { before: Date },
): Promise<Reconciled[]> {
  const unsettled = { status: { $in: UNSETTLED }, updated_at: { $lt: before } }
  const found = await em.fork().find(PaymentAttempt, unsettled, { orderBy: { created_at: 'asc', id: 'asc' } })
  const reconciled: Reconciled[] = []
  for (const attempt of found) {
    // A fault of one is no reason to leave the others as they are.
    const reason = await settle(em, providers, attempt).catch((error: Error) => reasonOf(error))
    const { status } = await em.fork().findOneOrFail(PaymentAttempt, { id: attempt.id })
    reconciled.push({ attempt, status, reason })
  }
  return reconciled
}

const UNSETTLED: PaymentAttemptStatus[] = ['started', 'pending', 'requires_more', 'authorized', 'canceling']

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
  await runStep(em, providers, (inner) => concludeAttempt(inner, providers, attempt))
}

const reasonOf = ({ message, cause }: Error): string => (cause instanceof Error ? cause.message : message)
