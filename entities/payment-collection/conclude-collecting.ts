import type { EntityManager } from '@mikro-orm/postgresql'
import type { Step, Waiting } from '../cart/completion-step.ts'
import { now } from '../clock.ts'
import { Conflict } from '../errors.ts'
import { end, giveUp, lockAttempt } from '../payment/keep-attempt.ts'
import type { PaymentAttempt } from '../payment/payment-attempt.ts'
import { CollectionSession } from './collection-session.ts'
import { dueOf, isPayable, type LockedCollection, maybeLockCollection } from './lock-collection.ts'
import { takePayments } from './take-payments.ts'

/** What a provider said stands in the session; or the payment waits. */
export type Collecting = { type: 'heard' } | Waiting

/**
 * Does what follows from what a provider said of a part of a collection: takes the payment if it is still wanted, and else
 * gives it up.
 */
export async function concludeCollecting(
  em: EntityManager,
  { id, payment_collection_id, session_id }: PaymentAttempt,
): Promise<Step<Collecting>> {
  const locked = await maybeLockCollection(em, payment_collection_id as string)
  const attempt = await lockAttempt(em, id)
  const session = await em.findOne(CollectionSession, { id: session_id })
  const { status, data } = attempt
  switch (status) {
    case 'authorized':
      return take(em, attempt, { locked, session })
    case 'pending':
    case 'requires_more':
      if (session) Object.assign(session, { status, data })
      return { type: 'waiting', payment_status: status }
    case 'declined':
      // Somebody may have asked again since, and got the money.
      if (session && session.status !== 'authorized') session.status = 'error'
      return { type: 'heard' }
    case 'completed':
      return { type: 'heard' }
    case 'canceling':
      return { type: 'refused', error: new Conflict(), abandoned: attempt }
    case 'started':
    case 'canceled':
    case 'failed':
      return { type: 'refused', error: new Conflict() }
    default:
      return status satisfies never
  }
}

interface Wanted {
  locked: LockedCollection | undefined
  session: CollectionSession | null
}

async function take(
  em: EntityManager,
  attempt: PaymentAttempt,
  { locked, session }: Wanted,
): Promise<Step<Collecting>> {
  const { provider_id, amount, data } = attempt
  const isWanted =
    locked &&
    session?.amount === amount &&
    session.status !== 'authorized' &&
    isPayable(locked) &&
    amount <= (await dueOf(em, locked))
  if (!isWanted) return { type: 'refused', error: new Conflict(), abandoned: await giveUp(em, attempt) }
  Object.assign(session, { status: 'authorized', data, payment_authorized_at: now() })
  await takePayments(em, locked, [{ provider_id, amount, data }])
  await end(em, attempt, 'completed')
  return { type: 'heard' }
}
