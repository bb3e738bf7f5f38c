import type { EntityManager } from '@mikro-orm/postgresql'
import { statement } from '#database/statement.ts'
import { parseInitiationResponse } from '#entities/cart/payment/parse-provider-response.ts'
import type { PaymentContext } from '#entities/cart/payment/payment-port.ts'
import { lockLiveAttempts } from '#entities/cart/payment/record-payment-attempt.ts'
import { findPaymentProvider, type PaymentProviders } from '#entities/cart/payment/sync-payment-sessions.ts'
import { InvalidData, NotAllowed, NotFound } from '#entities/errors.ts'
import { sumOfAmounts } from '#entities/values/money.ts'
import { CollectionSession } from './collection-session.ts'
import { assertNoSessionInProgress, endCollectionSessions } from './end-collection-sessions.ts'
import {
  findCollectionSessions,
  type LockedPaymentCollection,
  lockPayableCollection,
  nothingDueError,
  type PayableCollection,
} from './lock-payment-collection.ts'

export interface RequestedSession {
  provider_id: string
  /** Minor units, above 0. */
  amount: number
  /** Of a session that stays, where it does. */
  session_id?: string | null | undefined
}

/** Has one provider collect what is left of it. @throws as `setSessions`. */
export async function setCollectionSession(
  em: EntityManager,
  providers: PaymentProviders,
  { id, provider_id }: { id: string; provider_id: string },
): Promise<void> {
  const locked = await lockToSet(em, id)
  if (!(await offeredFor(em, locked)).has(provider_id)) throw new InvalidData('Payment provider not found')
  const same = locked.sessions.find((session) => session.provider_id === provider_id)
  const amount = locked.due
  await replaceSessions(em, providers, { locked, wanted: [{ provider_id, amount, session_id: same?.id }] })
}

/**
 * Has several providers collect a part each of what is left of it. Sessions that are not named end, but for those that are
 * authorised.
 * @throws NotFound. NotAllowed where all of it is paid already. InvalidData where the parts are not all that is left.
 * Conflict while a provider is asked for the money of a session that would end.
 */
export async function setCollectionSessions(
  em: EntityManager,
  providers: PaymentProviders,
  { id, sessions }: { id: string; sessions: readonly RequestedSession[] },
): Promise<void> {
  const locked = await lockToSet(em, id)
  const offered = await offeredFor(em, locked)
  const wanted = sessions.filter(({ provider_id }) => offered.has(provider_id))
  const { due } = locked
  if (sumOfAmounts(wanted) !== due)
    throw new InvalidData(`The sum of sessions is not equal to ${due} on Payment Collection`)
  await replaceSessions(em, providers, { locked, wanted })
}

/**
 * Begins a session anew, for no more than is left to be paid. Answers the id of the one that takes its place.
 * @throws NotFound. NotAllowed where it is authorised, or nothing is to be paid. Conflict while its provider is asked for the
 * money.
 */
export async function refreshCollectionSession(
  em: EntityManager,
  providers: PaymentProviders,
  { id, session_id }: { id: string; session_id: string },
): Promise<string> {
  const locked = await lockPayableCollection(em, id)
  const session = (await findCollectionSessions(em, id)).find((one) => one.id === session_id)
  if (!session) throw new NotFound(`Payment session with id ${session_id} was not found`)
  if (session.status === 'authorized') throw new NotAllowed('A payment session that is authorized cannot be refreshed')
  if (locked.due === 0) throw nothingDueError()
  assertNoSessionInProgress([session], await lockLiveAttempts(em, id))
  const { provider_id } = session
  const amount = Math.min(session.amount, locked.due)
  const { id: begun } = await beginSession(em, providers, { locked, wanted: { provider_id, amount } })
  await endCollectionSessions(em, providers, [session])
  return begun
}

/** What a provider is told about a part of a collection. */
export const buildCollectionPayment = (
  { collection, order }: LockedPaymentCollection,
  amount: number,
): PaymentContext => ({
  cart_id: collection.id,
  email: order.email,
  amount,
  currency_code: collection.currency_code,
})

interface SettableCollection extends PayableCollection {
  /** Those that were not authorised. */
  sessions: CollectionSession[]
}

async function lockToSet(em: EntityManager, id: string): Promise<SettableCollection> {
  const locked = await lockPayableCollection(em, id)
  const { status } = locked.collection
  if (status === 'authorized')
    throw new NotAllowed(`Cannot set payment sessions for a payment collection with status ${status}`)
  if (locked.due === 0) throw nothingDueError()
  const sessions = await findCollectionSessions(em, id)
  return { ...locked, sessions: sessions.filter((session) => session.status !== 'authorized') }
}

async function offeredFor(em: EntityManager, { collection }: LockedPaymentCollection): Promise<ReadonlySet<string>> {
  const offered = await providersOfRegion(em, collection.region_id)
  return new Set(offered.map(({ provider_id }) => provider_id))
}

interface SessionReplacement {
  locked: SettableCollection
  wanted: readonly RequestedSession[]
}

/** Providers are told of nothing before it is known that all of it may be. */
async function replaceSessions(
  em: EntityManager,
  providers: PaymentProviders,
  { locked, wanted }: SessionReplacement,
): Promise<void> {
  const left = new Map(locked.sessions.map((session) => [session.id, session]))
  const asked = await lockLiveAttempts(em, locked.collection.id)
  const followed = wanted.map((one) => {
    const session = left.get(one.session_id ?? '')
    const stays = session?.provider_id === one.provider_id && (session.amount === one.amount || !asked.has(session.id))
    if (stays) left.delete(session.id)
    return { ...one, session: stays ? session : undefined }
  })
  const leaving = [...left.values()]
  assertNoSessionInProgress(leaving, asked)
  // What is asked of a provider comes before what is said to it.
  for (const { session, ...one } of followed) if (!session) await beginSession(em, providers, { locked, wanted: one })
  for (const { session, amount } of followed)
    if (session) await updateSessionAmount(providers, { locked, session, amount })
  await endCollectionSessions(em, providers, leaving)
}

/** Of a session whose provider was not asked for another amount yet. */
async function updateSessionAmount(
  providers: PaymentProviders,
  { locked, session, amount }: SessionUpdate,
): Promise<void> {
  if (session.amount === amount) return
  const changed = await findPaymentProvider(providers, session).update(
    session.data,
    buildCollectionPayment(locked, amount),
  )
  Object.assign(session, { data: parseInitiationResponse(changed).data, amount })
}

interface SessionUpdate {
  locked: LockedPaymentCollection
  session: CollectionSession
  /** What it is to collect from now on. */
  amount: number
}

async function beginSession(
  em: EntityManager,
  providers: PaymentProviders,
  { locked, wanted }: { locked: LockedPaymentCollection; wanted: Pick<RequestedSession, 'provider_id' | 'amount'> },
): Promise<CollectionSession> {
  const { provider_id, amount } = wanted
  const begun = await findPaymentProvider(providers, wanted).initiate(buildCollectionPayment(locked, amount))
  const { data, status } = parseInitiationResponse(begun)
  const { id } = locked.collection
  return em.create(CollectionSession, { payment_collection_id: id, provider_id, amount, data, status })
}

const providersOfRegion = statement<{ provider_id: string }>(
  'select provider_id from region_payment_providers where region_id = $1',
)
