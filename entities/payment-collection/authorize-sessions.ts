import type { EntityManager } from '@mikro-orm/postgresql'
import { runStep } from '../cart/completion-step.ts'
import { now } from '../clock.ts'
import { Conflict, DomainError, NotAllowed } from '../errors.ts'
import { sumOfAmounts } from '../money.ts'
import { askForPayment, type Question, untilAnswered } from '../payment/ask-for-payment.ts'
import { leaseOf, liveAttemptsOf } from '../payment/keep-attempt.ts'
import { PaymentAttempt } from '../payment/payment-attempt.ts'
import type { PaymentProvider, Remote } from '../payment/payment-port.ts'
import { readSaid } from '../payment/read-said.ts'
import { type PaymentProviders, providerOf } from '../payment/sync-payment-sessions.ts'
import { add } from '../rows.ts'
import { inTransaction } from '../transaction.ts'
import type { CollectionSession } from './collection-session.ts'
import { concludeCollecting } from './conclude-collecting.ts'
import { type LockedCollection, lockPayable, nothingDue, sessionsOf } from './lock-collection.ts'
import { paymentFor } from './set-sessions.ts'
import { type Taken, takePayments } from './take-payments.ts'

/**
 * Asks the providers for the money of these sessions, each once however often it is called; those of other collections are
 * left out. What each has said stands in its session. Where nobody is asked over the network that is one transaction. Else
 * the payments are written down first, then asked for outside of any transaction, and taken if they are still wanted; if
 * not, they are cancelled. Called on an entity manager without a transaction.
 * @throws NotFound. NotAllowed where nothing is to be paid, or nobody said how. Conflict where a provider does not answer;
 * called again, it finds out what became of the payment.
 */
export async function authorizeSessions(
  em: EntityManager,
  providers: PaymentProviders,
  { id, session_ids }: { id: string; session_ids: readonly string[] },
): Promise<void> {
  const begun = await inTransaction(em, (inner) => begin(inner, providers, { id, session_ids }))
  const asked = begun.map((one) =>
    one.type === 'ask' ? askForPayment(em, providers, one) : untilAnswered(em, one.attempt),
  )
  const failures = await Promise.allSettled(asked)
  for (const { attempt } of begun)
    await runStep(em, providers, (inner) => concludeCollecting(inner, attempt)).catch((error: unknown) =>
      failures.push({ status: 'rejected', reason: error }),
    )
  const fault = failures.find((one) => one.status === 'rejected' && !isRefusal(one.reason))
  if (fault?.status === 'rejected') throw fault.reason
}

/** That a provider refuses a payment for good stands in the session. */
const isRefusal = (reason: unknown): boolean => reason instanceof DomainError && !(reason instanceof Conflict)

type Begun = ({ type: 'ask' } & Question) | { type: 'wait'; attempt: PaymentAttempt }

async function begin(
  em: EntityManager,
  providers: PaymentProviders,
  { id, session_ids }: { id: string; session_ids: readonly string[] },
): Promise<Begun[]> {
  const locked = await lockPayable(em, id)
  if (locked.collection.status === 'authorized') return []
  const sessions = await sessionsOf(em, id)
  if (sessions.length === 0) throw new NotAllowed('You cannot complete a Payment Collection without a payment session.')
  const open = sessions.filter((session) => session_ids.includes(session.id) && session.status !== 'authorized')
  if (sumOfAmounts(open) > locked.due)
    throw locked.due === 0
      ? nothingDue()
      : new NotAllowed(`Only ${locked.due} is to be paid: choose the payment sessions anew`)
  const asked = await liveAttemptsOf(em, id)
  const begun: Begun[] = []
  const taken: Taken[] = []
  for (const session of open) {
    const provider = providerOf(providers, session)
    const { remote } = provider
    if (remote) begun.push(ask(em, remote, { locked, session, earlier: asked.get(session.id) }))
    else taken.push(...(await askAtOnce(provider, { locked, session })))
  }
  if (locked.collection.status === 'not_paid' && open.length > 0) locked.collection.status = 'awaiting'
  await takePayments(em, locked, taken)
  return begun
}

interface Paying {
  locked: LockedCollection
  session: CollectionSession
}

function ask(
  em: EntityManager,
  remote: Remote,
  { locked, session, earlier }: Paying & { earlier: PaymentAttempt | undefined },
): Begun {
  if (earlier?.isUnderWay(now())) return { type: 'wait', attempt: earlier }
  const attempt = earlier ?? add(em, PaymentAttempt, attemptFor(locked, session))
  attempt.asked_until = leaseOf(remote)
  const payment = paymentFor(locked, session.amount)
  return { type: 'ask', attempt, data: session.data, payment, isRepeated: !!earlier }
}

const attemptFor = ({ collection }: LockedCollection, { id, provider_id, amount }: CollectionSession) => ({
  payment_collection_id: collection.id,
  session_id: id,
  provider_id,
  amount,
  currency_code: collection.currency_code,
  contents: id,
})

/** What is paid by that. */
async function askAtOnce(provider: PaymentProvider, { locked, session }: Paying): Promise<Taken[]> {
  const { provider_id, amount } = session
  try {
    Object.assign(session, readSaid(await provider.authorize(session.data, paymentFor(locked, amount))))
  } catch (error) {
    if (!isRefusal(error)) throw error
    session.status = 'error'
  }
  if (session.status !== 'authorized') return []
  session.payment_authorized_at = now()
  return [{ provider_id, amount, data: session.data }]
}
