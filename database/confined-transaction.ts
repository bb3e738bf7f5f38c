import type { EntityManager } from '@mikro-orm/postgresql'
import { connectionQueuesOf, setConnectionQueues } from './connection-queues.ts'
import type { RowEntityManager } from './entity-manager.ts'

/**
 * Runs `work` in a transaction that is rolled back in every case. The transactions and the forks of `em` stay inside of
 * it: a transaction becomes a savepoint, and one runs after another.
 */
export async function inRolledBackTransaction<Answer>(em: EntityManager, work: () => Promise<Answer>): Promise<Answer> {
  setConnectionQueues(em, { ...connectionQueuesOf(em), runTransaction: oneAtATime() })
  await em.begin()
  ;(em as RowEntityManager).isConfined = true
  try {
    return await work()
  } finally {
    await em.rollback()
  }
}

function oneAtATime(): <Answer>(work: () => Promise<Answer>) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}
