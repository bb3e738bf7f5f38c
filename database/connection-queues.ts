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

const runImmediately: Run = (work) => work()
const noQueues = { runTransaction: runImmediately, runSearch: runImmediately, runList: runImmediately }
const queuesOf = new WeakMap<EntityManager, ConnectionQueues>()

/** Jobs, commands and forks of an entity manager have no queues. */
export const connectionQueuesOf = (em: EntityManager): ConnectionQueues => queuesOf.get(em) ?? noQueues

export function setConnectionQueues(em: EntityManager, queues: ConnectionQueues): EntityManager {
  queuesOf.set(em, queues)
  return em
}
