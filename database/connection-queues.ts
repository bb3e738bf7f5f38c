import type { EntityManager } from '@mikro-orm/postgresql'

type Run = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

/** Queues of a process. The work of a request waits in them before it takes a connection. */
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

/** Sets the queues for calls with this entity manager, and returns it. */
export function setConnectionQueues(em: EntityManager, queues: ConnectionQueues): EntityManager {
  queuesOf.set(em, queues)
  return em
}

/** Sets the queues of `from` for `to`, and returns `to`. */
export function copyConnectionQueues(from: EntityManager, to: EntityManager): EntityManager {
  const queues = queuesOf.get(from)
  return queues ? setConnectionQueues(to, queues) : to
}

/**
 * Waits in the queue of the request, then runs work that begins a transaction. Without queues (jobs, commands, forks of the
 * entity manager) it runs immediately.
 * @throws as `ConnectionQueues`
 */
export const runTransaction = <Answer>(em: EntityManager, work: () => Promise<Answer>): Promise<Answer> =>
  queuesOf.get(em)?.runTransaction(work) ?? work()

/** Runs a search within the limits of searches. @throws as `ConnectionQueues` */
export const runSearch = <Answer>(em: EntityManager, work: () => Promise<Answer>): Promise<Answer> =>
  queuesOf.get(em)?.runSearch(work) ?? work()

/** Reads a list within the limits of lists. @throws as `ConnectionQueues` */
export const runList = <Answer>(em: EntityManager, work: () => Promise<Answer>): Promise<Answer> =>
  queuesOf.get(em)?.runList(work) ?? work()
