import type { EntityManager } from '@mikro-orm/postgresql'

type Run = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

/**
 * The queues in which the work of a request waits before it takes a connection.
 * @throws Overloaded or Conflict if too much work waits or the wait is too long. Unavailable if the request ends first.
 */
export interface ConnectionQueues {
  runTransaction: Run
  runSearch: Run
  runList: Run
}

const queuesOf = new WeakMap<EntityManager, ConnectionQueues>()

/** Sets the queues of an entity manager and returns it. */
export function setConnectionQueues(em: EntityManager, queues: ConnectionQueues): EntityManager {
  queuesOf.set(em, queues)
  return em
}

export function copyConnectionQueues(from: EntityManager, to: EntityManager): EntityManager {
  const queues = queuesOf.get(from)
  return queues ? setConnectionQueues(to, queues) : to
}

// Jobs, commands and forks of an entity manager have no queues.
const runIn =
  (queue: keyof ConnectionQueues) =>
  <Answer>(em: EntityManager, work: () => Promise<Answer>): Promise<Answer> =>
    queuesOf.get(em)?.[queue](work) ?? work()

export const runTransaction = runIn('runTransaction')
export const runSearch = runIn('runSearch')
export const runList = runIn('runList')
