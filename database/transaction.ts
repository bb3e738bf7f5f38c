import type { EntityManager } from '@mikro-orm/postgresql'
import { connectionQueuesOf } from './connection-queues.ts'

/** Runs `work` on a separate connection. If this throws, nothing was changed, unless the commit lost its connection. */
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
