import type { EntityManager } from '@mikro-orm/postgresql'

type Run = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

/** The queues in which the work of a request waits before it takes a connection. */
export interface ConnectionQueues {
  /**
   * @throws Conflict if too many requests wait for the same key or row, or one waits too long. Overloaded if the
   * wait for other transactions takes too long. Unavailable if the request ends first, or if an earlier transaction
   * of the call may have changed something.
   */
  runTransaction: Run
  /**
   * @throws Overloaded if too many searches wait or one waits too long. Unavailable if the request ends first or the
   * search takes too long.
   */
  runSearch: Run
  /** @throws Overloaded if too many lists wait or one waits too long. Unavailable if the request ends first. */
  runList: Run
}

const queuesOf = new WeakMap<EntityManager, ConnectionQueues>()

/** Sets the queues of an entity manager and returns it. */
export function setConnectionQueues(em: EntityManager, queues: ConnectionQueues): EntityManager {
  queuesOf.set(em, queues)
  return em
}

/** Gives `to` the queues of `from` and returns `to`. */
export function copyConnectionQueues(from: EntityManager, to: EntityManager): EntityManager {
  const queues = queuesOf.get(from)
  return queues ? setConnectionQueues(to, queues) : to
}

/**
 * Waits in the queue of the request and then runs work that begins a transaction. Jobs, commands and forks of the
 * entity manager have no queue, so their work runs immediately.
 * @throws the errors of `ConnectionQueues`
 */
export const runTransaction = <Answer>(em: EntityManager, work: () => Promise<Answer>): Promise<Answer> =>
  queuesOf.get(em)?.runTransaction(work) ?? work()

/**
 * Runs a search within the limits of searches.
 * @throws the errors of `ConnectionQueues`
 */
export const runSearch = <Answer>(em: EntityManager, work: () => Promise<Answer>): Promise<Answer> =>
  queuesOf.get(em)?.runSearch(work) ?? work()

/**
 * Reads a list within the limits of lists.
 * @throws the errors of `ConnectionQueues`
 */
export const runList = <Answer>(em: EntityManager, work: () => Promise<Answer>): Promise<Answer> =>
  queuesOf.get(em)?.runList(work) ?? work()
