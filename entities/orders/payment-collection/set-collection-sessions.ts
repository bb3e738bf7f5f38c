import type { EntityManager } from '@mikro-orm/postgresql'
import type { Row } from '#database/rows.ts'
import { isDeclined } from '#entities/cart/payment/authorize-payment.ts'
import type { PaymentProviders } from '#entities/cart/payment/payment-port.ts'
import { lockCollectionAttempts } from '#entities/cart/payment/record-payment-attempt.ts'
import { InvalidData } from '#entities/errors.ts'
import { paymentProvidersOf } from '#entities/market/region/region-providers.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import type { CollectionSession } from './collection-session.ts'
import { type AttemptsBySession, assertNoSessionInProgress, endCollectionSessions } from './end-collection-sessions.ts'
import { initiateSession, updateSessionAmount } from './initiate-session.ts'
import {
  findCollectionSessions,
  lockPayableCollection,
  nothingDueError,
  type PayableCollection,
} from './lock-payment-collection.ts'

export interface SessionInput {
  provider_id: string
  amount: number
  /** The id of a session to keep. */
  session_id?: string | null | undefined
}

export async function setCollectionSession(
  em: EntityManager,
  providers: PaymentProviders,
  { id, provider_id }: { id: string; provider_id: string },
): Promise<void> {
  const lockedCollection = await lockForSessions(em, providers, id)
  if (!(await readRegionProviders(em, lockedCollection)).has(provider_id))
    throw new InvalidData(`The region does not have the payment provider ${provider_id}`)
  const session = lockedCollection.sessions.find((candidate) => candidate.provider_id === provider_id)
  const input = { provider_id, amount: lockedCollection.due, session_id: session?.id }
  await replaceSessions(em, providers, { lockedCollection, inputs: [input] })
}

/** Replaces all sessions that are not authorized. @throws Conflict while a provider processes a payment. */
export async function setCollectionSessions(
  em: EntityManager,
  providers: PaymentProviders,
  { id, sessions }: { id: string; sessions: readonly SessionInput[] },
): Promise<void> {
  const lockedCollection = await lockForSessions(em, providers, id)
  const regionProviders = await readRegionProviders(em, lockedCollection)
  const inputs = sessions.filter(({ provider_id }) => regionProviders.has(provider_id))
  const { due } = lockedCollection
  if (sumOfAmounts(inputs) !== due)
    throw new InvalidData(`The sum of sessions is not equal to ${due} on Payment Collection`)
  await replaceSessions(em, providers, { lockedCollection, inputs })
}

interface ReplaceableSessions extends PayableCollection {
  sessions: Row<CollectionSession>[]
}

async function lockForSessions(
  em: EntityManager,
  providers: PaymentProviders,
  id: string,
): Promise<ReplaceableSessions> {
  const lockedCollection = await lockPayableCollection(em, providers, id)
  lockedCollection.collection.assertAcceptsSessions()
  if (lockedCollection.due === 0) throw nothingDueError()
  const sessions = await findCollectionSessions(em, id)
  return { ...lockedCollection, sessions: sessions.filter((session) => session.status !== 'authorized') }
}

async function readRegionProviders(em: EntityManager, { collection }: PayableCollection): Promise<ReadonlySet<string>> {
  return new Set(await paymentProvidersOf(em, collection.region_id))
}

/** Runs all checks before the first provider call. */
async function replaceSessions(
  em: EntityManager,
  providers: PaymentProviders,
  { lockedCollection, inputs }: { lockedCollection: ReplaceableSessions; inputs: readonly SessionInput[] },
): Promise<void> {
  const attempts = await lockCollectionAttempts(em, lockedCollection.collection.id)
  const { plan, endedSessions } = planSessions(lockedCollection.sessions, inputs, attempts)
  assertNoSessionInProgress(endedSessions, attempts)
  // `initiate` may end this run of the mutation (see `PaymentProviders`), so it is the first provider
  // call.
  for (const { session, input } of plan)
    if (!session) await initiateSession(em, providers, { lockedCollection, ...input })
  for (const { session, input } of plan)
    if (session) await updateSessionAmount(providers, { lockedCollection, session, amount: input.amount })
  await endCollectionSessions(em, providers, endedSessions)
}

interface SessionPlan {
  /** If `session` is undefined, `input` creates a session. */
  plan: { input: SessionInput; session: Row<CollectionSession> | undefined }[]
  endedSessions: Row<CollectionSession>[]
}

/** A session with a live payment attempt cannot change its amount. A declined session stays declined, so a new one replaces it. */
function planSessions(
  sessions: readonly Row<CollectionSession>[],
  inputs: readonly SessionInput[],
  attempts: AttemptsBySession,
): SessionPlan {
  const remaining = new Map(sessions.map((session) => [session.id, session]))
  const plan = inputs.map((input) => {
    const session = remaining.get(input.session_id ?? '')
    const canStay =
      session?.provider_id === input.provider_id &&
      !isDeclined(session) &&
      (session.amount === input.amount || !attempts.has(session.id))
    if (canStay) remaining.delete(session.id)
    return { input, session: canStay ? session : undefined }
  })
  return { plan, endedSessions: [...remaining.values()] }
}
