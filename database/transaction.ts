import type { EntityManager } from '@mikro-orm/postgresql'
import { runTransaction } from './connection-queues.ts'

/**
 * Runs work in a new transaction on its own connection and commits it. If this throws, nothing was changed, unless the
 * connection broke during the commit.
 * @throws as `runTransaction`
 */
export const inTransaction = <Answer>(
  em: EntityManager,
  work: (tx: EntityManager) => Promise<Answer>,
): Promise<Answer> =>
  runTransaction(em, async () => {
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
