import type { EntityManager } from '@mikro-orm/postgresql'
import { StatementCanceled } from './cancel-statement.ts'
import { connectionQueuesOf } from './connection-queues.ts'
import { PipelineDialect } from './dialect.ts'
import { finishWork } from './last-work.ts'

/** Runs `work` on a separate connection. If this throws, nothing was changed, unless the commit lost its connection. */
export const inTransaction = <Answer>(
  em: EntityManager,
  work: (tx: EntityManager) => Promise<Answer>,
): Promise<Answer> =>
  connectionQueuesOf(em).runTransaction(async () => {
    const tx = em.fork()
    await tx.begin()
    try {
      const answer = await untilRequestEnds(tx, async () => {
        const result = await work(tx)
        await finishWork(tx)
        return result
      })
      await tx.commit()
      return answer
    } catch (error) {
      await tx.rollback()
      throw error
    }
  })

/**
 * Returns the answer of `work`, or throws StatementCanceled at the deadline of the request. So code that never settles, such as a
 * rule of a plugin, keeps no locks. Statements that `work` sends after the deadline fail.
 */
export async function untilRequestEnds<Answer>(em: EntityManager, work: () => Promise<Answer>): Promise<Answer> {
  const signal = signalOf(em)
  if (!signal) return work()
  const ended = Promise.withResolvers<never>()
  const end = () => ended.reject(new StatementCanceled())
  signal.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([ended.promise, work()])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

function signalOf(em: EntityManager): AbortSignal | undefined {
  const dialect: unknown = em.config.get('driverOptions')
  return dialect instanceof PipelineDialect ? dialect.options.currentSignal() : undefined
}
