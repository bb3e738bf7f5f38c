import type { EntityManager } from '@mikro-orm/postgresql'

type Run = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

/** How the work of a request waits, inside the process, before it takes a connection to PostgreSQL. */
export interface ConnectionQueues {
  /**
   * @throws Conflict if too many requests wait for the same key or row, or the wait for these takes too long. Overloaded if
   * the wait for other transactions takes too long; Unavailable if an earlier transaction of the call may have done something.
   * Unavailable if the request times out or is aborted before the first transaction of the call.
   */
  runTransaction: Run
  /** @throws Overloaded if too many searches wait or the wait takes too long. Unavailable if the request aborts or the search takes too long. */
  runSearch: Run
  /** @throws Overloaded if too many lists wait or the wait takes too long. Unavailable if the request aborts. */
  runList: Run
}

const queuesOf = new WeakMap<EntityManager, ConnectionQueues>()

/** Makes `runTransaction`, `runSearch` and `runList` wait in these queues if they are called with this entity manager. Returns it. */
export function setConnectionQueues(em: EntityManager, queues: ConnectionQueues): EntityManager {
  queuesOf.set(em, queues)
  return em
}

/** Makes `to` wait in the queues of `from`. Returns `to`. */
export function copyConnectionQueues(from: EntityManager, to: EntityManager): EntityManager {
  const queues = queuesOf.get(from)
  return queues ? setConnectionQueues(to, queues) : to
}

/**
 * Runs work that begins a transaction when it is the turn of the request. Jobs and commands have no queues and do not wait,
 * and neither does a fork of the entity manager, such as one that is in a transaction.
 * @throws as `ConnectionQueues`
 */
export const runTransaction = <Answer>(em: EntityManager, work: () => Promise<Answer>): Promise<Answer> =>
  queuesOf.get(em)?.runTransaction(work) ?? work()

/** Runs work that finds rows by words, within the limits of searches. @throws as `ConnectionQueues` */
export const runSearch = <Answer>(em: EntityManager, work: () => Promise<Answer>): Promise<Answer> =>
  queuesOf.get(em)?.runSearch(work) ?? work()

/** Runs work that reads a list, within the limits of lists. @throws as `ConnectionQueues` */
export const runList = <Answer>(em: EntityManager, work: () => Promise<Answer>): Promise<Answer> =>
  queuesOf.get(em)?.runList(work) ?? work()
