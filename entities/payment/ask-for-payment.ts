import { setTimeout as pause } from 'node:timers/promises'
import type { EntityManager } from '@mikro-orm/postgresql'
import { inTime } from '../bounded.ts'
import { now } from '../clock.ts'
import { Conflict, DomainError, InvalidData } from '../errors.ts'
import { hangUp, hear } from './keep-attempt.ts'
import { PaymentAttempt } from './payment-attempt.ts'
import type { PaymentContext, PaymentData, PaymentProvider, Remote, Said } from './payment-port.ts'
import { readSaid } from './read-said.ts'
import type { PaymentProviders } from './sync-payment-sessions.ts'

/** An attempt that is on record, with what the provider is to be told. */
export interface Question {
  attempt: PaymentAttempt
  data: PaymentData
  payment: PaymentContext
  /** Whether the provider may have heard of this attempt before. */
  isRepeated: boolean
}

/**
 * Asks the provider for the money, outside of every transaction, and writes down what it says.
 * @throws Conflict where it says nothing: what became of the payment is open. What it throws to refuse the payment.
 */
export async function askForPayment(em: EntityManager, providers: PaymentProviders, question: Question): Promise<void> {
  const { attempt } = question
  try {
    const { provider, remote } = remoteOf(providers, attempt)
    const said = await inTime(remote, async (signal) =>
      readSaid(await askOrLookUp({ provider, remote, signal, ...question })),
    )
    await hear(em, attempt, said)
  } catch (error) {
    if (error instanceof DomainError && !(error instanceof Conflict)) await hear(em, attempt, REFUSED)
    else await hangUp(em, attempt)
    throw error
  }
}

/** Waits until whoever asks for this payment is done with the answer, or has none. */
export async function untilAnswered(em: EntityManager, attempt: PaymentAttempt): Promise<void> {
  for (let seen: PaymentAttempt | null = attempt; seen?.isUnderWay(now()); ) {
    await pause(50)
    seen = await em.fork().findOne(PaymentAttempt, { id: attempt.id })
  }
}

/** @throws InvalidData where the provider is not installed any more, or is none that is asked over the network. */
export function remoteOf(
  providers: PaymentProviders,
  { provider_id }: { provider_id: string },
): { provider: PaymentProvider; remote: Remote } {
  const provider = providers.get(provider_id)
  if (!provider?.remote) throw new InvalidData(`The payment provider ${provider_id} is not installed`)
  return { provider, remote: provider.remote }
}

const REFUSED: Said = { status: 'error', data: {} }

interface Call extends Question {
  provider: PaymentProvider
  remote: Remote
  signal: AbortSignal
}

/** What was asked for before may be decided by now. What is not is asked for again, by the same key. */
async function askOrLookUp({ provider, remote, signal, attempt, data, payment, isRepeated }: Call): Promise<Said> {
  const known = isRepeated ? await remote.outcomeOf(attempt.id, signal) : undefined
  const isOpen = !known || known.status === 'pending' || known.status === 'requires_more'
  return isOpen ? provider.authorize(data, payment, { key: attempt.id, signal }) : known
}
