import type { EntityManager } from '@mikro-orm/postgresql'
import { InvalidData, NotAllowed, NotFound } from '../errors.ts'
import { sumOfAmounts } from '../money.ts'
import { liveAttemptsOf } from '../payment/keep-attempt.ts'
import type { PaymentContext } from '../payment/payment-port.ts'
import { readBegun } from '../payment/read-said.ts'
import { type PaymentProviders, providerOf } from '../payment/sync-payment-sessions.ts'
import { statement } from '../statement.ts'
import { CollectionSession } from './collection-session.ts'
import { endSessions } from './end-sessions.ts'
import {
  type LockedCollection,
  lockPayable,
  nothingDue,
  type PayableCollection,
  sessionsOf,
} from './lock-collection.ts'

export interface WantedSession {
  provider_id: string
  /** Minor units, above 0. */
  amount: number
  /** Of a session that stays, where it does. */
  session_id?: string | null | undefined
}

/** Has one provider collect all of it. @throws as `setSessions`. */
export async function setSession(
  em: EntityManager,
  providers: PaymentProviders,
  { id, provider_id }: { id: string; provider_id: string },
): Promise<void> {
  const locked = await lockToSet(em, id)
  if (!(await offeredFor(em, locked)).has(provider_id)) throw new InvalidData('Payment provider not found')
  const same = (await sessionsOf(em, id)).find((session) => session.provider_id === provider_id)
  const amount = locked.due
  await replaceSessions(em, providers, { locked, wanted: [{ provider_id, amount, session_id: same?.id }] })
}

/**
 * Has several providers collect a part each. Sessions that are not named end.
 * @throws NotFound. NotAllowed where something is paid already. InvalidData where the parts are not the whole. Conflict
 * while a provider is asked for the money.
 */
export async function setSessions(
  em: EntityManager,
  providers: PaymentProviders,
  { id, sessions }: { id: string; sessions: readonly WantedSession[] },
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
 * Begins a session anew. Answers the id of the one that takes its place.
 * @throws NotFound. NotAllowed where it is authorised. Conflict while its provider is asked for the money.
 */
export async function refreshSession(
  em: EntityManager,
  providers: PaymentProviders,
  { id, session_id }: { id: string; session_id: string },
): Promise<string> {
  const locked = await lockPayable(em, id)
  const session = (await sessionsOf(em, id)).find((one) => one.id === session_id)
  if (!session) throw new NotFound(`Payment session with id ${session_id} was not found`)
  if (session.status === 'authorized') throw new NotAllowed('A payment session that is authorized cannot be refreshed')
  await endSessions(em, providers, [session])
  return (await beginSession(em, providers, { locked, wanted: session })).id
}

/** What a provider is told about a part of a collection. */
export const paymentFor = ({ collection, order }: LockedCollection, amount: number): PaymentContext => ({
  cart_id: collection.id,
  email: order.email,
  amount,
  currency_code: collection.currency_code,
})

async function lockToSet(em: EntityManager, id: string): Promise<PayableCollection> {
  const locked = await lockPayable(em, id)
  const { status } = locked.collection
  if (status !== 'not_paid' && status !== 'awaiting')
    throw new NotAllowed(`Cannot set payment sessions for a payment collection with status ${status}`)
  if (locked.due === 0) throw nothingDue()
  return locked
}

async function offeredFor(em: EntityManager, { collection }: LockedCollection): Promise<ReadonlySet<string>> {
  const offered = await providersOfRegion(em, collection.region_id)
  return new Set(offered.map(({ provider_id }) => provider_id))
}

interface Replacing {
  locked: LockedCollection
  wanted: readonly WantedSession[]
}

async function replaceSessions(
  em: EntityManager,
  providers: PaymentProviders,
  { locked, wanted }: Replacing,
): Promise<void> {
  const { id } = locked.collection
  const left = new Map((await sessionsOf(em, id)).map((session) => [session.id, session]))
  const asked = await liveAttemptsOf(em, id)
  for (const one of wanted) {
    const session = left.get(one.session_id ?? '')
    const stays =
      session?.provider_id === one.provider_id &&
      (await follow(providers, { locked, session, amount: one.amount, isAsked: asked.has(session.id) }))
    if (stays) left.delete(session.id)
    else await beginSession(em, providers, { locked, wanted: one })
  }
  await endSessions(em, providers, [...left.values()])
}

/** Whether a session stays. One whose provider was asked already stays only for the same amount. */
async function follow(providers: PaymentProviders, { locked, session, amount, isAsked }: Following): Promise<boolean> {
  if (session.amount === amount) return true
  if (isAsked) return false
  const changed = await providerOf(providers, session).update(session.data, paymentFor(locked, amount))
  Object.assign(session, { data: readBegun(changed).data, amount })
  return true
}

interface Following {
  locked: LockedCollection
  session: CollectionSession
  /** What it is to collect from now on. */
  amount: number
  isAsked: boolean
}

async function beginSession(
  em: EntityManager,
  providers: PaymentProviders,
  { locked, wanted }: { locked: LockedCollection; wanted: Pick<WantedSession, 'provider_id' | 'amount'> },
): Promise<CollectionSession> {
  const { provider_id, amount } = wanted
  const begun = await providerOf(providers, wanted).initiate(paymentFor(locked, amount))
  const { data, status } = readBegun(begun)
  const { id } = locked.collection
  return em.create(CollectionSession, { payment_collection_id: id, provider_id, amount, data, status })
}

const providersOfRegion = statement<{ provider_id: string }>(
  'select provider_id from region_payment_providers where region_id = $1',
)
