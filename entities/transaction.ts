import type { EntityManager } from '@mikro-orm/postgresql'

/**
 * Does work in a transaction of its own, on another connection where the entity manager is in one already. It is committed
 * before it is answered. Where it throws nothing was done, unless PostgreSQL was lost after it was told to commit.
 */
export async function inTransaction<Answer>(
  em: EntityManager,
  work: (tx: EntityManager) => Promise<Answer>,
): Promise<Answer> {
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
}
