import type { EntityManager } from '@mikro-orm/postgresql'
import { connectionQueuesOf } from './connection-queues.ts'

/** Commits work on its own connection. If this throws, nothing was changed, unless the connection broke at the commit. */
export const inTransaction = <Answer>(
  em: EntityManager,
  work: (tx: EntityManager) => Promise<Answer>,
): Promise<Answer> =>
  connectionQueuesOf(em).runTransaction(async () => {
    const tx = em.fork()
    await tx.begin()
    try {
      const answer = await work(tx)
      await tx.commit()
      return answer
    } catch (error) {
      await tx.rollback()
      throw error
    }
  })
