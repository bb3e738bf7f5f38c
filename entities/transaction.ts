import type { EntityManager } from '@mikro-orm/postgresql'

/**
 * Does work in a transaction of its own, whatever the entity manager is in the midst of: what it has done is committed
 * before it is answered, and nothing of it is done where it throws.
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
